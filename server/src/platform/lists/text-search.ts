import { and, or, sql, type SQL } from "drizzle-orm";
import { MAX_COUNTED, type Total } from "./keyset-page";

/** A text that begins or ends with a number which goes no further there: 5,000 is not in 25,000. */
export interface WholeNumbers {
  whole: string;
}
export type SearchTerm = string | WholeNumbers;

/** Of each group one wording must be there. They are folded, as `search_fold` in the database does it. */
export type TermGroups = readonly (readonly SearchTerm[])[];

/** Condition: a folded text holds this. */
export type Test = (text: SQL, wording: SearchTerm) => SQL;

/** Of a text that is read. */
export const containsTerm = (text: SQL, wording: SQL | SearchTerm): SQL =>
  typeof wording === "object" && "whole" in wording
    ? sql`(${containsTerm(text, wording.whole)} and ${isWholeIn(text, wording)})`
    : sql`strpos(${text}, ${wording}) > 0`;

/** As an expression that PostgreSQL reads. */
function isWholeIn(text: SQL, { whole }: WholeNumbers): SQL {
  const before = /^\d/.test(whole) ? "(?<![0-9]|[0-9],)" : "";
  const after = /\d$/.test(whole) ? "(?![0-9]|,[0-9]{2})" : "";
  return sql`${text} ~ ${`${before}${whole.replace(/[^\p{L}\p{M}\p{N}\s]/gu, "\\$&")}${after}`}`;
}

/** What has less of a word than this has no trigram. */
const HAS_TRIGRAM = /[\p{L}\p{M}\p{N}]{3}/u;

/** The same, for an index of trigrams to find the rows, or for one of `short_grams`. */
export const containsTermIndexed: Test = (column, wording) => {
  if (typeof wording === "object")
    return sql`(${containsTermIndexed(column, wording.whole)} and ${isWholeIn(column, wording)})`;
  if (HAS_TRIGRAM.test(wording)) return sql`${column} like ${`%${wording.replace(/[\\%_]/g, "\\$&")}%`}`;
  const characters = [...wording];
  const pairs = characters.slice(1).map((character, before) => characters[before]! + character);
  const grams = (pairs.length > 0 ? pairs : characters).map((gram) => sql`${gram}`);
  return sql`(short_grams(${column}) @> array[${sql.join(grams, sql`, `)}]::text[] and ${containsTerm(column, wording)})`;
};

/** Condition: the texts together hold what is sought. */
export const matchesAllTerms = (texts: readonly SQL[], wordings: TermGroups, test: Test = containsTerm): SQL =>
  sql`(${and(...wordings.map((group) => or(...group.flatMap((wording) => texts.map((text) => test(text, wording))))))})`;

/** So many rows are looked at to know how common something is. Ids are random: those with the first are a fair sample. */
export const SAMPLE = sql.raw("2000");
/** What at least so many rows hold is common: the first of them, in whatever order, are met sooner than all are found. */
export const COMMON = 1_000;

export interface Sampled extends Record<string, unknown> {
  /** Rows in the sample. */
  rows: number;
  /** About how many there are. */
  all: number;
}

/** How many rows a table has, as the database last counted them. */
export const rowsIn = (table: string): SQL =>
  sql`greatest((select reltuples from pg_class where oid = ${sql.raw(`'${table}'`)}::regclass), count(*))::float8`;

/** Whether at least `count` rows of all are meant when `met` of the sample are; a chance of one in a million that they are not. */
export function isLikelyAtLeast(count: number, met: number, { rows, all }: Sampled): boolean {
  const expected = (count * rows) / all;
  return all > rows && met >= expected + 5 * Math.sqrt(expected) + 4;
}

/** Numbers of the sample: rows that the list has, rows that hold what is sought, and rows that are both. */
export interface MatchSample {
  meant: number;
  held: number;
  both: number;
}

const A_PAGE = 30;
const estimated = (met: number, { rows, all }: Sampled) => (met * all) / rows;

/** Whether a list is better read in its own order, each row being looked at, than what holds it is found and sorted. */
export function shouldScanInOrder({ meant, held, both }: MatchSample, sampled: Sampled): boolean {
  if (isLikelyAtLeast(COMMON, both, sampled)) return true;
  // Many hold it that are not meant: to find them all may take longer than to read until a page is full, or to the list's end.
  const read = Math.min((A_PAGE * meant) / (both + 0.5), estimated(meant, sampled));
  return isLikelyAtLeast(COMMON, held, sampled) && read <= estimated(held, sampled);
}

/** Nobody counts further than this in a list of which each row has to be looked at. */
const COUNTABLE = 2_000;

/** How many a list has that is read in its own order: null where they may be counted. */
export function uncounted({ meant, both }: MatchSample, sampled: Sampled): Total | "not counted" | null {
  const count = [MAX_COUNTED, COMMON].find((each) => isLikelyAtLeast(each, both, sampled));
  if (count !== undefined) return { total: count, isTotalAtLeast: true };
  return estimated(meant, sampled) <= COUNTABLE ? null : "not counted";
}
