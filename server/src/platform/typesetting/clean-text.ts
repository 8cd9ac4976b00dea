/** More than fits into what is drawn, at the smallest size: what follows need not be laid out. */
const MOST = 500;

/** Marks above one another that somebody writes on purpose: Tibetan and Burmese have the most. Those of all scripts (accents) are fewer. */
const MARKS = 12;
const ACCENTS = 3;

/** They turn all that follows around, or end the isolation that a name stands in. The plain marks of direction stay. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const UNSEEN = /[\p{Cc}\p{Co}\p{Cn}\p{Noncharacter_Code_Point}\u00ad\ufeff\ufff9-\ufffc\u{e0000}-\u{e0fff}]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What people see as one character: a Bangla one is several, and none of them stands without the others. */
export const charactersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** A text without what is no writing: controls, halves of characters, marks heaped up, anything that turns around what stands beside it. */
export function cleanText(text: string): string {
  const whole = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  return heaps(
    whole
      .toWellFormed()
      .replaceAll("\ufffd", "")
      .replace(/\s/g, " ")
      .replace(TURNS, "")
      .replace(UNSEEN, "")
      .normalize("NFC"),
  )
    .replace(/ +/g, " ")
    .trim();
}

/** With no more marks on a letter than anybody writes. */
function heaps(text: string): string {
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
      return marks <= MARKS && accents <= ACCENTS;
    })
    .join("");
}
