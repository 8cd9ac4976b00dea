import type { ResponseOf } from "../http/endpoint";
import { contestsFeed, creatorFeed } from "../feeds";
import type { getContestDetails, getCreator } from "../listing";
import { DEFAULT_SHARE_PICTURE, SHARE_PICTURE, sharePicture } from "../media/pictures";
import { contestPicture, winnerPicture } from "../media/drawn-pictures";
import { msg } from "../text/message";
import { withLanguage, type Language } from "./languages";
import type { SitePage } from "./match-route";
import type { RemoteRoute } from "./remote";

export const SITE_NAME = "Conquest";

export interface PageHead {
  title: string;
  description: string;
  canonical: string;
  /** The page's address in each language; empty if it has one. */
  alternates: readonly { hreflang: string; href: string }[];
  /** Must have the size of {@link SHARE_PICTURE}. */
  image: string;
  imageAlt: string;
  type: "website" | "article" | "profile";
  isIndexed: boolean;
  feed?: { title: string; href: string };
}

export type Translate = (message: string, values?: Readonly<Record<string, string | number>>) => string;

const DESCRIPTION = msg("Discover Exciting Challenges and Showcase Your Talent");

const defaultImage = (translate: Translate) => ({
  image: DEFAULT_SHARE_PICTURE,
  imageAlt: `${SITE_NAME}: ${translate(msg("Compete. Create. Conquer."))}`,
});

function imageOf(address: string, imageAlt: string, translate: Translate) {
  const image = sharePicture(address);
  return image === null ? defaultImage(translate) : { image, imageAlt };
}

export type SubjectKind = Required<RemoteRoute>["head"]["from"];

export interface PageSubject extends Pick<PageHead, "type" | "description" | "image" | "imageAlt"> {
  _id: string;
  name: string;
  /** False for a page that only people with its address are to find. */
  isIndexed?: boolean;
}

interface HeadInput {
  origin: string;
  /** Without the language. */
  path: string;
  language?: Language;
  languages?: readonly Language[];
  translate?: Translate;
  page: Omit<SitePage, "part"> | undefined;
  /** Null if the subject doesn't exist, such as the winner of an open contest; undefined if that is unknown. */
  about?: PageSubject | null | undefined;
}

/** The server renders it, and the shell updates it on navigation. */
export function buildPageHead({
  origin,
  path,
  page,
  about,
  language = "en",
  languages = ["en"],
  translate = (message) => message,
}: HeadInput): PageHead {
  // A page that is not translated is the English one in another frame.
  const own = languages.includes(language) ? language : "en";
  const addresses = (path: string) => ({
    canonical: origin + withLanguage(path, own),
    alternates:
      languages.length > 1
        ? [...languages, "x-default" as const].map((hreflang) => ({
            hreflang,
            href: origin + withLanguage(path, hreflang === "x-default" ? "en" : hreflang),
          }))
        : [],
  });
  const image = defaultImage(translate);
  const base = {
    description: translate(DESCRIPTION),
    ...addresses(path),
    ...image,
    image: origin + image.image,
    type: "website",
    isIndexed: false,
  } as const;
  if (!page) return { ...base, title: translate(msg("Page not found")) };

  const { route, params } = page;
  const { access } = route;
  const title = translate(route.title);
  const description = translate(route.description ?? DESCRIPTION);
  const feed = feedOf(route, about, language);
  const head: PageHead = {
    ...base,
    ...(feed && { feed: { title: translate(feed.title, { name: about?.name ?? "" }), href: origin + feed.href } }),
    title,
    description,
    isIndexed: about !== null && about?.isIndexed !== false && access === "everyone" && route.isIndexed !== false,
  };
  if (!route.head || !about) return head;
  return {
    ...head,
    title: access === "everyone" ? truncateLine(about.name, 120) : `${title}: ${truncateLine(about.name, 100)}`,
    description: truncateLine(about.description, 160),
    ...addresses(pathOf(route.path, { ...params, [route.head.param]: about._id })),
    image: origin + about.image,
    imageAlt: truncateLine(about.imageAlt, 150),
    type: about.type,
  };
}

/** The calls of a page that lists open contests. */
const LISTS = ["/all-contests", "/popular-contests"];

function feedOf({ access, data, head }: RemoteRoute, about: PageSubject | null | undefined, language: Language) {
  if (access !== "everyone") return undefined;
  if (head?.from === "creator")
    return about ? { title: msg("Contests by {name}"), href: creatorFeed(about._id, language) } : undefined;
  return data.some((path) => LISTS.includes(path))
    ? { title: msg("Open contests on Conquest"), href: contestsFeed(language) }
    : undefined;
}

// Not fillPath: its module is loaded later and would become part of the shell's initial script.
const pathOf = (pattern: string, params: Readonly<Record<string, string>>) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

export interface HeadTag {
  name: "meta" | "link";
  attributes: Readonly<Record<string, string>>;
}

export function headTags({
  title,
  description,
  canonical,
  alternates,
  image,
  imageAlt,
  type,
  isIndexed,
  feed,
}: PageHead): HeadTag[] {
  const meta = (name: string, content: string): HeadTag => ({ name: "meta", attributes: { name, content } });
  const property = (name: string, content: string): HeadTag => ({
    name: "meta",
    attributes: { property: `og:${name}`, content },
  });
  return [
    meta("description", description),
    { name: "link", attributes: { rel: "canonical", href: canonical } },
    ...(isIndexed
      ? alternates.map((attributes): HeadTag => ({ name: "link", attributes: { rel: "alternate", ...attributes } }))
      : [meta("robots", "noindex")]),
    ...(feed
      ? [
          {
            name: "link",
            attributes: { rel: "alternate", type: "application/atom+xml", title: feed.title, href: feed.href },
          } as const,
        ]
      : []),
    property("site_name", SITE_NAME),
    property("type", type),
    property("title", title),
    property("description", description),
    property("url", canonical),
    property("image", image),
    property("image:type", image.endsWith(".png") ? "image/png" : "image/jpeg"),
    property("image:width", String(SHARE_PICTURE.width)),
    property("image:height", String(SHARE_PICTURE.height)),
    property("image:alt", imageAlt),
    meta("twitter:card", "summary_large_image"),
  ];
}

const truncateLine = (text: string, max: number) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).trimEnd()}…`;
};

type Contest = Pick<
  ResponseOf<typeof getContestDetails>,
  "_id" | "name" | "description" | "summary" | "image" | "winner" | "visibility"
>;
type Creator = Pick<ResponseOf<typeof getCreator>, "_id" | "name" | "photo" | "record">;

/** Describes a subject of pages in a language, which is also that of `translate`. */
export type SubjectOf<Answer> = (answer: Answer, translate: Translate, language: Language) => PageSubject | null;

export const contestSubject: SubjectOf<Contest> = (
  { _id, name, description, summary, image, visibility },
  translate,
  language,
) => ({
  _id,
  isIndexed: visibility === undefined || visibility === "public",
  name,
  description: summary ?? description,
  image: sharePicture(image) ?? contestPicture(_id, language),
  imageAlt: translate(msg("The picture of the contest “{name}”"), { name }),
  type: "article",
});

export const winnerSubject: SubjectOf<Contest> = ({ _id, name: contest, winner, visibility }, translate, language) => {
  if (!winner) return null;
  const values = { winner: winner.name || translate(msg("Someone")), contest };
  const name = translate(msg("{winner} won “{contest}”"), values);
  return {
    _id,
    isIndexed: visibility === undefined || visibility === "public",
    name,
    description: translate(msg("{winner} won “{contest}” on Conquest."), values),
    image: winnerPicture(_id, language),
    imageAlt: name,
    type: "article",
  };
};

export const creatorSubject: SubjectOf<Creator> = ({ _id, name: ownName, photo, record }, translate) => {
  const { run, concluded, cancelled, endedWithoutWinner } = record;
  const name = ownName || translate(msg("A creator"));
  const counts = { name, run, concluded, cancelled: cancelled + endedWithoutWinner, endedWithoutWinner };
  return {
    _id,
    name,
    ...imageOf(
      photo,
      ownName ? translate(msg("The photo of {name}"), { name }) : translate(msg("The photo of a creator")),
      translate,
    ),
    type: "profile",
    description: translate(
      endedWithoutWinner > 0
        ? msg(
            "{name} on Conquest: {run, plural, one {# contest} other {# contests}} run, {concluded} with a winner, {cancelled} cancelled, {endedWithoutWinner} of these without a winner in time.",
          )
        : msg(
            "{name} on Conquest: {run, plural, one {# contest} other {# contests}} run, {concluded} with a winner, {cancelled} cancelled.",
          ),
      counts,
    ),
  };
};
