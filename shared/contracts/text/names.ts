import { truncateCharacters } from "./characters";
import { lengthError } from "./length-error";
import { message, msg, translated } from "./message";

export const REQUIRED = msg("This field is required");

/** No space, control, combining mark, private-use or blank character, such as the empty braille pattern. */
export const VISIBLE_CHARACTER =
  /[^\u2800\u{1d159}\p{M}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the server's error message for a required text, or "" if the text is valid. */
export const textError = (text: string, max: number): string =>
  VISIBLE_CHARACTER.test(text) ? lengthError(text, max) : translated(message(REQUIRED));

/** Controls, line breaks, lone surrogates, bidirectional overrides. Not joiners, which Bangla names and emoji need. */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

const toSingleLine = (text: string): string => text.replace(BREAKS, " ").replace(FORBIDDEN_IN_NAMES, "").trim();

export const MAX_NAME_LENGTH = 120;

/** Returns whether a trimmed text has only characters that names and titles can contain. */
export const isPlainName = (text: string): boolean => text.search(FORBIDDEN_IN_NAMES) < 0;

export const INVALID_NAME_MESSAGE = message("Remove line breaks and hidden control characters");
export const BLANK_NAME_MESSAGE = message("Use at least one visible character");

/** Makes a provider's name valid, so that it never prevents signing in. Returns "" if no character is visible. */
export function cleanName(providerName: string, max: number): string {
  const name = truncateCharacters(toSingleLine(providerName.normalize("NFC")), max).trim();
  return VISIBLE_CHARACTER.test(name) ? name : "";
}
