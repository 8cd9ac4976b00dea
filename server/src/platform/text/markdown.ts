import MarkdownIt, { type Token } from "markdown-it";
import type { RichText, RichTextToken } from "@conquest/shared/contracts/text/rich-text";
import { hasResizedVersions } from "@conquest/shared/contracts/media/pictures";

/** Quotes and lists within each other; a text with more is shown as plain text. */
const MAX_BLOCK_NESTING = 20;
/** Elements within each other; further emphasis is left out, so that pages can be rendered recursively. */
const MAX_DEPTH = 40;

export const MAX_SUMMARY_LENGTH = 300;

/** Indented text stays text: it was never code in texts written before Markdown. */
const parser = new MarkdownIt("commonmark", { html: false, maxNesting: MAX_BLOCK_NESTING }).disable([
  "code",
  "html_block",
  "html_inline",
]);
parser.validateLink = (address) => isSafeLink(address);

const SITE = "https://site.invalid";
const LINK_PROTOCOLS: readonly string[] = ["https:", "mailto:"];

/** Accepts https and email links, and paths of this site. */
function isSafeLink(address: string): boolean {
  if (address.startsWith("/")) return URL.canParse(address, SITE) && new URL(address, SITE).origin === SITE;
  return URL.canParse(address) && LINK_PROTOCOLS.includes(new URL(address).protocol);
}

/** Below the heading of the text itself, which is an h3. */
const HEADINGS: Readonly<Record<string, string>> = { h1: "h4", h2: "h5" };
const LOWEST_HEADING = "h6";

/** Returns a CommonMark text as elements without raw HTML; undefined if it uses no Markdown, so that it is shown as is. */
export function renderMarkdown(text: string): RichText | undefined {
  const blocks = parser.parse(text, {});
  // The parser drops what is nested deeper.
  if (blocks.some(({ level }) => level >= MAX_BLOCK_NESTING - 1)) return undefined;
  const tokens = toTokens(blocks);
  // Definitions of links alone, for example, would leave an empty text.
  if (!tokens.some(isVisible)) return undefined;
  return withoutSpaces(textOf(tokens)) === withoutSpaces(text) ? undefined : tokens;
}

const isVisible = ({ tag, text = "" }: RichTextToken) => tag === "img" || text.trim() !== "";

/** Returns the beginning of a rendered text without markup. */
export function summarize(tokens: RichText): string {
  const text = textOf(tokens).trim();
  const characters = Array.from(text);
  return characters.length <= MAX_SUMMARY_LENGTH ? text : `${characters.slice(0, MAX_SUMMARY_LENGTH).join("")}…`;
}

const withoutSpaces = (text: string) => text.replace(/\s+/gu, "");

const BLOCKS: ReadonlySet<string | undefined> = new Set("p h4 h5 h6 ul ol li blockquote pre br hr".split(" "));
const VOID: ReadonlySet<string> = new Set(["br", "hr", "img"]);

/** Blocks begin and end lines. */
function textOf(tokens: RichText): string {
  const open: string[] = [];
  return tokens
    .map(({ tag, text = "" }) => {
      if (tag === undefined && text !== "") return text;
      if (tag !== undefined && !VOID.has(tag)) open.push(tag);
      return text + (BLOCKS.has(tag ?? open.pop()) ? "\n" : "");
    })
    .join("")
    .replace(/\n{2,}/g, "\n");
}

const CLOSE: RichTextToken = {};

function toTokens(blocks: readonly Token[]): RichTextToken[] {
  const tokens: RichTextToken[] = [];
  /** Per open element, whether it was written. */
  const open: boolean[] = [];
  let depth = 0;

  const add = (token: Token) => {
    if (token.nesting > 0) {
      const isWritten = depth < MAX_DEPTH && !token.hidden;
      open.push(isWritten);
      if (!isWritten) return;
      depth += 1;
      tokens.push(opening(token));
    } else if (token.nesting < 0) {
      if (!open.pop()) return;
      depth -= 1;
      tokens.push(CLOSE);
    } else if (token.type === "inline") token.children?.forEach(add);
    else tokens.push(...leaf(token));
  };
  blocks.forEach(add);
  return tokens;
}

function opening(token: Token): RichTextToken {
  const { tag } = token;
  if (tag === "a") return { tag, href: String(token.attrGet("href")) };
  if (tag === "ol") {
    const start = Number(token.attrGet("start") ?? 1);
    return start === 1 ? { tag } : { tag, start };
  }
  return { tag: token.type === "heading_open" ? (HEADINGS[tag] ?? LOWEST_HEADING) : tag };
}

function leaf(token: Token): RichTextToken[] {
  switch (token.type) {
    case "text":
      return textToken(token);
    case "code_inline":
      return [{ tag: "code" }, ...textToken(token), CLOSE];
    case "fence":
      return [{ tag: "pre" }, { tag: "code" }, ...textToken(token), CLOSE, CLOSE];
    case "softbreak":
    case "hardbreak":
      return [{ tag: "br" }];
    case "hr":
      return [{ tag: "hr" }];
    case "image":
      return image(token);
    default:
      return [];
  }
}

const textToken = ({ content }: Token): RichTextToken[] => (content === "" ? [] : [{ text: content }]);

/** Pictures from elsewhere become links: the page loads nothing that could follow its readers. */
function image(token: Token): RichTextToken[] {
  const address = String(token.attrGet("src"));
  const alternative = parser.renderer.renderInlineAsText(token.children ?? [], parser.options, {});
  if (hasResizedVersions(address)) return [{ tag: "img", href: address, text: alternative }];
  return [{ tag: "a", href: address }, { text: alternative || address }, CLOSE];
}
