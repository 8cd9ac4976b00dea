import { firstCharacters, lengthRefusal } from "./characters";

export const REQUIRED = "This field is required";

/** Anything but spaces, controls, combining marks, private characters and characters that draw nothing, like the empty braille pattern. */
export const SOMETHING_VISIBLE = /[^\u2800\u{1d159}\p{M}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Why a form need not send a text that is required, as the server would say it; "" if it can. */
export const textRefusal = (typed: string, max: number): string => (SOMETHING_VISIBLE.test(typed) ? lengthRefusal(typed, max) : REQUIRED);

/** Controls, line breaks, halves of characters, and marks that reorder what follows. Joiners stay: Bangla names and emoji need them. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** A text without line breaks, controls and marks that reorder it. */
const inOneLine = (text: string): string => text.replace(BREAKS, " ").replace(NOT_IN_NAMES, "").trim();

/** Of a person, a contest or a sender, in characters. */
export const LONGEST_NAME = 120;

/** Whether a trimmed text holds nothing that a name or a title may not hold. */
export const isPlainName = (text: string): boolean => text.search(NOT_IN_NAMES) < 0;

export const NAME_NOT_PLAIN = "Please remove line breaks and hidden control characters";
export const NAME_NOT_VISIBLE = "Please use at least one visible character";

/** The name that a sign-in provider knows someone by, made one that this site takes: nobody is kept out by theirs. "" if nothing of it is visible. */
export function cleanName(given: string, max: number): string {
  const name = firstCharacters(inOneLine(given.normalize("NFC")), max).trim();
  return SOMETHING_VISIBLE.test(name) ? name : "";
}
