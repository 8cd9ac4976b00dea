import bidiFactory from "bidi-js";
import { charactersOf, cleanText } from "./clean-text";
import { covers, filesFor, type Han, loadFont, type LoadedFont } from "./load-font";

export interface Paragraph {
  text: string;
  /** For each UTF-16 unit; null if nothing is drawn. */
  fonts: readonly (LoadedFont | null)[];
  /** Embedding levels of the bidirectional algorithm for each UTF-16 unit: odd ones run right to left. */
  levels: Uint8Array;
  ellipsis: LoadedFont;
}

let bidi: ReturnType<typeof bidiFactory> | undefined;
const bidirectional = () => (bidi ??= bidiFactory());
const levelsOf = (text: string, base: "auto" | "ltr" | "rtl") =>
  bidirectional().getEmbeddingLevels(text.replace(ASTRAL_RTL, standIn), base).levels;

/** bidi-js treats UTF-16 units as characters, so right-to-left astral ones are replaced by others of their class. */
const ASTRAL_RTL = /[\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/gu;
const standIn = (character: string) =>
  (/\p{M}/u.test(character) ? "\u0300" : /[\u{10d30}-\u{10d39}]/u.test(character) ? "\u0660" : "\u05d0").repeat(
    character.length,
  );

export const mirror = (character: string): string | null => bidirectional().getMirroredCharacter(character);

/** They join or separate adjacent characters and have no glyph of their own. */
const IGNORED = /^[\p{Default_Ignorable_Code_Point}]$/u;
const isIgnored = (character: string) => IGNORED.test(character);

/** Isolates a text, so that its direction does not affect the rest of the line. */
export const isolate = (text: string) => `\u2068${text}\u2069`;

export async function readParagraph(text: string): Promise<Paragraph> {
  const han = hanOf(text);
  const fonts: (LoadedFont | null)[] = [];
  let previous: LoadedFont | null = null;
  for (const character of charactersOf(text)) {
    const font: LoadedFont | null = await fontOf(character, han, previous);
    for (let unit = 0; unit < character.length; unit += 1) fonts.push(font);
    previous = font ?? previous;
  }
  const [ellipsis] = await Promise.all((await filesFor(ELLIPSIS.codePointAt(0)!, han)).slice(0, 1).map(loadFont));
  return { text, fonts, levels: levelsOf(text, "auto"), ellipsis: ellipsis! };
}

const ELLIPSIS = "…";

export function truncateParagraph({ text, fonts, levels, ellipsis }: Paragraph, start: number, end: number): Paragraph {
  const part = text.slice(start, end).trimEnd();
  const last = start + part.length;
  const base = levels.length > 0 && Math.min(...levels.subarray(start, last)) % 2 === 1 ? "rtl" : "ltr";
  const ended = part + ELLIPSIS;
  return { text: ended, fonts: [...fonts.slice(start, last), ellipsis], levels: levelsOf(ended, base), ellipsis };
}

/** Returns the first font that has all code points of a character, or at least its base. */
async function fontOf(character: string, han: Han, previous: LoadedFont | null): Promise<LoadedFont | null> {
  const points = Array.from(character)
    .filter((each) => !isIgnored(each))
    .map((each) => each.codePointAt(0)!);
  const [first] = points;
  if (first === undefined) return null;
  const hasAll = (font: LoadedFont) => points.every(font.has);
  if (previous && covers(previous.file, first) && hasAll(previous)) return previous;
  let base: LoadedFont | null = null;
  for (const file of await filesFor(first, han)) {
    const font = await loadFont(file);
    if (hasAll(font)) return font;
    base ??= font.has(first) ? font : null;
  }
  return base;
}

/** Kana indicate Japanese and Hangul Korean; Han characters alone are ambiguous. */
function hanOf(text: string): Han {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
  return /\p{Script=Hangul}/u.test(text) ? "kr" : "sc";
}

const VISIBLE = /[^\p{Default_Ignorable_Code_Point} ]/u;

/** ©, ® and ™ are extended pictographs in Unicode, but count as text here. */
const PICTOGRAPH = /^(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Drops pictographs and letters that no font has. Returns "" if no letter would be left. */
export async function toPrintable(text: string): Promise<string> {
  const clean = cleanText(text);
  const han = hanOf(clean);
  let lost = false;
  let previous: LoadedFont | null = null;
  const printableCharacters: string[] = [];
  for (const character of charactersOf(clean)) {
    if (PICTOGRAPH.test(character)) continue;
    const found = await renderableForm(character, han, previous);
    previous = found?.font ?? previous;
    if (found) printableCharacters.push(found.character);
    else lost ||= /\p{L}/u.test(character);
  }
  const printed = printableCharacters.join("").replace(/ +/g, " ").trim();
  return (lost ? /[\p{L}\p{N}]/u : VISIBLE).test(printed) ? printed : "";
}

/** Returns the character, or its compatibility form, without marks that its font lacks. */
async function renderableForm(character: string, han: Han, previous: LoadedFont | null) {
  if (Array.from(character).every(isIgnored)) return { character, font: null };
  for (const form of [character, character.normalize("NFKC")]) {
    const font = await fontOf(form, han, previous);
    if (font)
      return {
        character: Array.from(form)
          .filter((each) => isIgnored(each) || font.has(each.codePointAt(0)!))
          .join(""),
        font,
      };
  }
  return null;
}
