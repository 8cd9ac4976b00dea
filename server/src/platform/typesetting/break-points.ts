import { charactersOf } from "./clean-text";

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}、。，．：；！？…·・ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;!?%ๆฯໆຯៗ។៕၊။]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;
/** Word separators of Tibetan and Ethiopic, and the zero-width space, which end words as spaces do. */
const ENDS_WORDS = /[ \u0f0b\u1361\u200b]$/;
/** Breaks after the hyphen of a double name, as browsers do; before a digit it would be a minus sign. */
const ENDS_WITH_HYPHEN = /[\p{L}\p{M}][-\u2010\u2013\u2014]$/u;
const LETTER_FIRST = /^\p{L}/u;

const words = new Intl.Segmenter("en", { granularity: "word" });

export function breakPoints(text: string): number[] {
  const points: number[] = [];
  for (const { index } of words.segment(text)) {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    if (index > 0 && !after.startsWith(" ") && canBreak(before, after)) points.push(index);
  }
  return text === "" ? points : [...points, text.length];
}

function canBreak(before: string, after: string): boolean {
  if (ENDS_WORDS.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (ENDS_WITH_HYPHEN.test(before) && LETTER_FIRST.test(after)) return true;
  return UNSPACED.test(lastBaseOf(before)) || UNSPACED.test(String.fromCodePoint(after.codePointAt(0)!));
}

const lastBaseOf = (text: string) => [...text.slice(-12)].filter((each) => !/\p{M}/u.test(each)).at(-1) ?? "";

/** Returns break points within a word that is wider than a line: between any two characters. */
export function characterPoints(text: string, start: number, end: number): number[] {
  let at = start;
  return charactersOf(text.slice(start, end)).map((character) => (at += character.length));
}
