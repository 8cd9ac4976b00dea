import type { FastifyBaseLogger } from "fastify";
import { type PublicResponse, FIRST_PAINT_IDS, type SsrState } from "@conquest/shared/contracts/parts/ssr";
import type { Endpoint, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { fillPath, type SitePage } from "@conquest/shared/contracts/parts/match-route";
import {
  contestSubject,
  creatorSubject,
  winnerSubject,
  buildPageHead,
  type PageSubject,
  type PageHead,
  type SubjectKind,
  type SubjectOf,
  type Translate,
  headTags,
  SITE_NAME,
  type HeadTag,
} from "@conquest/shared/contracts/parts/page-head";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { escapeHtml } from "../../platform/text/format";
import type { PageStyles } from "./page-styles";
import { structuredDataOf } from "./structured-data";
import type { LiveRegistry } from "../../releases/live/live-registry";

export const isPageOf =
  (thing: SubjectKind) =>
  (route: RemoteRoute): route is RemoteRoute & Required<Pick<RemoteRoute, "head">> =>
    route.access === "everyone" && route.head?.from === thing;

interface PageAnswer {
  status: 200 | 404;
  /** Hidden from visitors, but possibly visible to the signed-in user. */
  isPossiblyVisible?: boolean;
  head: PageHead;
  structuredData?: object | null;
}

interface PageRequest extends Pick<Parameters<typeof buildPageHead>[0], "language" | "languages"> {
  origin: string;
  translate: Translate;
  path: string;
  matched: SitePage | undefined;
  log: FastifyBaseLogger;
}

export async function describePage(ask: Ask, { matched, log, ...rest }: PageRequest): Promise<PageAnswer> {
  const headInput = { ...rest, page: matched };
  if (!matched) return { status: 404, head: buildPageHead(headInput) };

  const { route, params } = matched;
  const describe = (head: PageHead, subject?: unknown) => ({
    head,
    structuredData: structuredDataOf({ head, route, language: "en", ...rest }, subject),
  });
  if (!route.head) return { status: 200, ...describe(buildPageHead(headInput)) };

  const { from, param } = route.head;
  const { isFound, about, subject } = await ABOUT[from](ask, params[param] ?? "", rest).catch(
    (error: unknown): FoundSubject => {
      // A page with a generic head is better than none; the shell requests the data again and shows the error.
      log.error({ err: error }, "head of a page");
      return { isFound: true, about: undefined };
    },
  );
  const described = describe(buildPageHead({ ...headInput, about }), subject);
  // Contests in review are visible to their owners, so the client decides; crawlers get a 404.
  return isFound
    ? { status: 200, ...described }
    : { status: 404, isPossiblyVisible: from !== "creator", head: described.head };
}

type Ask = (address: string) => Promise<PublicResponse>;

type Reader = Pick<PageRequest, "translate" | "language">;

const findSubject =
  <E extends Endpoint>({ path }: E, subjectOf: SubjectOf<ResponseOf<E>>) =>
  async (ask: Ask, id: string, { translate, language = "en" }: Reader): Promise<FoundSubject> => {
    const { status, body } = await ask(fillPath(path, { id }));
    const isFound = status === 200;
    if (!isFound) return { isFound, about: null };
    const subject = body as ResponseOf<E>;
    return { isFound, about: subjectOf(subject, translate, language), subject };
  };

interface FoundSubject {
  isFound: boolean;
  /** Null for a page that is not indexed, such as that of a contest without a winner. */
  about: PageSubject | null | undefined;
  /** The response that it was found in. */
  subject?: unknown;
}

const ABOUT: Record<SubjectKind, (ask: Ask, id: string, reader: Reader) => Promise<FoundSubject>> = {
  contest: findSubject(getContestDetails, contestSubject),
  winner: findSubject(getContestDetails, winnerSubject),
  creator: findSubject(getCreator, creatorSubject),
};

/** Escapes `<`, so that neither `</script>` nor `<!--` in the data can end the block. */
const toInlineJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${toInlineJson(value)}</script>`;

export interface PageFile {
  href: string;
  integrity: string | undefined;
}

const atBase =
  (base: string, integrity: Record<string, string>) =>
  (file: string): PageFile => ({ href: base + file, integrity: integrity[file] });

export function filesOfPage({ current, isEnabled }: RegistryRemote, { path }: RemoteRoute) {
  if (!isEnabled) return { scripts: [], styles: [] };
  const { files, base, integrity } = current;
  const page = files.pages[path];
  const scripts = new Set([files.entry, ...files.scripts, ...(page?.scripts ?? [])]);
  const styles = new Set([...files.styles, ...(page?.styles ?? [])]);
  return { scripts: [...scripts].map(atBase(base, integrity)), styles: [...styles].map(atBase(base, integrity)) };
}

export const dashboardFiles = (
  { version, integrity, chunks }: NonNullable<LiveRegistry["shell"]>,
  hasSession: boolean,
): PageFile[] =>
  ["dashboard-frame", "http-client", ...(hasSession ? ["identity"] : [])]
    .flatMap((name) => chunks[name]?.scripts ?? [])
    .map(atBase(`/mf/shell/${version}/`, integrity));

const isRelative = (address: string) => !/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(address);

export function withShellBase(
  template: string,
  { base, integrity }: { base: string; integrity: Record<string, string> },
): string {
  return template.replace(/<(?:script|link)\b[^>]*>/gi, (tag) =>
    tag.replace(/\b(src|href)=("|')?([^"'\s>]+)\2/i, (whole, name: string, _quote, address: string) => {
      if (!isRelative(address)) return whole;
      const file = address.replace(/^\.\//, "");
      return `${name}="${base}${escapeHtml(file)}"${integrityOf(integrity[file])}`;
    }),
  );
}

export const integrityOf = (hash: string | undefined) => (hash ? ` integrity="${hash}"` : "");

export interface Page {
  template: string;
  language: Language;
  head: PageHead;
  structuredData?: object | null | undefined;
  config: SiteConfig;
  registry: Registry;
  shellScripts: readonly string[];
  /** Run before those of the shell. */
  messages: readonly PageFile[];
  scripts: readonly PageFile[];
  styles: Pick<PageStyles, "tags" | "late">;
  ssrPage: { markup: string; links: readonly string[]; state: SsrState } | null;
}

const renderTag = ({ name, attributes }: HeadTag) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join("")}>`;

export function renderPage({
  template,
  language,
  head,
  structuredData,
  config,
  registry,
  shellScripts,
  messages,
  scripts,
  styles,
  ssrPage,
}: Page): string {
  // Link previews read the first 32 kB of a page.
  const headLines = [`<title>${escapeHtml(head.title)} | ${SITE_NAME}</title>`, ...headTags(head).map(renderTag)];
  // Data, which browsers do not execute, so no content security policy applies to it.
  if (structuredData) headLines.push(`<script type="application/ld+json">${toInlineJson(structuredData)}</script>`);
  const scriptTags = [
    ...messages.map(
      ({ href, integrity }) => `<script defer src="${escapeHtml(href)}"${integrityOf(integrity)}></script>`,
    ),
    ...shellScripts,
    ...scripts.map(
      ({ href, integrity }) => `<link rel="preload" as="script" href="${escapeHtml(href)}"${integrityOf(integrity)}>`,
    ),
  ];
  const lines = [
    // Browsers warn if the element is missing.
    ...FIRST_PAINT_IDS.flatMap((id) =>
      ssrPage?.markup.includes(`id="${id}"`) ? [`<link rel="expect" href="#${id}" blocking="render">`] : [],
    ),
    ...(ssrPage?.links ?? []),
    ...styles.tags,
    // Preloads in the head of a server-rendered page would compete with the HTML for bandwidth.
    ...(ssrPage ? [] : scriptTags),
  ];
  const data = [
    // Deferred scripts wait for these, since elements they add may need any rule.
    ...styles.late,
    ...(ssrPage ? scriptTags : []),
    dataBlock("conquest-config", config),
    dataBlock("conquest-registry", registry),
    ...(ssrPage ? [dataBlock("conquest-drawn", ssrPage.state)] : []),
  ];
  // Functions as replacements: a `$` in a contest's title must stay a `$`.
  return template
    .replace(/(<html\b[^>]*\blang=")en"/i, (_, before: string) => `${before}${language}"`)
    .replace(/<title>[^<]*<\/title>/i, () => headLines.join("\n"))
    .replace(/<\/head>/i, () => `${lines.join("\n")}\n</head>`)
    .replace(
      /(<div id="root">)(<\/div>)/i,
      (_, open: string, close: string) => `${open}${ssrPage?.markup ?? ""}${close}`,
    )
    .replace(/<\/body>/i, () => `${data.join("\n")}\n</body>`);
}
