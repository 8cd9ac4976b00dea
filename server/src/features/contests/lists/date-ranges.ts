import { and, sql, type SQL } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";
import type { DeadlineRange } from "../clock/phase";

const laterOf = (one: Date | null, other: Date | null) => (one && other ? (one > other ? one : other) : (one ?? other));
const earlierOf = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** What lies in both; undefined has no ends. */
export function intersectRanges(
  one: DeadlineRange | undefined,
  other: DeadlineRange | undefined,
): DeadlineRange | undefined {
  if (!one || !other) return one ?? other;
  return { after: laterOf(one.after, other.after), until: earlierOf(one.until, other.until) };
}

export const isEmpty = ({ after, until }: DeadlineRange) => after !== null && until !== null && after >= until;

type Ends = { [End in keyof DeadlineRange]: Date | string | null };

const instant = (end: Date | string) =>
  typeof end === "string"
    ? sql`${sql.raw(`'${end}'`)}::timestamptz`
    : sql`${sql.param(end, contests.deadline)}::timestamptz`;

/** For an index to find. Of a deadline with two ends the database expects few rows, also where it does not know them: say both. */
export const isWithin = (deadline: SQL, { after, until }: Ends) =>
  and(
    after ? sql`${deadline} > ${instant(after)}` : undefined,
    until ? sql`${deadline} <= ${instant(until)}` : undefined,
  );

/** For what an index in the list's order finds, nearly all of which is within: said so that the database expects that too. */
export const isLeftWithin = (deadline: SQL, { after, until }: Ends) =>
  and(
    after ? sql`(${deadline} <= ${instant(after)}) is not true` : undefined,
    until ? sql`(${deadline} > ${instant(until)}) is not true` : undefined,
  );
