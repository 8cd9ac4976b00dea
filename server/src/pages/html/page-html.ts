import { PAINTED_FIRST, type SsrState } from "@conquest/shared/contracts/parts/ssr";
import { headTags, SITE_NAME, type HeadTag, type PageHead } from "@conquest/shared/contracts/parts/page-head";
import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { escapeHtml } from "../../platform/http/escape-html";
import type { PageStyles } from "./page-styles";
import type { LiveRegistry } from "../../releases/live/live-registry";
import type { SiteConfig } from "@conquest/shared/contracts/parts/site-config";

/** JSON that no text inside can end early: `</script>` and `<!--` both need a `<`. */
const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

/** A file of a release that a page needs. */
export interface PageFile {
  href: string;
  integrity: string | undefined;
}

const atBase =
  (base: string, integrity: Record<string, string>) =>
  (file: string): PageFile => ({ href: base + file, integrity: integrity[file] });

/** The files that a remote's page needs, so that they are on their way before any script has run. */
export function filesOfPage(
  { current, isEnabled }: RegistryRemote,
  { path }: RemoteRoute,
): { scripts: PageFile[]; styles: PageFile[] } {
  if (!isEnabled) return { scripts: [], styles: [] };
  const { files, base, integrity } = current;
  const page = files.pages[path];
  const scripts = new Set([files.entry, ...files.scripts, ...(page?.scripts ?? [])]);
  const styles = new Set([...files.styles, ...(page?.styles ?? [])]);
  return { scripts: [...scripts].map(atBase(base, integrity)), styles: [...styles].map(atBase(base, integrity)) };
}

/** Files of the shell that its script asks for when a page of a dashboard opens. */
export const filesOfDashboard = (
  { version, integrity, chunks }: NonNullable<LiveRegistry["shell"]>,
  hasSession: boolean,
): PageFile[] =>
  ["dashboard-frame", ...(hasSession ? ["identity"] : [])]
    .flatMap((name) => chunks[name]?.scripts ?? [])
    .map(atBase(`/mf/shell/${version}/`, integrity));

const isRelative = (address: string) => !/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(address);

/** The shell's own files lie below its release: relative addresses get that base, and the hash of what they must hold. */
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
  /** The shell's HTML, its addresses already right. */
  template: string;
  head: PageHead;
  config: SiteConfig;
  /** As much of it as this page needs. */
  registry: Registry;
  /** The tags of the shell's scripts. */
  shellScripts: readonly string[];
  /** Scripts that those will want. */
  scripts: readonly PageFile[];
  styles: Pick<PageStyles, "tags" | "late">;
  /** What is painted first; null when the page is drawn in the browser. */
  drawn: { markup: string; links: readonly string[]; state: SsrState } | null;
}

const inHtml = ({ name, attributes }: HeadTag) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join("")}>`;

/** The site's HTML for one address: the shell's template with everything the first paint needs, and what scripts need to go on. */
export function renderPage({ template, head, config, registry, shellScripts, scripts, styles, drawn }: Page): string {
  // Link previews read the first 32 kB of a page.
  const about = [`<title>${escapeHtml(head.title)} | ${SITE_NAME}</title>`, ...headTags(head).map(inHtml)];
  const running = [
    ...shellScripts,
    ...scripts.map(
      ({ href, integrity }) => `<link rel="preload" as="script" href="${escapeHtml(href)}"${integrityOf(integrity)}>`,
    ),
  ];
  const lines = [
    // Of a page without it browsers would complain.
    ...PAINTED_FIRST.flatMap((id) =>
      drawn?.markup.includes(`id="${id}"`) ? [`<link rel="expect" href="#${id}" blocking="render">`] : [],
    ),
    ...(drawn?.links ?? []),
    ...styles.tags,
    // Asked for before a drawn page has arrived, scripts would only take the line from it.
    ...(drawn ? [] : running),
  ];
  const data = [
    // Deferred scripts wait for these, since elements they add may need any rule.
    ...styles.late,
    ...(drawn ? running : []),
    dataBlock("conquest-config", config),
    dataBlock("conquest-registry", registry),
    ...(drawn ? [dataBlock("conquest-drawn", drawn.state)] : []),
  ];
  // Functions as replacements: a `$` in a contest's title must stay a `$`.
  return template
    .replace(/<title>[^<]*<\/title>/i, () => about.join("\n"))
    .replace(/<\/head>/i, () => `${lines.join("\n")}\n</head>`)
    .replace(/(<div id="root">)(<\/div>)/i, (_, open: string, close: string) => `${open}${drawn?.markup ?? ""}${close}`)
    .replace(/<\/body>/i, () => `${data.join("\n")}\n</body>`);
}
