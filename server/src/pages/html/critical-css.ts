import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";
import parseSelectors, { type Node } from "postcss-selector-parser";

export type NamesOfPage = ReadonlySet<string>;

type CouldMatch = (names: NamesOfPage) => boolean;

interface Piece {
  /** A group's text up to its opening brace; the whole text of anything else. */
  text: string;
  /** Undefined if every page needs it. */
  couldMatch?: CouldMatch;
  pieces?: Piece[];
  /** An empty layer stays as a statement, since layers rank by first occurrence. */
  layer?: string;
  /** Name of keyframes or a registered property, which stay only if a kept rule uses them. */
  name?: string;
}

export type SplitStylesheet = readonly Piece[];

const GROUPS = new Set(["media", "supports", "container", "layer", "starting-style", "scope"]);
const ALTERNATIVES = /^:(?:is|where|has|matches|-webkit-any|-moz-any)$/;

/** Parses a stylesheet once, so that each page only filters it. Throws if it is not CSS. */
export const splitStylesheet = (css: string): SplitStylesheet => piecesOf(postcss.parse(css));

const piecesOf = (container: Container): Piece[] =>
  (container.nodes ?? []).flatMap((node) => pieceOf(node as ChildNode) ?? []);

function pieceOf(node: ChildNode): Piece | null {
  if (node.type === "rule") return { text: textOf(node), couldMatch: matcherOf(node) };
  if (node.type !== "atrule") return null;
  const { name, params, nodes } = node;
  if (name === "charset" || (name === "media" && params === "print")) return null;
  if (name === "property" || name.endsWith("keyframes")) return { text: textOf(node), name: params };
  if (!nodes || !GROUPS.has(name)) return { text: `${textOf(node)}${nodes ? "" : ";"}` };
  const isNamedLayer = name === "layer" && params !== "";
  return { text: `@${name} ${params}{`, pieces: piecesOf(node), ...(isNamedLayer && { layer: params }) };
}

function textOf(node: Rule | AtRule): string {
  const copy = node.clone();
  copy.walkComments((comment) => void comment.remove());
  return copy.toString();
}

const matcherOf = ({ selector }: Rule): CouldMatch => anyOf(parseSelectors().astSync(selector).nodes);

const anyOf = (selectors: readonly Node[]): CouldMatch => {
  const matchers = selectors.map((each) => allOf("nodes" in each ? (each.nodes as Node[]) : []));
  return (names) => matchers.some((couldMatch) => couldMatch(names));
};

/** Ignores states and attributes, which change without another page: hover, theme, open menus. */
function allOf(nodes: readonly Node[]): CouldMatch {
  const needed: string[] = [];
  const inner: CouldMatch[] = [];
  for (const node of nodes) {
    if (node.type === "class") needed.push(`.${node.value}`);
    else if (node.type === "id") needed.push(`#${node.value}`);
    else if (node.type === "tag") needed.push(node.value.toLowerCase());
    else if (node.type === "pseudo" && ALTERNATIVES.test(node.value) && node.nodes.length > 0)
      inner.push(anyOf(node.nodes));
  }
  return (names) => needed.every((name) => names.has(name)) && inner.every((couldMatch) => couldMatch(names));
}

/** Every page needs all of it. */
export const isWhole = (stylesheet: SplitStylesheet): boolean =>
  stylesheet.every(({ couldMatch, pieces, name }) => !couldMatch && !pieces && !name);

export function criticalCss(stylesheet: SplitStylesheet, names: NamesOfPage): string {
  const named: Piece[] = [];
  const matching = write(stylesheet, names, named);
  // Their layer does not matter, since their names are unique.
  return matching + named.map(({ name, text }) => (matching.includes(name!) ? text : "")).join("");
}

function write(pieces: readonly Piece[], names: NamesOfPage, named: Piece[]): string {
  let css = "";
  for (const piece of pieces) {
    if (piece.name) named.push(piece);
    else if (piece.pieces) {
      const inner = write(piece.pieces, names, named);
      css += inner ? `${piece.text}${inner}}` : piece.layer ? `@layer ${piece.layer};` : "";
    } else if (!piece.couldMatch || piece.couldMatch(names)) css += piece.text;
  }
  return css;
}

const TAG = /<([a-z][a-z0-9-]*)/gi;
const NAMING = /\s(class|id)="([^"]*)"/gi;
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
};

/** The names in a page's markup, with those of the elements around it. Text that looks like an attribute only adds a name. */
export function namesOf(markup: string): NamesOfPage {
  const names = new Set(["html", "head", "body", "div", "#root"]);
  for (const [, tag] of markup.matchAll(TAG)) names.add(tag!.toLowerCase());
  const values = new Set<string>();
  for (const [, attribute, value] of markup.matchAll(NAMING))
    values.add(`${attribute!.toLowerCase() === "id" ? "#" : "."}${value}`);
  for (const value of values) {
    const text = value.slice(1).replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => ENTITIES[entity]!);
    if (value.startsWith("#")) names.add(`#${text}`);
    else for (const name of text.split(/\s+/)) names.add(`.${name}`);
  }
  return names;
}
