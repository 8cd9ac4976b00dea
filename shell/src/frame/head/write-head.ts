import type { Endpoint, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import type { SitePage } from "@conquest/shared/contracts/parts/match-route";
import {
  contestSubject,
  creatorSubject,
  winnerSubject,
  buildPageHead,
  headTags,
  type SubjectOf,
  type HeadTag,
  type SubjectKind,
} from "@conquest/shared/contracts/parts/page-head";
import { config } from "@conquest/shared/singletons/config";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { language, loadMessages, t } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import type { PageRegistry } from "../../registry/page-registry";

const WRITTEN =
  'meta:is([name=description], [name=robots], [property^="og:"], [name^="twitter:"]), link:is([rel=canonical], [rel=alternate]:is([hreflang], [type="application/atom+xml"]))';

interface Source {
  endpoint: Endpoint;
  read: SubjectOf<never>;
}

const source = <E extends Endpoint>(endpoint: E, read: SubjectOf<ResponseOf<E>>): Source => ({ endpoint, read });

const SOURCES: Record<SubjectKind, Source> = {
  contest: source(getContestDetails, contestSubject),
  winner: source(getContestDetails, winnerSubject),
  creator: source(getCreator, creatorSubject),
};

let unsubscribe: () => unknown = () => undefined;

export function writeHead(path: string, page: SitePage | undefined, { remotes }: Pick<PageRegistry, "remotes">): void {
  unsubscribe();
  let isOver = false;
  unsubscribe = () => (isOver = true);
  const thing = page && thingOf(page);
  const files = page && remotes()[page.part]?.current.files.pages[page.route.path];
  const languages = config().languages?.filter((each) => each === "en" || files?.messages?.[each]);
  const write = () =>
    isOver ||
    putTags(
      headTags(
        buildPageHead({
          origin: siteOrigin(),
          path,
          page,
          about: thing?.about(),
          language: language(),
          ...(languages && { languages }),
          translate: t,
        }),
      ),
    );
  write();
  void (page && loadMessages(page.route.path)?.then(write));
  if (!thing) return;
  const cache = queryClient.getQueryCache();
  const end = cache.subscribe(({ type, query }) => {
    if (type === "updated" && query === cache.find({ queryKey: thing.key })) write();
  });
  unsubscribe = () => {
    isOver = true;
    end();
  };
}

function thingOf({ route: { head }, params }: SitePage) {
  // A newer part may name a source that this shell doesn't know.
  const source = head && (SOURCES as Partial<typeof SOURCES>)[head.from];
  if (!source) return undefined;
  const { endpoint, read } = source;
  const key = keyOf(endpoint, { params: { id: params[head.param] ?? "" } });
  const about = () => {
    const { data, status } = queryClient.getQueryState(key) ?? {};
    if (data !== undefined) return read(data as never, t, language());
    return status === "error" ? null : undefined;
  };
  return { key, about };
}

/** Prefers the server's canonical URL, since the site may be reachable by other hostnames. */
const siteOrigin = () =>
  new URL(document.head.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href).origin;

/** Only the server describes pages with it: crawlers request each page from the server. */
function removeStructuredData(canonical: string | undefined): void {
  if (document.head.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href !== canonical)
    document.head.querySelector('script[type="application/ld+json"]')?.remove();
}

function putTags(tags: readonly HeadTag[]): void {
  removeStructuredData(tags.find(({ attributes }) => attributes["rel"] === "canonical")?.attributes["href"]);
  const before = document.head.querySelectorAll(WRITTEN);
  for (const { name, attributes } of tags) {
    const element = document.createElement(name);
    Object.entries(attributes).forEach((attribute) => element.setAttribute(...attribute));
    document.head.append(element);
  }
  before.forEach((element) => element.remove());
}
