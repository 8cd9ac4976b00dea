import type { FastifyBaseLogger } from "fastify";
import type { PublicResponse } from "@conquest/shared/contracts/parts/ssr";
import type { Endpoint, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import {
  contestSubject,
  creatorSubject,
  winnerSubject,
  buildPageHead,
  type PageSubject,
  type PageHead,
  type SubjectKind,
} from "@conquest/shared/contracts/parts/page-head";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";

export const isPageOf =
  (thing: SubjectKind) =>
  (route: RemoteRoute): route is RemoteRoute & Required<Pick<RemoteRoute, "head">> =>
    route.access === "everyone" && route.head?.from === thing;

export interface PageAnswer {
  status: 200 | 404;
  /** Hidden from visitors, but possibly visible to the signed-in user. */
  isPossiblyVisible?: boolean;
  head: PageHead;
}

interface PageRequest {
  origin: string;
  path: string;
  matched: SitePage | undefined;
  log: FastifyBaseLogger;
}

export async function describePage(ask: Ask, { origin, path, matched, log }: PageRequest): Promise<PageAnswer> {
  const headInput = { origin, path, page: matched };
  if (!matched) return { status: 404, head: buildPageHead(headInput) };

  const { route, params } = matched;
  if (!route.head) return { status: 200, head: buildPageHead(headInput) };

  const { from, param } = route.head;
  const subject = await ABOUT[from](ask, params[param] ?? "").catch((error: unknown) => {
    // A page with a generic head is better than none; the shell requests the data again and shows the error.
    log.error({ err: error }, "head of a page");
    return undefined;
  });
  const head = buildPageHead({ ...headInput, about: subject });
  // Contests in review are visible to their owners, so the client decides; crawlers get a 404.
  return subject === null ? { status: 404, isPossiblyVisible: from === "contest", head } : { status: 200, head };
}

type Ask = (address: string) => Promise<PublicResponse>;

const about =
  <E extends Endpoint>({ path }: E, subjectOf: (body: ResponseOf<E>) => PageSubject | null) =>
  async (ask: Ask, id: string) => {
    const { status, body } = await ask(fillPath(path, { id }));
    return status === 200 ? subjectOf(body as ResponseOf<E>) : null;
  };

const ABOUT: Record<SubjectKind, (ask: Ask, id: string) => Promise<PageSubject | null>> = {
  contest: about(getContestDetails, contestSubject),
  winner: about(getContestDetails, winnerSubject),
  creator: about(getCreator, creatorSubject),
};
