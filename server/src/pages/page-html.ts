import { filesOfManifest, type Registry, type RegistryRemote } from "@conquest/shared/contracts/releases";
import type { SiteConfig } from "@conquest/shared/contracts/site-config";

export const SITE_NAME = "Conquest";

/** What a page says of itself to search engines and to whoever shares its address. */
export interface PageHead {
  /** Without the site's name. */
  title: string;
  description: string;
  /** Absolute. */
  canonical: string;
  /** Absolute. */
  image: string;
  type: "website" | "article";
  /** False keeps the page out of search results. */
  isIndexed: boolean;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** JSON that no text inside can end early: `</script>` and `<!--` both need a `<`. */
const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

export interface Preload {
  href: string;
  as: "script" | "style";
  integrity: string | undefined;
}

/** The files that a remote's first page needs, so that they are on their way before any script has run. */
export function preloadsOf({ current, isEnabled }: RegistryRemote): Preload[] {
  const files = isEnabled ? filesOfManifest(current.manifest) : null;
  if (!files) return [];
  const preload = (as: Preload["as"]) => (file: string) => ({ href: current.base + file, as, integrity: current.integrity[file] });
  return [...files.styles.map(preload("style")), ...[files.entry, ...files.scripts].map(preload("script"))];
}

const isRelative = (address: string) => !/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(address);

/** The shell's own files lie below its release: relative addresses get that base, and the hash of what they must hold. */
function withShellBase(template: string, shell: { base: string; integrity: Record<string, string> }) {
  return template.replace(/<(?:script|link)\b[^>]*>/gi, (tag) =>
    tag.replace(/\b(src|href)=("|')?([^"'\s>]+)\2/i, (whole, name: string, _quote, address: string) => {
      if (!isRelative(address)) return whole;
      const file = address.replace(/^\.\//, "");
      const hash = shell.integrity[file];
      return `${name}="${shell.base}${escapeHtml(file)}"${hash ? ` integrity="${hash}"` : ""}`;
    }),
  );
}

export interface Page {
  template: string;
  /** Null when the template's addresses are right as they are. */
  shell: { base: string; integrity: Record<string, string> } | null;
  head: PageHead;
  config: SiteConfig;
  registry: Registry;
  preloads: Preload[];
}

/** The site's HTML for one address: the shell's template with everything the first paint needs to know. */
export function renderPage({ template, shell, head, config, registry, preloads }: Page): string {
  const title = `${escapeHtml(head.title)} | ${SITE_NAME}`;
  const description = escapeHtml(head.description);
  const canonical = escapeHtml(head.canonical);
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  const lines = [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${canonical}">`,
    ...(head.isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    property("site_name", SITE_NAME),
    property("type", head.type),
    property("title", escapeHtml(head.title)),
    property("description", description),
    property("url", canonical),
    property("image", escapeHtml(head.image)),
    '<meta name="twitter:card" content="summary_large_image">',
    ...preloads.map(
      ({ href, as, integrity }) =>
        `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${integrity ? ` integrity="${integrity}"` : ""}>`,
    ),
    dataBlock("conquest-config", config),
    dataBlock("conquest-registry", registry),
  ];
  const based = shell ? withShellBase(template, shell) : template;
  // Functions as replacements: a `$` in a contest's title must stay a `$`.
  return based
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${title}</title>`)
    .replace(/<\/head>/i, () => `${lines.join("\n")}\n</head>`);
}
