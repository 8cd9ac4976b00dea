import { LRUCache } from "lru-cache";
import { escapeHtml } from "../../platform/answers/escape-html";
import { integrityOf, type PageFile } from "./page-html";
import { hashOf } from "./security-headers";

/** How a page brings its stylesheets. */
export interface PageStyles {
  tags: string[];
  /** `'sha256-…'` of each that stands in the page itself, for the content security policy. */
  hashes: string[];
}

/** Reads a stylesheet of a release by its address; null when it is gone. */
export type ReadStyle = (href: string) => Promise<string | null>;

/** The shell's template without its stylesheets and scripts, and those: with the page's own they are brought in one way. */
export function takeApart(template: string): { template: string; styles: PageFile[]; scripts: string[] } {
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

/** `data-href` is how the page's scripts know that a stylesheet is there, and by which address. */
const linked = ({ href, integrity }: PageFile) =>
  `<link rel="stylesheet" data-href="${escapeHtml(href)}" href="${escapeHtml(href)}"${integrityOf(integrity)}>`;

const preloaded = ({ href, integrity }: PageFile) => `<link rel="preload" as="style" href="${escapeHtml(href)}"${integrityOf(integrity)}>`;

/** A page that the browser draws is painted with the shell's stylesheets, while the part's are on their way. */
export const stylesOfUndrawn = (shell: readonly PageFile[], part: readonly PageFile[]): PageStyles => ({
  tags: [...shell.map(linked), ...part.map(preloaded)],
  hashes: [],
});

/**
 * Whether a browser that says it has the stylesheets of these releases (`shell/3f9a…,mf-public/…`, see
 * shell/src/drawing/keep-styles.ts) has all that a page needs.
 */
export function hasAll(said: string | undefined, files: readonly PageFile[]): boolean {
  if (!said) return false;
  const had = new Set(said.split(","));
  return files.every(({ href }) => had.has(href.split("/").slice(2, 4).join("/")));
}

export const linkedStyles = (files: readonly PageFile[]): PageStyles => ({ tags: files.map(linked), hashes: [] });

interface InlinedStyle {
  tag: string;
  hash: string;
}

/** A stylesheet that stands in the page saves a wave of requests; its own addresses are relative to where it came from. */
function inline(href: string, css: string): InlinedStyle {
  const folder = href.slice(0, href.lastIndexOf("/") + 1);
  const text = css
    .replace(/url\(\s*(["']?)(?!["']|[a-z][a-z+.-]*:|\/|#)(?:\.\/)?/gi, (_, quote: string) => `url(${quote}${folder}`)
    .replace(/\/\*# sourceMappingURL=[^*]*\*\//g, "")
    // Nothing in a stylesheet of ours may end the element it stands in.
    .replaceAll("</", "<\\/")
    .trim();
  return { tag: `<style data-href="${escapeHtml(href)}">${text}</style>`, hash: hashOf(text) };
}

/** Puts stylesheets into the page itself, for browsers that have none of them yet. */
export function styleInliner(read: ReadStyle) {
  const known = new LRUCache<string, InlinedStyle>({ max: 100 });

  async function inlined({ href }: PageFile): Promise<InlinedStyle | null> {
    const before = known.get(href);
    if (before) return before;
    const css = await read(href);
    if (css === null) return null;
    const style = inline(href, css);
    known.set(href, style);
    return style;
  }

  return async (files: readonly PageFile[]): Promise<PageStyles> => {
    const styles = await Promise.all(files.map(async (file) => (await inlined(file)) ?? { tag: linked(file), hash: null }));
    return { tags: styles.map(({ tag }) => tag), hashes: styles.flatMap(({ hash }) => hash ?? []) };
  };
}
