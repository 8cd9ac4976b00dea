import { and, or, sql, type SQL } from "drizzle-orm";
import { MAX_COUNTED, type Total } from "./keyset-page";

/** A text whose numbers at either end must not continue: 5,000 does not match in 25,000. */
export interface WholeNumbers {
  whole: string;
}
export type SearchTerm = string | WholeNumbers;

/** One term of each group must match. Terms are folded with `search_fold` in the database. */
export type TermGroups = readonly (readonly SearchTerm[])[];

export type TermPredicate = (text: SQL, wording: SearchTerm) => SQL;

/** Compares the text of each row, without an index. */
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
export function isLikelyAtLeast(count: number, met: number, { rows, all }: Sampled): boolean {
  const expected = (count * rows) / all;
  return all > rows && met >= expected + 5 * Math.sqrt(expected) + 4;
}

export interface MatchSample {
  meant: number;
  held: number;
  both: number;
}

const PAGE_SIZE = 30;
const estimated = (met: number, { rows, all }: Sampled) => (met * all) / rows;

/** Returns whether to scan the list in order and test each row, instead of sorting all matches of an index. */
export function shouldScanInOrder({ meant, held, both }: MatchSample, sampled: Sampled): boolean {
  if (isLikelyAtLeast(COMMON_ROW_COUNT, both, sampled)) return true;
  // If many matches lie outside the list, finding all of them may take longer than scanning until the page is full.
  const read = Math.min((PAGE_SIZE * meant) / (both + 0.5), estimated(meant, sampled));
  return isLikelyAtLeast(COMMON_ROW_COUNT, held, sampled) && read <= estimated(held, sampled);
}

/** Counting stops here in a list in which each row must be tested. */
const MAX_SCANNED_COUNT = 2_000;

/** Returns the total for an ordered scan; null if counting is affordable. */
export function scanTotal({ meant, both }: MatchSample, sampled: Sampled): Total | "not counted" | null {
  const count = [MAX_COUNTED, COMMON_ROW_COUNT].find((each) => isLikelyAtLeast(each, both, sampled));
  if (count !== undefined) return { total: count, isTotalAtLeast: true };
  return estimated(meant, sampled) <= MAX_SCANNED_COUNT ? null : "not counted";
}
