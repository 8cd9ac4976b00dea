import type { Language } from "@conquest/shared/contracts/parts/languages";
import { escapeHtml } from "./format";

interface Author {
  name: string;
  url?: string;
}

export interface AtomEntry {
  id: string;
  title: string;
  url: string;
  author: Author;
  published: Date;
  updated: Date;
  category: { term: string; label: string };
  summary: string;
}

export interface AtomFeed {
  id: string;
  language: Language;
  title: string;
  subtitle: string;
  /** Address of the feed itself. */
  self: string;
  /** Address of the page with the same contests. */
  url: string;
  author: Author;
  updated: Date;
  entries: readonly AtomEntry[];
}

/** Characters that XML 1.0 does not allow, even escaped. */
const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapeXml = (text: string) => escapeHtml(text.toWellFormed().replace(INVALID, ""));

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

const tag = (name: string, attributes: Readonly<Record<string, string>>) =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join("")}/>`;

const authorElement = ({ name, url }: Author) =>
  `<author>${element("name", name)}${url === undefined ? "" : element("uri", url)}</author>`;

/** Renders an Atom feed (RFC 4287). All texts are plain. */
export function renderAtom({ id, language, title, subtitle, self, url, author, updated, entries }: AtomFeed): string {
  const lines = [
    element("id", id),
    element("title", title),
    element("subtitle", subtitle),
    element("updated", updated.toISOString()),
    tag("link", { rel: "self", type: "application/atom+xml", href: self }),
    tag("link", { rel: "alternate", type: "text/html", href: url }),
    authorElement(author),
    ...entries.map(renderEntry),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">\n${lines.map((line) => `  ${line}\n`).join("")}</feed>\n`;
}

const renderEntry = ({ id, title, url, author, published, updated, category, summary }: AtomEntry) =>
  [
    "<entry>",
    element("id", id),
    element("title", title),
    tag("link", { rel: "alternate", type: "text/html", href: url }),
    element("published", published.toISOString()),
    element("updated", updated.toISOString()),
    authorElement(author),
    tag("category", category),
    element("summary", summary),
    "</entry>",
  ].join("");
