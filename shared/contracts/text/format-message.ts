import type { Language } from "@conquest/shared/contracts/parts/languages";

/** Writes the digits of a text as the language does. Those of numbers are grouped as in Bangladesh: 1,00,000. */
export function formatDigits(text: string | number, language: Language): string {
  const latin = typeof text === "number" ? String(text).replace(/\B(?=(?:\d\d)*\d{3}$)/g, ",") : text;
  return language === "bn" ? latin.replace(/\d/g, (digit) => String.fromCharCode(0x9e6 + Number(digit))) : latin;
}

const MARK = /\{(\w+)(?:, (plural|select),|\})|\}|<(\/?)(\w+)>|#/g;
const OPTION = /\s*(?:(=?\w+)\s*\{|\})/y;

/**
 * Evaluates a message with `{name}`, `{n, plural, one {…} other {…}}` and `{x, select, a {…} other {…}}`. Returns its
 * parts; `wrap` puts those inside a tag into the tag's value.
 */
export function formatMessage<Element = never>(
  text: string,
  values: Readonly<Record<string, string | number | Element>>,
  language: Language,
  wrap?: (element: Element, inside: (string | Element)[]) => Element,
): (string | Element)[] {
  let at = 0;

  function next(pattern: RegExp) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at = found ? pattern.lastIndex : text.length;
    return found;
  }

  /** By hand, because the first use of Intl takes a slow phone 100 ms. */
  const categoryOf = (count: number) => (count === 1 || (language === "bn" && count === 0) ? "one" : "other");

  /** Reads up to the end of the text, option or element. */
  function read(count?: number): (string | Element)[] {
    const parts: (string | Element)[] = [];
    for (;;) {
      const start = at;
      const found = next(MARK);
      parts.push(text.slice(start, found?.index));
      if (!found) return parts;
      const [mark, name, kind, closing, tag] = found;
      if (mark === "}" || closing) return parts;
      if (mark === "#") parts.push(count === undefined ? mark : formatDigits(count, language));
      else if (tag) {
        const inside = read(count);
        const element = values[tag] as Element | undefined;
        if (element && wrap) parts.push(wrap(element, inside));
        else parts.push(...inside);
      } else if (kind) {
        const value = values[name!] as string | number;
        const options: Record<string, (string | Element)[]> = {};
        for (let option = next(OPTION); option?.[1]; option = next(OPTION))
          options[option[1]] = read(kind === "plural" ? Number(value) : count);
        const category = kind === "plural" ? categoryOf(Number(value)) : value;
        parts.push(...(options[`=${value}`] ?? options[category] ?? options["other"] ?? []));
      } else {
        const value = values[name!] ?? "";
        parts.push(typeof value === "number" ? formatDigits(value, language) : value);
      }
    }
  }

  return read();
}
