import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";

/** One page of a list, the number of all its rows, and the cursor of the next page (null on the last). */
export interface Page<Item> {
  items: Item[];
  total: number;
  nextCursor: string | null;
}

/** Where a page of a list starts. */
export interface Place {
  /** When the first page was asked for: what is sorted by the clock keeps its order from page to page. */
  at: Date;
  /** Sort keys of the last row of the page before; null on the first page. */
  after: readonly (number | string)[] | null;
}

/** What a list is sorted by, ascending: whole numbers first, and last a text that no two rows share. */
export type SortKeys = readonly SQL[];

const cursorShape = z.tuple([z.int().min(0), z.array(z.union([z.int(), z.string().max(64)])).min(1).max(8)]);

const cursorFrom = (place: Place, keys: readonly (number | string)[]) =>
  Buffer.from(JSON.stringify([place.at.getTime(), keys])).toString("base64url");

/** The place that a cursor names, the start of the list without one, or undefined when it is no cursor. */
export function placeFrom(cursor: string | undefined, now: Date): Place | undefined {
  if (!cursor) return { at: now, after: null };
  try {
    const [at, after] = cursorShape.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    const isWhole = after.every((key, position) => typeof key === (position === after.length - 1 ? "string" : "number"));
    return isWhole ? { at: new Date(at), after } : undefined;
  } catch {
    return undefined;
  }
}

/** The sort keys of a row, to select beside it as `sortKeys`. */
export const sortKeysOf = (keys: SortKeys) => sql<(number | string)[]>`json_build_array(${sql.join([...keys], sql`, `)})`;

/** Condition: the row comes after the place. A cursor of another list finds nothing. */
export function isAfter(keys: SortKeys, { after }: Place): SQL | undefined {
  if (!after) return undefined;
  if (after.length !== keys.length) return sql`false`;
  const values = after.map((key) => (typeof key === "number" ? sql`${key}::bigint` : sql`${key}::text`));
  return sql`(${sql.join([...keys], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** Cuts what was asked for (`limit + 1` rows) to the page and names the place after it. */
export function cutPage<Row extends { sortKeys: (number | string)[] }>(rows: Row[], limit: number, place: Place) {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { rows: kept, nextCursor: rows.length > limit && last ? cursorFrom(place, last.sortKeys) : null };
}

/** Milliseconds since 1970 of a timestamp, as a sort key. */
export const epochMs = (column: SQL.Aliased | SQL | object) => sql`(extract(epoch from ${column}) * 1000)::bigint`;
