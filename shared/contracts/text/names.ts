import { firstCharacters, lengthError } from "./characters";

export const REQUIRED = "This field is required";

/** A visible character: no space, control, combining mark, private-use or blank character like the empty braille pattern. */
export const SOMETHING_VISIBLE =
  /[^\u2800\u{1d159}\p{M}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the server's error message for a required text, or "" if the text is valid. */
export const textError = (typed: string, max: number): string =>
  SOMETHING_VISIBLE.test(typed) ? lengthError(typed, max) : REQUIRED;

/** Controls, line breaks, lone surrogates and bidirectional overrides. Joiners are allowed: Bangla names and emoji need them. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** Removes line breaks, controls and bidirectional overrides. */
const inOneLine = (text: string): string => text.replace(BREAKS, " ").replace(NOT_IN_NAMES, "").trim();

/** Limit for names of people, contests and senders, in characters. */
export const MAX_NAME_LENGTH = 120;

/** Whether a trimmed text has only characters that names and titles may contain. */
export const isPlainName = (text: string): boolean => text.search(NOT_IN_NAMES) < 0;

export const NAME_NOT_PLAIN = "Please remove line breaks and hidden control characters";
export const NAME_NOT_VISIBLE = "Please use at least one visible character";

/** Makes a sign-in provider's name valid, so that it never blocks a login. Returns "" if no character is visible. */
export function cleanName(given: string, max: number): string {
  const name = firstCharacters(inOneLine(given.normalize("NFC")), max).trim();
  return SOMETHING_VISIBLE.test(name) ? name : "";
}
