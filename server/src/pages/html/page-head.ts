import type { FastifyBaseLogger } from "fastify";
import type { PublicAnswer } from "@conquest/shared/contracts/parts/ssr";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import {
  aboutContest,
  aboutCreator,
  aboutWinner,
  headOf,
  type About,
  type PageHead,
  type Thing,
} from "@conquest/shared/contracts/parts/page-head";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";

type WithHead = RemoteRoute & Required<Pick<RemoteRoute, "head">>;

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
export async function describePage(ask: Ask, { origin, path, matched, log }: AskedPage): Promise<PageAnswer> {
  const asked = { origin, path, page: matched };
  if (!matched) return { status: 404, head: headOf(asked) };

  const { route, params } = matched;
  if (!route.head) return { status: 200, head: headOf(asked) };

  const { from, param } = route.head;
  const about = await ABOUT[from](ask, params[param] ?? "").catch((error: unknown) => {
    // A page that says less of itself is better than none: the shell asks again and says what is wrong.
    log.error({ err: error }, "head of a page");
    return undefined;
  });
  const head = headOf({ ...asked, about });
  // A contest in review is there for its owner: the page decides, and search engines are told there is nothing.
  return about === null ? { status: 404, mayBeTheirs: from === "contest", head } : { status: 200, head };
}

type Ask = (address: string) => Promise<PublicAnswer>;

/** As a visitor sees it; null when there is none for them. */
const ABOUT: Record<Thing, (ask: Ask, id: string) => Promise<About | null>> = {
  async contest(ask, id) {
    const { status, body } = await ask(fillPath(getContestDetails.path, { id }));
    return status === 200 ? aboutContest(body as ResponseOf<typeof getContestDetails>) : null;
  },
  async winner(ask, id) {
    const { status, body } = await ask(fillPath(getContestDetails.path, { id }));
    return status === 200 ? aboutWinner(body as ResponseOf<typeof getContestDetails>) : null;
  },
  async creator(ask, id) {
    const { status, body } = await ask(fillPath(getCreator.path, { id }));
    return status === 200 ? aboutCreator(body as ResponseOf<typeof getCreator>) : null;
  },
};
