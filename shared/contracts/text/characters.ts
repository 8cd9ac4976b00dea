/** Pairs of first and last code points around the letters that NFC splits into two or three: ড় (U+09DC) becomes ড and a nukta. */
const SPLIT_BY_NFC = [0x344, 0x344, 0x958, 0x95f, 0x9dc, 0x9df, 0xa33, 0xa36, 0xa59, 0xa5e, 0xb5c, 0xb5d, 0xf43, 0xfb9, 0x2adc, 0x2adc, 0xfb1d, 0xfb4e, 0x1d15e, 0x1d164, 0x1d1bb, 0x1d1c0];

let splitLetters: RegExp | undefined;

/** Matches what NFC makes of each of those letters, the longest first: some begin with another. */
function findSplitLetters(): RegExp {
  const spellings: string[] = [];
  for (let at = 0; at < SPLIT_BY_NFC.length; at += 2) {
    for (let code = SPLIT_BY_NFC[at]!; code <= SPLIT_BY_NFC[at + 1]!; code += 1) {
      const spelling = String.fromCodePoint(code).normalize("NFC");
      if ([...spelling].length > 1) spellings.push(spelling);
    }
  }
  return new RegExp(spellings.sort((one, other) => other.length - one.length).join("|"), "gu");
}

/**
 * How many characters a text has against a limit, the same on pages and on the server: code points, where a letter counts as one
 * however it is spelled. Both ড় (U+09DC) and ড with a nukta are one, and so are é and e with an accent; a flag emoji is two.
 */
export function countCharacters(text: string): number {
  splitLetters ??= findSplitLetters();
  let count = 0;
  for (const _ of text.normalize("NFC").replace(splitLetters, "x")) count += 1;
  return count;
}

/** The first `max` characters of a text, as {@link countCharacters} counts them. */
export function firstCharacters(text: string, max: number): string {
  if (countCharacters(text) <= max) return text;
  let [kept, end] = ["", 0];
  for (const character of text) {
    kept += character;
    if (countCharacters(kept) > max) break;
    end = kept.length;
  }
  return text.slice(0, end);
}

export const tooLong = (max: number): string => `Please keep this to ${max} characters`;

/** Why a typed text is too long, as a sentence; "" if it is not. Spaces around it are not stored, so they do not count. */
export const lengthRefusal = (typed: string, max: number): string => (countCharacters(typed.trim()) > max ? tooLong(max) : "");
