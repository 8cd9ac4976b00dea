/** Ranges (first, last) of letters that NFC splits into two or three code points: ড় (U+09DC) into ড and a nukta. */
const SPLIT_BY_NFC = [
  0x344, 0x344, 0x958, 0x95f, 0x9dc, 0x9df, 0xa33, 0xa36, 0xa59, 0xa5e, 0xb5c, 0xb5d, 0xf43, 0xfb9, 0x2adc, 0x2adc,
  0xfb1d, 0xfb4e, 0x1d15e, 0x1d164, 0x1d1bb, 0x1d1c0,
];

let splitLetters: RegExp | undefined;

/** Matches the NFC form of each of those letters, longest first, since some are a prefix of another. */
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

/** Counts code points, for limits. Spellings are equal: ড় (U+09DC) and ড with a nukta are one; a flag emoji is two. */
export function countCharacters(text: string): number {
  splitLetters ??= findSplitLetters();
  let count = 0;
  for (const _ of text.normalize("NFC").replace(splitLetters, "x")) count += 1;
  return count;
}

export function truncateCharacters(text: string, max: number): string {
  if (countCharacters(text) <= max) return text;
  let [prefix, end] = ["", 0];
  for (const character of text) {
    prefix += character;
    if (countCharacters(prefix) > max) break;
    end = prefix.length;
  }
  return text.slice(0, end);
}
