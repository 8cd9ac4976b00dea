import { and, sql, type SQL } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";
import type { DeadlineRange } from "../../contests/domain/phase";

const laterOf = (one: Date | null, other: Date | null) => (one && other ? (one > other ? one : other) : (one ?? other));
const earlierOf = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

export function intersectRanges(one: DeadlineRange | undefined, other: DeadlineRange | undefined) {
  if (!one || !other) return one ?? other;
  return { after: laterOf(one.after, other.after), until: earlierOf(one.until, other.until) };
}

export const isEmpty = ({ after, until }: DeadlineRange) => after !== null && until !== null && after >= until;

type Ends = { [End in keyof DeadlineRange]: Date | string | null };

const instant = (end: Date | string) =>
  typeof end === "string"
    ? sql`${sql.raw(`'${end}'`)}::timestamptz`
    : sql`${sql.param(end, contests.deadline)}::timestamptz`;

/** Lets an index find the rows. Give both bounds if possible: PostgreSQL then expects few rows for any values. */
export const isWithin = (deadline: SQL, { after, until }: Ends) =>
  and(
    after ? sql`${deadline} > ${instant(after)}` : undefined,
    until ? sql`${deadline} <= ${instant(until)}` : undefined,
  );

/** Filters rows of a scan in list order, nearly all of which match; written so that PostgreSQL expects that. */
export const isLeftWithin = (deadline: SQL, { after, until }: Ends) =>
  and(
    after ? sql`(${deadline} <= ${instant(after)}) is not true` : undefined,
    until ? sql`(${deadline} > ${instant(until)}) is not true` : undefined,
  );
