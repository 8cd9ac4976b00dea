import { distance } from "fastest-levenshtein";
import { and, or, sql, type SQL } from "drizzle-orm";
import { MAX_COUNTED, type Total } from "./keyset-page";

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

export const splitAtWords = (text: string): string[] => text.split(new RegExp(`(${words().source})`, "gu"));

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

/** A text whose numbers at either end must not continue: 5,000 does not match in 25,000. */
export interface WholeNumbers {
  whole: string;
}
export type SearchTerm = string | WholeNumbers;

/** One term of each group must match. Terms are folded with `search_fold` in the database. */
export type TermGroups = readonly (readonly SearchTerm[])[];

export type TermPredicate = (text: SQL, wording: SearchTerm) => SQL;

export const containsTerm = (text: SQL, wording: SQL | SearchTerm): SQL =>
  typeof wording === "object" && "whole" in wording
    ? sql`(${containsTerm(text, wording.whole)} and ${isWholeIn(text, wording)})`
    : sql`strpos(${text}, ${wording}) > 0`;

function isWholeIn(text: SQL, { whole }: WholeNumbers): SQL {
  const before = /^\d/.test(whole) ? "(?<![0-9]|[0-9],)" : "";
  const after = /\d$/.test(whole) ? "(?![0-9]|,[0-9]{2})" : "";
  return sql`${text} ~ ${`${before}${whole.replace(/[^\p{L}\p{M}\p{N}\s]/gu, "\\$&")}${after}`}`;
}

/** Shorter words have no trigram. */
const HAS_TRIGRAM = /[\p{L}\p{M}\p{N}]{3}/u;

/** Like {@link containsTerm}, but uses a trigram index, or one on `short_grams`. */
export const containsTermIndexed: TermPredicate = (column, wording) => {
  if (typeof wording === "object")
    return sql`(${containsTermIndexed(column, wording.whole)} and ${isWholeIn(column, wording)})`;
  if (HAS_TRIGRAM.test(wording)) return sql`${column} like ${`%${wording.replace(/[\\%_]/g, "\\$&")}%`}`;
  const characters = [...wording];
  const pairs = characters.slice(1).map((character, before) => characters[before]! + character);
  const grams = (pairs.length > 0 ? pairs : characters).map((gram) => sql`${gram}`);
  return sql`(short_grams(${column}) @> array[${sql.join(grams, sql`, `)}]::text[] and ${containsTerm(column, wording)})`;
};

export const matchesAllTerms = (texts: readonly SQL[], wordings: TermGroups, test: TermPredicate = containsTerm): SQL =>
  sql`(${and(...wordings.map((group) => or(...group.flatMap((wording) => texts.map((text) => test(text, wording))))))})`;

/** Rows sampled to estimate how common a term is. Ids are random, so the lowest ones are a fair sample. */
export const SAMPLE = sql.raw("2000");
/** If at least this many rows match, an ordered scan finds the first ones sooner than collecting and sorting all. */
export const COMMON_ROW_COUNT = 1_000;

export interface Sampled extends Record<string, unknown> {
  rows: number;
  all: number;
}

/** Row count of a table by the planner's statistics. */
export const rowsIn = (table: string): SQL =>
  sql`greatest((select reltuples from pg_class where oid = ${sql.raw(`'${table}'`)}::regclass), count(*))::float8`;

/** Judges by the sample; wrong in one of a million cases. */
function isLikelyAtLeast(count: number, met: number, { rows, all }: Sampled): boolean {
  const expected = (count * rows) / all;
  return all > rows && met >= expected + 5 * Math.sqrt(expected) + 4;
}

export interface MatchSample {
  eligible: number;
  matching: number;
  both: number;
}

const PAGE_SIZE = 30;
const estimated = (met: number, { rows, all }: Sampled) => (met * all) / rows;

/** Returns whether to scan the list in order and test each row, instead of sorting all matches of an index. */
export function shouldScanInOrder({ eligible, matching, both }: MatchSample, sampled: Sampled): boolean {
  if (isLikelyAtLeast(COMMON_ROW_COUNT, both, sampled)) return true;
  // If many matches lie outside the list, finding all of them may take longer than scanning until the page is full.
  const read = Math.min((PAGE_SIZE * eligible) / (both + 0.5), estimated(eligible, sampled));
  return isLikelyAtLeast(COMMON_ROW_COUNT, matching, sampled) && read <= estimated(matching, sampled);
}

/** Counting stops here in a list in which each row must be tested. */
const MAX_SCANNED_COUNT = 2_000;

/** Returns the total for an ordered scan; null if counting is affordable. */
export function scanTotal({ eligible, both }: MatchSample, sampled: Sampled): Total | "not counted" | null {
  const count = [MAX_COUNTED, COMMON_ROW_COUNT].find((each) => isLikelyAtLeast(each, both, sampled));
  if (count !== undefined) return { total: count, isTotalAtLeast: true };
  return estimated(eligible, sampled) <= MAX_SCANNED_COUNT ? null : "not counted";
}
