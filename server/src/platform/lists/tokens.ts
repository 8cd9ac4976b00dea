import { distance } from "fastest-levenshtein";
import type { WholeNumbers } from "./text-search";

const MIN_FUZZY_LENGTH = 3;
/** A single letter, like the one of C#, would match nearly every text. */
const MIN_BARE_LENGTH = 2;

/** Wildcards in other search tools; here they are searched literally. */
const IS_PATTERN = /[%_*?\\]/;
const HAS_SIGNS = /[\p{P}\p{S}]/u;

/** A grouped number: 25,000, or 2,50,000 in Bangladeshi notation. */
const GROUPED = String.raw`(?<![0-9.]|[0-9],)[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?![0-9]|,[0-9])`;
const PLAIN = String.raw`(?<![0-9.]|[0-9],)[1-9][0-9]{3,11}(?![0-9]|,[0-9])`;

const groupedNumbers = () => new RegExp(GROUPED, "g");
const words = () => new RegExp(String.raw`${GROUPED}|[^\s\p{P}\p{S}]+`, "gu");
const longNumbers = () => new RegExp(`${GROUPED}|${PLAIN}`, "g");

/** Splits a folded text into words; a grouped number is one word. */
export const wordsIn = (text: string): string[] => text.match(words()) ?? [];

export const isNumber = (word: string) => /^[\p{Nd},]+$/u.test(word);
const digitsOf = (word: string) => word.replace(/\P{Nd}/gu, "");

export const isPattern = (text: string): boolean => IS_PATTERN.test(text);
export const hasSigns = (text: string): boolean => HAS_SIGNS.test(text.replace(groupedNumbers(), ""));

/** All signs except wildcards; a question mark at an edge rather belongs to a sentence. */
const EDGE_SIGNS = String.raw`[[\p{P}\p{S}]--[%_*\\]]+`;
const edgeSigns = () => new RegExp(`^${EDGE_SIGNS}|${EDGE_SIGNS}$`, "gv");

/** Returns the text without signs at the edges of its words; null if that changes nothing or leaves too little. */
export function withoutEdgeSigns(text: string): string | null {
  const bare = text
    .split(/\s+/)
    .map((word) => word.replace(edgeSigns(), ""))
    .filter((word) => word !== "")
    .join(" ");
  return bare === text || [...bare].length < MIN_BARE_LENGTH ? null : bare;
}

/** Numbers are never fuzzy: every digit is significant. */
export const isFuzzyMatchable = (word: string): boolean => [...word].length >= MIN_FUZZY_LENGTH && !isNumber(word);

const maxDistanceOf = (word: string) => (word.length <= 3 ? 1 : word.length <= 8 ? 2 : 3);

/** Returns the edit distance between the typed and the found word, or null if it is too large or the digits differ. */
export function editDistanceWithin(typed: string, word: string): number | null {
  if (digitsOf(typed) !== digitsOf(word)) return null;
  const edits = transpositionsOf(typed).includes(word) ? 1 : distance(typed, word);
  return edits <= maxDistanceOf(typed) ? edits : null;
}

/** Returns all words that differ by two swapped adjacent letters. Trigrams do not find these for short words. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word];
  const swaps = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
  return [...new Set(swaps)].filter((swap) => swap !== word);
}

const STYLES: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ","),
  (digits) => digits.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ","),
];

const inStyle = (text: string, write: (digits: string) => string) =>
  text.replace(longNumbers(), (number) => write(number.replaceAll(",", "")));

export const withoutGroups = (text: string): string => inStyle(text, (digits) => digits);

/** Returns the text with other number grouping styles; empty if it has no number above 999. */
export function numberFormatVariants(text: string): WholeNumbers[] {
  const ways = STYLES.map((style) => inStyle(text, style));
  return [...new Set(ways)].filter((way) => way !== text).map((whole) => ({ whole }));
}

/** Returns the exact variants of a word; a number does not match as part of another number. */
export const literalTerms = (word: string): readonly (string | WholeNumbers)[] =>
  isNumber(word) ? [{ whole: word }, ...numberFormatVariants(word)] : [word];
