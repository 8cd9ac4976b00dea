import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("language");

declare global {
  /** Files of messages add their catalog here, see shared/build/plugins/messages.mjs. */
  var conquestMessages: Catalog[] | undefined;
}

type Value = string | number | ReactElement;
type Values = Readonly<Record<string, Value>>;

let current: Language = "en";
let catalogs: readonly Catalog[] = [];

/**
 * Sets the language of what renders next. The server calls it before each synchronous render, since pages in different
 * languages share a process; a browser calls it once.
 */
export function provideLanguage(language: Language, messages: readonly Catalog[]): void {
  current = language;
  catalogs = messages;
}

export const language = (): Language => current;

let load: ((path: string) => Promise<unknown> | undefined) | undefined;

/** Sets how the messages of a page are loaded, by its path in remote.json. */
export function provideMessageLoader(loader: typeof load): void {
  load = loader;
}

/** Loads the messages of a page; undefined if there is nothing to wait for. */
export const loadMessages = (path: string): Promise<unknown> | undefined => load?.(path);

export { msg } from "@conquest/shared/contracts/text/message";

/** Translates a message with `{name}`, `{n, plural, one {…} other {…}}` and `{x, select, a {…} other {…}}`. */
export const t = (message: string, values: Readonly<Record<string, string | number>> = {}): string =>
  evaluate(translate(message), values).join("");

/** Translates a message with elements: `<T text="Read the <a>terms</a>, {name}" a={<Link to="/terms" />} name={…} />`. */
export const T = ({ text, ...values }: { text: string } & Values): ReactNode =>
  createElement(Fragment, null, ...evaluate(translate(text), values));

/** Writes the digits of a text as the language does. Those of numbers are grouped as in Bangladesh: 1,00,000. */
export function digits(text: string | number): string {
  const latin = typeof text === "number" ? String(text).replace(/\B(?=(?:\d\d)*\d{3}$)/g, ",") : text;
  return current === "bn" ? latin.replace(/\d/g, (digit) => String.fromCharCode(0x9e6 + Number(digit))) : latin;
}

/** A message without translation stays English. */
function translate(message: string): string {
  for (const catalog of current === "en" ? [] : catalogs) if (catalog[message]) return catalog[message];
  return message;
}

/** By hand, because the first use of Intl takes a slow phone 100 ms. */
const categoryOf = (count: number) => (count === 1 || (current === "bn" && count === 0) ? "one" : "other");

const format = (value: Value | undefined) => (typeof value === "number" ? digits(value) : (value ?? ""));

const MARK = /\{(\w+)(?:, (plural|select),|\})|\}|<(\/?)(\w+)>|#/g;
const OPTION = /\s*(?:(=?\w+)\s*\{|\})/y;

function evaluate(text: string, values: Values): (string | ReactElement)[] {
  let at = 0;

  function next(pattern: RegExp) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at = found ? pattern.lastIndex : text.length;
    return found;
  }

  /** Reads up to the end of the text, option or element. */
  function read(count?: number): (string | ReactElement)[] {
    const parts: (string | ReactElement)[] = [];
    for (;;) {
      const start = at;
      const found = next(MARK);
      parts.push(text.slice(start, found?.index));
      if (!found) return parts;
      const [mark, name, kind, closing, tag] = found;
      if (mark === "}" || closing) return parts;
      if (mark === "#") parts.push(count === undefined ? mark : digits(count));
      else if (tag) {
        const inside = read(count);
        const element = values[tag] as ReactElement | undefined;
        if (element) parts.push(cloneElement(element, undefined, ...inside));
        else parts.push(...inside);
      } else if (kind) {
        const value = values[name!] as string | number;
        const options: Record<string, (string | ReactElement)[]> = {};
        for (let option = next(OPTION); option?.[1]; option = next(OPTION))
          options[option[1]] = read(kind === "plural" ? Number(value) : count);
        const category = kind === "plural" ? categoryOf(Number(value)) : value;
        parts.push(...(options[`=${value}`] ?? options[category] ?? options["other"] ?? []));
      } else parts.push(format(values[name!]));
    }
  }

  return read();
}
