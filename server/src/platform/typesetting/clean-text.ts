/** More than ever fits at the smallest size, so the rest need not be laid out. */
const MAX_LENGTH = 500;

/** Tibetan and Burmese stack the most marks. Marks shared by all scripts (accents) are fewer. */
const MAX_MARKS = 12;
const MAX_ACCENTS = 3;

/** Characters that reverse all following text or end the isolation of a name. Plain direction marks are kept. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cn}\p{Noncharacter_Code_Point}\u00ad\ufeff\ufff9-\ufffc\u{e0000}-\u{e0fff}]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into grapheme clusters: a Bangla character consists of several inseparable code points. */
export const charactersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Removes control characters, lone surrogates, stacked marks and direction changes of surrounding text. */
export function cleanText(text: string): string {
  const whole = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return withoutStackedMarks(
    whole
      .toWellFormed()
      .replaceAll("\ufffd", "")
      .replace(/\s/g, " ")
      .replace(DIRECTION_CONTROLS, "")
      .replace(INVISIBLE, "")
      .normalize("NFC"),
  )
    .replace(/ +/g, " ")
    .trim();
}

function withoutStackedMarks(text: string): string {
  let marks = 0;
  let accents = 0;
  let before = "";
  return [...text]
    .filter((character) => {
      const isAgain = character === before;
      before = character;
      if (!/\p{M}/u.test(character)) {
        marks = accents = 0;
        return true;
      }
      if (isAgain) return false;
      marks += 1;
      if (/\p{Script=Inherited}/u.test(character)) accents += 1;
      return marks <= MAX_MARKS && accents <= MAX_ACCENTS;
    })
    .join("");
}
