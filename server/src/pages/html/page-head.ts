import type { FastifyBaseLogger } from "fastify";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/drawing";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import { winnerPicture } from "@conquest/shared/contracts/pictures";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import type { PageHead } from "./page-html";

const DESCRIPTION = "Discover Exciting Challenges and Showcase Your Talent";

/** The picture of a page that has none of its own. */
const PREVIEW = "/media/brand/preview.png";

const oneLine = (text: string, max: number) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).trimEnd()}…`;
};

type WithHead = RemoteRoute & Required<Pick<RemoteRoute, "head">>;

type Thing = WithHead["head"]["from"];

/** Where each contest, or each creator, say, has its own page for everyone: what search engines are led to. */
export const isPageOf =
  (thing: Thing) =>
  (route: RemoteRoute): route is WithHead =>
    route.access === "everyone" && route.head?.from === thing;

export interface PageAnswer {
  status: 200 | 404;
  /** Visitors see nothing here; somebody who is signed in may. */
  mayBeTheirs?: boolean;
  head: PageHead;
}

interface AskedPage {
  origin: string;
  path: string;
  matched: SitePage | undefined;
  log: FastifyBaseLogger;
}

/** Title, description and picture of the page at this address, and whether there is such a page. */
export async function describePage(ask: (address: string) => Promise<PublicAnswer>, { origin, path, matched, log }: AskedPage): Promise<PageAnswer> {
  const base = { description: DESCRIPTION, canonical: origin + path, image: origin + PREVIEW, type: "website", isIndexed: false } as const;
  if (!matched) return { status: 404, head: { ...base, title: "Page not found" } };

  const { route, params } = matched;
  const { title, description = DESCRIPTION, access } = route;
  const head: PageHead = { ...base, title, description, isIndexed: access === "everyone" && route.isIndexed !== false };
  if (!route.head) return { status: 200, head };

  const { from, param } = route.head;
  const thing = await ABOUT[from](ask, params[param] ?? "").catch((error: unknown) => {
    // A page that says less of itself is better than none: the shell asks again and says what is wrong.
    log.error({ err: error }, "head of a page");
    return undefined;
  });
  if (thing === undefined) return { status: 200, head };
  // A contest in review is there for its owner: the page decides, and search engines are told there is nothing.
  if (thing === null) return { status: 404, mayBeTheirs: from === "contest", head: { ...head, isIndexed: false } };
  return {
    status: 200,
    head: {
      ...head,
      title: access === "everyone" ? oneLine(thing.name, 120) : `${title}: ${oneLine(thing.name, 100)}`,
      description: oneLine(thing.description, 160),
      canonical: origin + fillPath(route.path, { ...params, [param]: thing._id }),
      image: thing.image.startsWith("/") ? origin + thing.image : thing.image,
      type: thing.type,
    },
  };
}

/** What a page is about, for its head. */
interface About extends Pick<PageHead, "type" | "description" | "image"> {
  _id: string;
  name: string;
}

type Ask = (address: string) => Promise<PublicAnswer>;

/** As a visitor sees it; null when there is none for them. */
const ABOUT: Record<Thing, (ask: Ask, id: string) => Promise<About | null>> = {
  async contest(ask, id) {
    const { status, body } = await ask(fillPath(getContestDetails.path, { id }));
    return status === 200 ? { ...(body as ResponseOf<typeof getContestDetails>), type: "article" } : null;
  },
  async winner(ask, id) {
    const { status, body } = await ask(fillPath(getContestDetails.path, { id }));
    const contest = status === 200 ? (body as ResponseOf<typeof getContestDetails>) : null;
    if (!contest?.winner) return null;
    const name = `${contest.winner.name || "Somebody"} won “${contest.name}”`;
    return { _id: contest._id, name, description: `${name} on Conquest.`, image: winnerPicture(contest._id), type: "article" };
  },
  async creator(ask, id) {
    const { status, body } = await ask(fillPath(getCreator.path, { id }));
    if (status !== 200) return null;
    const { _id, name, photo, record } = body as ResponseOf<typeof getCreator>;
    return { _id, name: name || "A creator", image: photo || PREVIEW, type: "profile", description: `${name || "A creator"} on Conquest: ${recordInWords(record)}` };
  },
};

const number = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

function recordInWords({ run, concluded, cancelled, endedWithoutWinner }: CreatorRecord): string {
  const ended = endedWithoutWinner > 0 ? [`${endedWithoutWinner} ended without a winner`] : [];
  return `${[number(run, "contest run", "contests run"), `${concluded} with a winner`, ...ended, `${cancelled} cancelled`].join(", ")}.`;
}
