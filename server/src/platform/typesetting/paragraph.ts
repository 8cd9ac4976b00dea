import bidiFactory from "bidi-js";
import { charactersOf, cleanText } from "./clean-text";
import { covers, filesFor, type Han } from "./font-files";
import { loadFont, type LoadedFont } from "./load-font";

/** A text with the font of each of its characters, and which way each runs. */
export interface Paragraph {
  text: string;
  /** Of each UTF-16 unit; none where nothing is drawn. */
  fonts: readonly (LoadedFont | null)[];
  /** Of the bidirectional algorithm, of each UTF-16 unit: odd ones run to the left. */
  levels: Uint8Array;
  /** For ending a text that is too long. */
  ellipsis: LoadedFont;
}

let bidi: ReturnType<typeof bidiFactory> | undefined;
const bidirectional = () => (bidi ??= bidiFactory());
const levelsOf = (text: string, base: "auto" | "ltr" | "rtl") =>
  bidirectional().getEmbeddingLevels(text.replace(BEYOND, standIn), base).levels;

/** It takes UTF-16 units for characters: those of the scripts that run to the left and have two are shown to it as others of their kind. */
const BEYOND = /[\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/gu;
const standIn = (character: string) =>
  (/\p{M}/u.test(character) ? "\u0300" : /[\u{10d30}-\u{10d39}]/u.test(character) ? "\u0660" : "\u05d0").repeat(
    character.length,
  );

export const mirrored = (character: string): string | null => bidirectional().getMirroredCharacter(character);

/** They join and part what stands beside them, and are nothing by themselves. */
const IGNORED = /^[\p{Default_Ignorable_Code_Point}]$/u;
const isIgnored = (character: string) => IGNORED.test(character);

/** Beside other text in a line its direction changes nothing. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** Finds the fonts of a text that is `printable`, which may hold `isolated` ones. */
export async function readParagraph(text: string): Promise<Paragraph> {
  const han = hanOf(text);
  const fonts: (LoadedFont | null)[] = [];
  let before: LoadedFont | null = null;
  for (const character of charactersOf(text)) {
    const font: LoadedFont | null = await fontOf(character, han, before);
    for (let unit = 0; unit < character.length; unit += 1) fonts.push(font);
    before = font ?? before;
  }
  const [ellipsis] = await Promise.all((await filesFor(ELLIPSIS.codePointAt(0)!, han)).slice(0, 1).map(loadFont));
  return { text, fonts, levels: levelsOf(text, "auto"), ellipsis: ellipsis! };
}

const ELLIPSIS = "…";

/** The beginning of a part of it, with an ellipsis. It runs as the part did. */
export function shortened({ text, fonts, levels, ellipsis }: Paragraph, start: number, end: number): Paragraph {
  const part = text.slice(start, end).trimEnd();
  const last = start + part.length;
  const base = levels.length > 0 && Math.min(...levels.subarray(start, last)) % 2 === 1 ? "rtl" : "ltr";
  const ended = part + ELLIPSIS;
  return { text: ended, fonts: [...fonts.slice(start, last), ellipsis], levels: levelsOf(ended, base), ellipsis };
}

/** The best that has all of a character, or at least what its marks stand on. */
async function fontOf(character: string, han: Han, before: LoadedFont | null): Promise<LoadedFont | null> {
  const points = Array.from(character)
    .filter((each) => !isIgnored(each))
    .map((each) => each.codePointAt(0)!);
  const [first] = points;
  if (first === undefined) return null;
  const hasAll = (font: LoadedFont) => points.every(font.has);
  if (before && covers(before.file, first) && hasAll(before)) return before;
  let base: LoadedFont | null = null;
  for (const file of await filesFor(first, han)) {
    const font = await loadFont(file);
    if (hasAll(font)) return font;
    base ??= font.has(first) ? font : null;
  }
  return base;
}

/** Kana are Japanese and Hangul is Korean; Han characters alone could be anybody's. */
function hanOf(text: string): Han {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
  return /\p{Script=Hangul}/u.test(text) ? "kr" : "sc";
}

const SEEN = /[^\p{Default_Ignorable_Code_Point} ]/u;

/** Of those of Latin-1 and the letterlike signs, ©, ® and ™ are writing. */
const PICTOGRAPH = /^(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/**
 * What there are letters for of a text, on one line: pictographs are left out, and letters that no font has. Empty where no letter
 * would be left of them.
 */
export async function printable(text: string): Promise<string> {
  const clean = cleanText(text);
  const han = hanOf(clean);
  let lost = false;
  let before: LoadedFont | null = null;
  const kept: string[] = [];
  for (const character of charactersOf(clean)) {
    if (PICTOGRAPH.test(character)) continue;
    const found = await inFont(character, han, before);
    before = found?.font ?? before;
    if (found) kept.push(found.character);
    else lost ||= /\p{L}/u.test(character);
  }
  const printed = kept.join("").replace(/ +/g, " ").trim();
  return (lost ? /[\p{L}\p{N}]/u : SEEN).test(printed) ? printed : "";
}

/** The character, or what it is a fancy form of, without marks that its font has not. */
async function inFont(
  character: string,
  han: Han,
  before: LoadedFont | null,
): Promise<{ character: string; font: LoadedFont | null } | null> {
  if (Array.from(character).every(isIgnored)) return { character, font: null };
  for (const form of [character, character.normalize("NFKC")]) {
    const font = await fontOf(form, han, before);
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
