import type { FastifyBaseLogger } from "fastify";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { PublicAnswer } from "@conquest/shared/contracts/drawing";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { fillPath, type SitePage } from "@conquest/shared/contracts/match-route";
import type { RemoteRoute } from "@conquest/shared/contracts/remote";
import type { PageHead } from "./page-html";

const DESCRIPTION = "Discover Exciting Challenges and Showcase Your Talent";

/** The picture of a page that has none of its own. */
const PREVIEW = "/media/brand/preview.png";

const oneLine = (text: string, max: number) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).trimEnd()}…`;
};

type WithHead = RemoteRoute & Required<Pick<RemoteRoute, "head">>;

/** Where each contest has its own page for everyone: what search engines are led to. */
export const isPageOfContests = (route: RemoteRoute): route is WithHead => route.access === "everyone" && route.head !== undefined;

export interface PageAnswer {
  status: 200 | 404;
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

  const { param } = route.head;
  const contest = await readContest(ask, params[param] ?? "").catch((error: unknown) => {
    // A page that says less of itself is better than none: the shell asks again and says what is wrong.
    log.error({ err: error }, "head of a page");
    return undefined;
  });
  if (contest === undefined) return { status: 200, head };
  // A contest in review is there for its owner: the page decides, and search engines are told there is nothing.
  if (contest === null) return { status: 404, head: { ...head, isIndexed: false } };
  return {
    status: 200,
    head: {
      ...head,
      title: isPageOfContests(route) ? oneLine(contest.name, 120) : `${title}: ${oneLine(contest.name, 100)}`,
      description: oneLine(contest.description, 160),
      canonical: origin + fillPath(route.path, { ...params, [param]: contest._id }),
      image: contest.image.startsWith("/") ? origin + contest.image : contest.image,
      type: "article",
    },
  };
}

/** The contest as a visitor sees it; null when there is none for them. */
async function readContest(ask: (address: string) => Promise<PublicAnswer>, id: string): Promise<ContestDetails | null> {
  const { status, body } = await ask(fillPath(getContestDetails.path, { id }));
  return status === 200 ? (body as ContestDetails) : null;
}
