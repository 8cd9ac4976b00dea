import { LRUCache } from "lru-cache";
import { escapeHtml } from "../../platform/text/format";
import { criticalCss, isWhole, namesOf, splitStylesheet, type NamesOfPage, type SplitStylesheet } from "./critical-css";
import { integrityOf, type PageFile } from "./page-html";
import { hashOf } from "./security-headers";

export interface PageStyles {
  /** Head tags, which block the first paint. */
  tags: string[];
  /** Tags at the end of the body, which block deferred scripts but not the first paint. */
  late: string[];
  /** `'sha256-…'` of each inline stylesheet, for the content security policy. */
  hashes: string[];
}

export type ReadStyle = (href: string) => Promise<string | null>;

export function splitTemplate(template: string): { template: string; styles: PageFile[]; scripts: string[] } {
  const scripts: string[] = [];
  const styles: PageFile[] = [];
  const withoutScripts = template.replace(/[ \t]*<script\b[^>]*\bdefer\b[^>]*><\/script>\n?/gi, (tag) => {
    scripts.push(tag.trim());
    return "";
  });
  const rest = withoutScripts.replace(/[ \t]*<link\b[^>]*\brel="stylesheet"[^>]*>\n?/gi, (tag) => {
    const [, href] = /\bhref="([^"]+)"/i.exec(tag) ?? [];
    if (!href) return tag;
    styles.push({ href, integrity: /\bintegrity="([^"]+)"/i.exec(tag)?.[1] });
    return "";
  });
  return { template: rest, styles, scripts };
}

/** Client code finds loaded stylesheets by `data-href`. */
const linked = ({ href, integrity }: PageFile) =>
  `<link rel="stylesheet" data-href="${escapeHtml(href)}" href="${escapeHtml(href)}"${integrityOf(integrity)}>`;

const preloaded = ({ href, integrity }: PageFile) =>
  `<link rel="preload" as="style" href="${escapeHtml(href)}"${integrityOf(integrity)}>`;

/** A page without SSR is first painted with the shell's stylesheets while the part's load. */
export const stylesWithoutSsr = (shell: readonly PageFile[], part: readonly PageFile[]): PageStyles => ({
  tags: [...shell.map(linked), ...part.map(preloaded)],
  late: [],
  hashes: [],
});

/** Reads the cookie (`shell/3f9a…,mf-public/…`) of shell/src/hydration/stylesheet-cookie.ts. */
export function hasCachedStyles(cookie: string | undefined, files: readonly PageFile[]): boolean {
  if (!cookie) return false;
  const cachedReleases = new Set(cookie.split(","));
  return files.every(({ href }) => cachedReleases.has(href.split("/").slice(2, 4).join("/")));
}

export const linkedStyles = (files: readonly PageFile[]): PageStyles => ({
  tags: files.map(linked),
  late: [],
  hashes: [],
});

/** Makes URLs absolute: in a stylesheet they are relative to its file, inline they would be relative to the page. */
const withAddresses = (href: string, css: string) =>
  css.replace(
    /url\(\s*(["']?)(?!["']|[a-z][a-z+.-]*:|\/|#)(?:\.\/)?/gi,
    (_, quote: string) => `url(${quote}${href.slice(0, href.lastIndexOf("/") + 1)}`,
  );

/** Returns null if it is not CSS; browsers then get the file, which they parse leniently. */
function split(css: string): SplitStylesheet | null {
  try {
    return splitStylesheet(css);
  } catch {
    return null;
  }
}

interface InlinedStyle {
  tag: string;
  hash: string;
  isWhole: boolean;
}

function inline(href: string, css: string, whole: boolean): InlinedStyle {
  // A stylesheet must not close its `<style>` element.
  const text = css.replaceAll("</", "<\\/");
  const attribute = whole ? "" : ` data-critical="${escapeHtml(href)}"`;
  return { tag: `<style${attribute}>${text}</style>`, hash: hashOf(text), isWhole: whole };
}

/**
 * Inlines the used rules, which saves a round of requests, or links what the browser has cached. Fonts are inlined whole
 * and never linked: one that is declared twice is swapped in late.
 */
export function styleInliner(read: ReadStyle) {
  const known = new LRUCache<string, SplitStylesheet>({ max: 100 });

  async function rulesOf(href: string): Promise<SplitStylesheet | null> {
    const cached = known.get(href);
    if (cached) return cached;
    const css = await read(href);
    if (css === null) return null;
    const stylesheet = split(withAddresses(href, css));
    if (stylesheet) known.set(href, stylesheet);
    return stylesheet;
  }

  async function inlined({ href }: PageFile, names: NamesOfPage): Promise<InlinedStyle | null> {
    const stylesheet = await rulesOf(href);
    return stylesheet && inline(href, criticalCss(stylesheet, names), isWhole(stylesheet));
  }

  return async (files: readonly PageFile[], markup: string, areCached = false): Promise<PageStyles> => {
    const names = namesOf(markup);
    const styles = await Promise.all(files.map(async (file) => ({ file, style: await inlined(file, names) })));
    const result: PageStyles = { tags: [], late: [], hashes: [] };
    for (const { file, style } of styles) {
      // All or none: with one stylesheet missing, the first paint would be half styled.
      if (!style) return linkedStyles(files);
      if (areCached && !style.isWhole) result.tags.push(linked(file));
      else {
        result.tags.push(style.tag);
        result.hashes.push(style.hash);
        if (!style.isWhole) result.late.push(linked(file));
      }
    }
    return result;
  };
}
