import { z } from "zod";
import { countCharacters } from "./characters";
import { toLatinDigits } from "./digits";
import { MAX_EMAIL_LENGTH, canonicalEmail, isEmailAddress } from "./email-address";
import { lengthError, tooLongMessage } from "./length-error";
import { invalid, message, msg, translated, type Message, type Text } from "./message";
import { isPlainName, INVALID_NAME_MESSAGE, BLANK_NAME_MESSAGE, REQUIRED, VISIBLE_CHARACTER } from "./names";
import { MAX_SEARCH_LENGTH, isSearchTooLong } from "./search-words";

export { REQUIRED };

/** PostgreSQL text cannot contain NUL. */
export const hasNoNul = (value: string) => !value.includes("\u0000");

/** A sentence in a response, translated while the response is parsed. */
export const sentence = /* @__PURE__ */ (() => z.transform<Text, string>(translated).pipe(z.string()))();

/** A name in a response, or what is shown instead, such as "Deleted user". */
export const displayName = sentence;

/** Required text of 1 to `max` characters, trimmed and in Unicode NFC. */
export const requiredText = (max: number) =>
  z
    .string(invalid(message(REQUIRED)))
    .trim()
    .normalize("NFC")
    .regex(VISIBLE_CHARACTER, invalid(message(REQUIRED)))
    // Not `max()`, which counts UTF-16 units.
    .refine((text) => lengthError(text, max) === "", invalid(tooLongMessage(max)))
    .refine(hasNoNul, invalid(message("This text contains a character we can't save")));

/** Text of 0 to `max` characters, trimmed and in Unicode NFC. */
export const freeText = (max: number) =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .refine((text) => lengthError(text, max) === "", invalid(tooLongMessage(max)))
    .refine(hasNoNul, invalid(message("This text contains a character we can't save")));

const orEmpty = <Text extends z.ZodType<string>>(text: Text) => text.nullish().transform((value) => value ?? "");

/** Like {@link freeText}; missing and empty both become "". */
export const optionalText = (max: number) => orEmpty(freeText(max));

/** A name or title: {@link requiredText} on one line, without characters that reorder the surrounding text. */
export const requiredName = (max: number) => requiredText(max).refine(isPlainName, invalid(INVALID_NAME_MESSAGE));

/** Like {@link requiredName}, but missing and empty become "". Spaces alone are rejected. */
export const optionalName = (max: number) =>
  orEmpty(
    z
      .string()
      .refine((name) => name === "" || VISIBLE_CHARACTER.test(name), invalid(BLANK_NAME_MESSAGE))
      .pipe(freeText(max).refine(isPlainName, invalid(INVALID_NAME_MESSAGE))),
  );

/** Up to `maxCount` different texts, one per list element or line. Error messages call them criteria. */
export const shortTexts = (maxCount: number, max: number) =>
  z.union([z.string(), z.array(z.string())]).transform((input, context) => {
    const lines = [input].flat().flatMap((text) => text.split("\n"));
    const texts = lines.map((line) => line.trim().normalize("NFC")).filter((line) => VISIBLE_CHARACTER.test(line));
    const problem = validationError(texts, { maxCount, max });
    if (problem === null) return texts;
    context.addIssue({ code: "custom", message: translated(problem) });
    return z.NEVER;
  });

function validationError(
  texts: readonly string[],
  { maxCount, max }: { maxCount: number; max: number },
): Message | null {
  if (texts.length > maxCount) return message("Enter at most {maxCount} criteria, one per line", { maxCount });
  if (texts.some((text) => countCharacters(text) > max))
    return message("Use at most {max} characters for each of the criteria", { max });
  if (new Set(texts).size < texts.length) return message("Enter each of the criteria only once");
  return texts.every(isPlainName) ? null : INVALID_NAME_MESSAGE;
}

/** Marked as pure, like those below; otherwise each form's chunk would contain this whole file. */
export const searchWords = /* @__PURE__ */ (() =>
  z
    .string()
    .trim()
    .normalize("NFC")
    .refine(
      (words) => !isSearchTooLong(words),
      invalid(message("Search with at most {max} characters", { max: MAX_SEARCH_LENGTH })),
    ))();

export const email = /* @__PURE__ */ (() =>
  z
    .string(invalid(message(REQUIRED)))
    .transform(canonicalEmail)
    .pipe(
      z
        .string()
        .min(1, invalid(message(REQUIRED)))
        .max(MAX_EMAIL_LENGTH, invalid(tooLongMessage(MAX_EMAIL_LENGTH)))
        .refine(isEmailAddress, invalid(message("Enter an email address like name@example.com"))),
    ))();

/** For paths: malformed addresses match no account, which gives a 404 instead of a validation error. */
export const emailParam = z
  .string()
  .transform(canonicalEmail)
  .pipe(z.string().max(MAX_EMAIL_LENGTH).refine(hasNoNul))
  .catch("");

/** For paths: malformed ids match nothing, which gives a 404 instead of a validation error. */
export const idParam = z
  .string()
  .regex(/^[0-9a-f-]{36}$/)
  .catch("");

export const id = z
  .string(invalid(message(REQUIRED)))
  .min(1, invalid(message(REQUIRED)))
  .max(64)
  .refine(hasNoNul, invalid(message("Enter a valid id")));

export const MAX_TAKA = 999_999_999;
const TAKA_MESSAGE = msg("Enter a whole number of taka, from 0 to 99,99,99,999");

/** Whole taka, 0 to 999,999,999. Accepts digits as text, Latin or Bangla; outputs an integer. */
export const takaInput = /* @__PURE__ */ (() =>
  z
    .union([z.string(), z.number()], invalid(message(REQUIRED)))
    .transform((value) => (typeof value === "string" ? toLatinDigits(value.trim()) : value))
    .refine((value) => value !== "", invalid(message(REQUIRED)))
    .refine(
      (value) => (typeof value === "number" ? Number.isInteger(value) : /^\d{1,9}$/.test(value)),
      invalid(message(TAKA_MESSAGE)),
    )
    .transform(Number)
    .refine((value) => value >= 0 && value <= MAX_TAKA, invalid(message(TAKA_MESSAGE))))();

export const taka = z.number().int().min(0);

/** Shown for invalid deadlines; its error code is the number 1. */
export const DATE_NOT_VALID = msg("Date input not valid.");

const INSTANT_PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d{1,6})?Z$/;

/** Parses `year-month-dayThour:minute:secondZ`, zero-padded or not, as UTC. Returns null for invalid dates. */
export function parseInstant(text: string): Date | null {
  const match = INSTANT_PATTERN.exec(text.trim());
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Date.UTC rolls 31 February over to March, and reads years below 100 as 19xx.
  const isSameDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSameDay ? date : null;
}

/** A deadline as sent, see {@link parseInstant}. Outputs ISO 8601 in UTC. */
export const deadlineInput = /* @__PURE__ */ (() =>
  z
    .string(invalid(message(REQUIRED)))
    .trim()
    .min(1, invalid(message(REQUIRED)))
    .transform((text, context) => {
      const date = parseInstant(text);
      if (date) return date.toISOString();
      context.addIssue({ code: "custom", message: translated(message(DATE_NOT_VALID)), params: { code: 1 } });
      return z.NEVER;
    }))();

/** ISO 8601 in UTC, as in every response. */
export const instant = z.iso.datetime();

const IMAGE_MESSAGE = message("Enter an image URL that starts with https://");

/**
 * Returns whether this is an absolute https URL. The URL parser also accepts `https:path`, which is relative in
 * browsers, and line breaks. Credentials mislead about the host.
 */
function isHttpsAddress(value: string): boolean {
  return isWebAddress(value) && new URL(value).protocol === "https:";
}

/** Like {@link isHttpsAddress}, but also for http. */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^/\\\s]/i.test(value) || /[\p{Cc}\\]/u.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}

/** Returns whether this is an https URL, or the canonical path of a picture served below /media/. */
export function isPictureAddress(value: string): boolean {
  if (/^\/media(?:\/\w[\w.-]*)+$/.test(value) && !value.includes("..")) return true;
  return isHttpsAddress(value);
}

export const MAX_REASON_LENGTH = 500;

export const pictureUrl = /* @__PURE__ */ (() => requiredText(500).refine(isPictureAddress, invalid(IMAGE_MESSAGE)))();
export const optionalPictureUrl = /* @__PURE__ */ (() =>
  optionalText(500).refine((value) => value === "" || isPictureAddress(value), invalid(IMAGE_MESSAGE)))();

export const optionalHttpsLink = /* @__PURE__ */ (() =>
  optionalText(500).refine(
    (value) => value === "" || isHttpsAddress(value),
    invalid(message("Enter a link that starts with https://")),
  ))();
