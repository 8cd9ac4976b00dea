// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- never in a page, so that the shell need not bring it
import { dehydrate, type Query, type QueryClient, type QueryKey, type QueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server.browser";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- no part needs it, and no browser is sent it
import { StaticRouter } from "react-router";
import type { SsrRequest, SsrResult } from "@conquest/shared/contracts/parts/ssr";
import { matchRoute } from "@conquest/shared/contracts/parts/match-route";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideFirstInstant, usesClock } from "@conquest/shared/singletons/first-render";
import { createQueryClient } from "@conquest/shared/singletons/query-client";
import { loadDashboardFrame } from "../frame/dashboard/lazy-dashboard-frame";
import { knownRegistry } from "../registry/known-registry";
import { siteMapOf } from "../registry/site-map";
import type { Parts } from "../remote-part/parts";
import { WholeSite } from "../whole-site";
import { createSsrAdapter, type Ask } from "./ssr-http-adapter";

/** What the bundle of a part takes from this one. */
export { sharedModules } from "../shared-modules";

/** What the bundle of a part brings; see shared/build/ssr.mjs. */
interface PartModule {
  default: ComponentType;
  /** Has the code of the page at this path ready. */
  load?: (path: string) => Promise<void>;
}

/** The first finds out what the page asks for; what an answer leads to may be another question. */
const MOST_PASSES = 4;

/** What the pages of some addresses asked for when they were drawn last: their first pass can be the only one. */
const asked = new Map<string, AskedFor[]>();
const MOST_REMEMBERED = 200;
type AskedFor = QueryOptions & { queryKey: QueryKey };

function remember(address: string, client: QueryClient): void {
  const [oldest] = asked.keys();
  if (asked.size >= MOST_REMEMBERED && oldest !== undefined) asked.delete(oldest);
  asked.set(
    address,
    client
      .getQueryCache()
      .getAll()
      .filter(isEnabled)
      .map(({ options, queryKey }) => ({ ...options, queryKey })),
  );
}

const isEnabled = ({ options }: Query) => (options as { enabled?: unknown }).enabled !== false;

/** Draws a page as everybody gets it, with the session still unknown. `part`: the code of the page, null for the shell's own. */
export async function renderPage(order: SsrRequest, part: PartModule | null, ask: Ask): Promise<SsrResult> {
  const { address, now } = order;
  provideConfig(order.config);
  createSsrAdapter(order.answers, ask);
  const path = address.split("?")[0]!;
  await part?.load?.(path);
  if (matchRoute(order.remotes, path)?.route.layout === "dashboard") await loadDashboardFrame();

  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const registry = knownRegistry({ remotes: order.remotes }, null);
  const site = { registry, map: siteMapOf(registry), parts: partsOf(part), firstPath: path, standing: null };

  const fetch = (question: Query) => question.fetch().catch(() => undefined);
  await Promise.all((asked.get(address) ?? []).map((options) => fetch(client.getQueryCache().build(client, options))));
  let drawn = "";
  for (let pass = 1; ; pass += 1) {
    provideFirstInstant(now);
    drawn = renderToString(
      <WholeSite
        site={site}
        client={client}
        router={(content) => <StaticRouter location={address}>{content}</StaticRouter>}
      />,
    );
    const open = unanswered(client);
    if (open.length === 0 || pass === MOST_PASSES) break;
    await Promise.all(open.map(fetch));
  }
  remember(address, client);
  // React's mark for what it leaves to the browser: nobody would see more of it than a spinner.
  if (drawn.includes("<!--$!-->")) throw new Error("Something on this page was not ready to be drawn.");
  return { ...withoutHoisted(drawn), answers: answersOf(client), usesClock: usesClock() };
}

const unanswered = (client: QueryClient): Query[] =>
  client
    .getQueryCache()
    .findAll({ predicate: (question) => question.state.status === "pending" && isEnabled(question) });

/** The browser counts their age from when it got them. */
function answersOf(client: QueryClient) {
  const { queries } = dehydrate(client);
  return { queries: queries.map(({ queryHash, queryKey, state: { data } }) => ({ queryHash, queryKey, data })) };
}

/** React puts what belongs into the head before everything else. The title is there already; links are for the server to place. */
function withoutHoisted(drawn: string): Pick<SsrResult, "markup" | "links"> {
  const [hoisted = ""] = /^(?:<title>[^<]*<\/title>|<(?:link|meta)\b[^>]*>)*/.exec(drawn) ?? [];
  return { markup: drawn.slice(hoisted.length), links: hoisted.match(/<link\b[^>]*>/g) ?? [] };
}

/** There is one part on a page, and its code is here. */
function partsOf(part: PartModule | null): Parts {
  const state = part
    ? ({
        phase: "ready",
        Routes: part.default,
        loadPage: () => Promise.resolve(),
        version: "",
        base: "",
        turn: 0,
      } as const)
    : ({ phase: "loading" } as const);
  const nothing = () => undefined;
  return {
    load: nothing,
    loadPage: () => Promise.resolve(true),
    settled: () => Promise.resolve(),
    retry: nothing,
    failedInUse: nothing,
    state: () => state,
    subscribe: () => nothing,
  };
}
