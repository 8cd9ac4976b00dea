// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- only used on the server, so the shell does not bundle it
import { dehydrate, type Query, type QueryClient, type QueryKey, type QueryOptions } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server.browser";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- only used on the server
import { StaticRouter } from "react-router";
import type { SsrRequest, SsrResult } from "@conquest/shared/contracts/parts/ssr";
import { languagePrefix, splitLanguage } from "@conquest/shared/contracts/parts/languages";
import { matchRoute } from "@conquest/shared/contracts/parts/match-route";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideFirstRenderTime, wasFirstRenderTimeRead } from "@conquest/shared/singletons/first-render";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { createQueryClient } from "@conquest/shared/singletons/query-client";
import { loadDashboardFrame } from "../frame/dashboard/lazy-dashboard-frame";
import { createPageRegistry } from "../registry/page-registry";
import { createSiteMap } from "../registry/site-map";
import type { Parts } from "../remote-part/parts";
import { WholeSite } from "../whole-site";
import { createSsrAdapter, type ApiFetcher } from "./ssr-http-adapter";

/** Imported by the SSR bundles of parts. */
// Servers read these two names from every release of the shell.
export { sharedModules as provided } from "../shared-modules";
export { renderPage as drawPage };

/** The exports of a part's SSR bundle, see shared/build/ssr.mjs. */
interface PartModule {
  default: ComponentType;
  load?: (path: string) => Promise<void>;
}

/** The first pass collects the page's queries; their responses may lead to more queries. */
const MAX_PASSES = 4;

/** Queries of the last render by address. Fetched in advance, they make a second pass unnecessary. */
const knownQueries = new Map<string, KnownQuery[]>();
const MAX_REMEMBERED = 200;
type KnownQuery = QueryOptions & { queryKey: QueryKey };

function remember(address: string, client: QueryClient): void {
  const [oldest] = knownQueries.keys();
  if (knownQueries.size >= MAX_REMEMBERED && oldest !== undefined) knownQueries.delete(oldest);
  knownQueries.set(
    address,
    client
      .getQueryCache()
      .getAll()
      .filter(isEnabled)
      .map(({ options, queryKey }) => ({ ...options, queryKey })),
  );
}

const isEnabled = ({ options }: Query) => (options as { enabled?: unknown }).enabled !== false;

/** Renders a page with an unknown session, identical for all users. `part` is null for the shell's own pages. */
export async function renderPage(request: SsrRequest, part: PartModule | null, ask: ApiFetcher): Promise<SsrResult> {
  const { address, now } = request;
  const { languages } = provideConfig(request.config);
  createSsrAdapter(request.answers, ask);
  const { language, address: unprefixed } = splitLanguage(address, languages);
  const path = unprefixed.split("?")[0]!;
  await part?.load?.(path);
  if (matchRoute(request.remotes, path)?.route.layout === "dashboard") await loadDashboardFrame();

  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const registry = createPageRegistry({ remotes: request.remotes }, null);
  const site = {
    registry,
    map: createSiteMap(registry),
    parts: partsOf(part),
    firstPath: path,
    pendingHydration: null,
  };

  const fetch = (query: Query) => query.fetch().catch(() => undefined);
  await Promise.all(
    (knownQueries.get(address) ?? []).map((options) => fetch(client.getQueryCache().build(client, options))),
  );
  let html = "";
  for (let pass = 1; ; pass += 1) {
    provideFirstRenderTime(now);
    provideLanguage(language, request.messages ?? []);
    html = renderToString(
      <WholeSite
        site={site}
        client={client}
        router={(content) => (
          <StaticRouter basename={languagePrefix(language)} location={address}>
            {content}
          </StaticRouter>
        )}
      />,
    );
    const pending = pendingQueries(client);
    if (pending.length === 0 || pass === MAX_PASSES) break;
    await Promise.all(pending.map(fetch));
  }
  remember(address, client);
  // React marks boundaries that it leaves to the client, which would show only a spinner.
  if (html.includes("<!--$!-->")) throw new Error("Something on this page was not ready to render.");
  return { ...withoutHoisted(html), answers: answersOf(client), usesClock: wasFirstRenderTimeRead() };
}

const pendingQueries = (client: QueryClient): Query[] =>
  client.getQueryCache().findAll({ predicate: (query) => query.state.status === "pending" && isEnabled(query) });

function answersOf(client: QueryClient) {
  const { queries } = dehydrate(client);
  return { queries: queries.map(({ queryHash, queryKey, state: { data } }) => ({ queryHash, queryKey, data })) };
}

/** Removes the head tags that React puts first. The server already writes the title, and places the links itself. */
function withoutHoisted(html: string): Pick<SsrResult, "markup" | "links"> {
  const [hoisted = ""] = /^(?:<title>[^<]*<\/title>|<(?:link|meta)\b[^>]*>)*/.exec(html) ?? [];
  return { markup: html.slice(hoisted.length), links: hoisted.match(/<link\b[^>]*>/g) ?? [] };
}

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
  const noop = () => undefined;
  return {
    load: noop,
    loadPage: () => Promise.resolve(true),
    settled: () => Promise.resolve(),
    retry: noop,
    reportRuntimeFailure: noop,
    state: () => state,
    subscribe: () => noop,
  };
}
