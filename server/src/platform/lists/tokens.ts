import { distance } from "fastest-levenshtein";
import type { WholeNumbers } from "./text-search";

/** A word of fewer letters is taken as it is. */
const SHORTEST = 3;

/** Signs that elsewhere stand for anything. Whoever writes them looks for them. */
const IS_PATTERN = /[%_*?\\]/;
const HAS_SIGNS = /[\p{P}\p{S}]/u;

/** A number in groups: 25,000, or 2,50,000 as it is written in Bangladesh. */
const IN_GROUPS = String.raw`(?<![0-9.]|[0-9],)[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}(?![0-9]|,[0-9])`;
const PLAIN = String.raw`(?<![0-9.]|[0-9],)[1-9][0-9]{3,11}(?![0-9]|,[0-9])`;

const eachInGroups = () => new RegExp(IN_GROUPS, "g");
const eachWord = () => new RegExp(String.raw`${IN_GROUPS}|[^\s\p{P}\p{S}]+`, "gu");
const eachLongNumber = () => new RegExp(`${IN_GROUPS}|${PLAIN}`, "g");

/** Words of a folded text; a number in groups is one. */
export const wordsIn = (text: string): string[] => text.match(eachWord()) ?? [];

export const isNumber = (word: string) => /^[\p{Nd},]+$/u.test(word);
const digitsOf = (word: string) => word.replace(/\P{Nd}/gu, "");

export const isPattern = (text: string): boolean => IS_PATTERN.test(text);
export const hasSigns = (text: string): boolean => HAS_SIGNS.test(text.replace(eachInGroups(), ""));

/** Whether somebody may have mistyped a word: of a number every digit is meant. */
export const isFuzzyMatchable = (word: string): boolean => [...word].length >= SHORTEST && !isNumber(word);

/** How many letters may be wrong, missing or too many. */
const slipsIn = (word: string) => (word.length <= 3 ? 1 : word.length <= 8 ? 2 : 3);

/** By how many letters another word differs from the one that was typed; null where that is too many, or the digits differ. */
export function editDistanceWithin(typed: string, word: string): number | null {
  if (digitsOf(typed) !== digitsOf(word)) return null;
  const slips = transpositionsOf(typed).includes(word) ? 1 : distance(typed, word);
  return slips <= slipsIn(typed) ? slips : null;
}

/** A word in which two letters stand the wrong way round: all that it may have been. Of a short one trigrams do not find them. */
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
  text.replace(eachLongNumber(), (number) => write(number.replaceAll(",", "")));

/** The same text with no number in groups. */
export const withoutGroups = (text: string): string => inStyle(text, (digits) => digits);

/** The same text with its numbers written otherwise, in groups or without; none where it has no number of a thousand or more. */
export function numberFormatVariants(text: string): WholeNumbers[] {
  const ways = STYLES.map((style) => inStyle(text, style));
  return [...new Set(ways)].filter((way) => way !== text).map((whole) => ({ whole }));
}

/** What is meant by a word that nobody mistyped: of a number not a part of another. */
export const isLiteral = (word: string): readonly (string | WholeNumbers)[] =>
  isNumber(word) ? [{ whole: word }, ...numberFormatVariants(word)] : [word];
