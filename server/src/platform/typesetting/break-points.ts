import { charactersOf } from "./clean-text";

/** Their words stand without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}、。，．：；！？…·・ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;!?%ๆฯໆຯៗ។៕၊။]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;
/** Of Tibetan and Ethiopic, and what says that a line may end there: it ends words as spaces do. */
const ENDS_WORDS = /[ \u0f0b\u1361\u200b]$/;
/** A name of two, as browsers break it too; of numbers it would be a minus. */
const ENDS_WITH_HYPHEN = /[\p{L}\p{M}][-\u2010\u2013\u2014]$/u;
const LETTER_FIRST = /^\p{L}/u;

const words = new Intl.Segmenter("en", { granularity: "word" });

/** Where a line may end, up to and with the end of the text. Spaces belong to what they follow. */
export function breakPoints(text: string): number[] {
  const points: number[] = [];
  for (const { index } of words.segment(text)) {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    if (index > 0 && !after.startsWith(" ") && mayBreak(before, after)) points.push(index);
  }
  return text === "" ? points : [...points, text.length];
}

function mayBreak(before: string, after: string): boolean {
  if (ENDS_WORDS.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (ENDS_WITH_HYPHEN.test(before) && LETTER_FIRST.test(after)) return true;
  return UNSPACED.test(lastOf(before)) || UNSPACED.test(String.fromCodePoint(after.codePointAt(0)!));
}

const lastOf = (text: string) => [...text.slice(-12)].filter((each) => !/\p{M}/u.test(each)).at(-1) ?? "";

/** Where a line may end between words that do not fit into one: between any two characters. */
export function characterPoints(text: string, start: number, end: number): number[] {
  let at = start;
  return charactersOf(text.slice(start, end)).map((character) => (at += character.length));
}
