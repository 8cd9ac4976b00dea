import type { FastifyInstance, FastifyRequest } from "fastify";
import { contestDetails, type ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { PageHead } from "./page-html";
import type { MatchedRoute } from "./match-route";

const DESCRIPTION = "Discover Exciting Challenges and Showcase Your Talent";

/** The picture of a page that has none of its own. */
const PREVIEW = "/media/brand/preview.png";

const oneLine = (text: string, max: number) => {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).trimEnd()}…`;
};

/** The contest as a visitor may see it; null when there is none for them, "unknown" when the API cannot say right now. */
export async function publicContest(app: FastifyInstance, request: FastifyRequest, id: string): Promise<ContestDetails | null | "unknown"> {
  const url = `/api${getContestDetails.path.replace(":id", encodeURIComponent(id))}`;
  // As the visitor, not as the server: the call counts against their limits and shows what anybody may see.
  const answer = await app.inject({ url, remoteAddress: request.ip });
  if (answer.statusCode === 404) return null;
  const contest = contestDetails.safeParse(answer.statusCode === 200 ? answer.json() : undefined);
  return contest.success ? contest.data : "unknown";
}

const isContestPage = ({ route }: MatchedRoute) => route.path.startsWith("/contest-details/:id");

export interface PageAnswer {
  status: 200 | 404;
  head: PageHead;
}

/** Title, description and picture of the page at this address, and whether there is such a page. */
export async function describePage(
  app: FastifyInstance,
  request: FastifyRequest,
  page: { origin: string; path: string; matched: MatchedRoute | null },
): Promise<PageAnswer> {
  const canonical = page.origin + page.path;
  const base = { description: DESCRIPTION, canonical, image: page.origin + PREVIEW, type: "website", isIndexed: false } as const;
  const { matched } = page;
  if (!matched) return { status: 404, head: { ...base, title: "Page not found" } };

  const { title, description = DESCRIPTION, access } = matched.route;
  const head: PageHead = { ...base, title, description, isIndexed: access === "everyone" };
  if (!isContestPage(matched)) return { status: 200, head };

  const contest = await publicContest(app, request, matched.params["id"] ?? "");
  // A contest in review is there for its owner: the page decides, and search engines are told there is nothing.
  if (contest === null) return { status: 404, head: { ...head, isIndexed: false } };
  if (contest === "unknown") return { status: 200, head };
  return {
    status: 200,
    head: {
      ...head,
      title: head.isIndexed ? oneLine(contest.name, 120) : `${title}: ${oneLine(contest.name, 100)}`,
      description: oneLine(contest.description, 160),
      canonical: `${page.origin}/contest-details/${contest._id}`,
      image: contest.image.startsWith("/") ? page.origin + contest.image : contest.image,
      type: "article",
    },
  };
}

