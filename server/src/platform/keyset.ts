import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { readCursor, writeCursor } from "./paging";

/** Where a page of a list starts. */
export interface Place {
  /** When the first page was asked for: what is sorted by the clock keeps its order from page to page. */
  at: Date;
  /** Sort keys of the last row of the page before; null on the first page. */
  after: readonly (number | string)[] | null;
}

/** What a list is sorted by, ascending: whole numbers first, and last a text that no two rows share. */
export type SortKeys = readonly SQL[];

/** The last instant that both JavaScript and PostgreSQL write with four digits of a year. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

const cursorShape = z.tuple([
  z.int().min(0).max(LAST_INSTANT),
  z
    .array(z.union([z.int(), z.string().max(64)]))
    .max(8)
    .refine((keys) => keys.every((key, position) => typeof key === (position === keys.length - 1 ? "string" : "number"))),
]);

export function placeFrom(cursor: string | undefined, now: Date): Place {
  const read = readCursor(cursor, cursorShape);
  return read ? { at: new Date(read[0]), after: read[1] } : { at: now, after: null };
}

/** The sort keys of a row, to select beside it as `sortKeys`. */
export const sortKeysOf = (keys: SortKeys) => sql<(number | string)[]>`json_build_array(${sql.join([...keys], sql`, `)})`;

/** Condition: the row comes after the place. A cursor of a list with other keys finds nothing. */
export function isAfter(keys: SortKeys, { after }: Place): SQL | undefined {
  if (!after) return undefined;
  if (after.length !== keys.length) return sql`false`;
  const values = after.map((key) => (typeof key === "number" ? sql`${key}::bigint` : sql`${key}::text`));
  return sql`(${sql.join([...keys], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** Cuts what was found (`limit + 1` rows were asked for) to the page, and names the place after it. */
export function cutPage<Row extends { sortKeys: (number | string)[] }>(rows: Row[], limit: number, place: Place) {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { rows: kept, nextCursor: rows.length > limit && last ? writeCursor([place.at.getTime(), last.sortKeys]) : null };
}

/** Milliseconds since 1970, as a sort key. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) => sql`(extract(epoch from ${instant}) * 1000)::bigint`;
