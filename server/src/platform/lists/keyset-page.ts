import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../database/database";
import { throwValidationError } from "../errors";

/** How many items a list answers when the caller does not say. */
export const DEFAULT_LIMIT = 30;
/** Tables of the dashboard show everything at once where they can. */
export const DASHBOARD_LIMIT = 100;

/** One page of a list. On the wire the answer stays an array; the rest goes into headers. */
export class Page<T> {
  constructor(
    readonly items: T[],
    /** Where the next page starts; null on the last. */
    readonly nextCursor: string | null,
    /** How many there are over all pages. */
    readonly total: number,
    /** There are more than that: counting ended there. */
    readonly isTotalAtLeast = false,
    /** Corrections of the search, if nothing matched it exactly; empty if no single correction describes the results. */
    readonly resultsFor: readonly string[] | null = null,
  ) {}

  map<U>(toItem: (item: T) => U): Page<U> {
    return new Page(this.items.map(toItem), this.nextCursor, this.total, this.isTotalAtLeast, this.resultsFor);
  }

  /** The same page, marked as results for these corrections unless it is empty. */
  asResultsFor(corrections: readonly string[]): Page<T> {
    return this.items.length === 0
      ? this
      : new Page(this.items, this.nextCursor, this.total, this.isTotalAtLeast, corrections);
  }
}

/** What a list is sorted by, ascending: whole numbers first, and last a text that no two rows share. */
export type SortKeys = readonly SQL[];

/** What a caller asks of a list. */
export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** What a row says of its page beside itself. */
export interface RowOfPage {
  sortKeys: (number | string)[];
  /** How many rows there are over all pages, as far as they are counted; the same in each. */
  total: number;
}
export type PageColumns = { [Name in keyof RowOfPage]: SQL<RowOfPage[Name]> };

/** What one page asks of the database. Select `columns` beside the row's own, and put the rest where its name says. */
interface Slice {
  columns: PageColumns;
  after: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

interface List<Row> {
  defaultLimit?: number;
  order: SortKeys;
  /** Selects anything of every row of all pages. */
  all: SQL;
  rows: (slice: Slice) => PromiseLike<Row[]>;
}

/** Reads the page that was asked for, with the count: the rows after a place, one more than shown to know whether there are others. */
export async function readKeysetPage<Row extends RowOfPage>(
  db: Database,
  { limit, cursor }: PageQuery,
  now: Date,
  { defaultLimit = DEFAULT_LIMIT, order, all, rows }: List<Row>,
): Promise<Page<Row>> {
  const { at, after } = decodeCursor(cursor) ?? { at: now, after: null };
  const shown = limit ?? defaultLimit;
  const total = countOf(all);
  const found = await rows({
    columns: { sortKeys: sql`json_build_array(${sql.join([...order], sql`, `)})`, total },
    after: isAfter(order, after),
    orderBy: [...order],
    limit: shown + 1,
  });
  return cutPage(found, { at, shown, ...(await totalOf(db, found, total, after === null)) });
}

/** Counting ends here: how many more there are helps nobody. */
export const MAX_COUNTED = 10_000;

export interface Total {
  total: number;
  /** There are more. */
  isTotalAtLeast: boolean;
}

/** How many rows `all` selects, as far as they are counted. */
export const countOf = (all: SQL): SQL<number> =>
  sql`(select count(*)::int from (${all} limit ${sql.raw(String(MAX_COUNTED + 1))}) counted)`;

export const asTotal = (counted: number): Total => ({
  total: Math.min(counted, MAX_COUNTED),
  isTotalAtLeast: counted > MAX_COUNTED,
});

/** What the rows of a page say of all; a page without rows says nothing, but for the first one: then the database is asked for the number. */
export async function totalOf(
  db: Database,
  found: readonly RowOfPage[],
  counted: SQL<number>,
  isFirst: boolean,
): Promise<Total> {
  if (found[0]) return asTotal(found[0].total);
  if (isFirst) return asTotal(0);
  const { rows } = await db.execute<{ total: number }>(sql`select ${counted} as total`);
  return asTotal(rows[0]!.total);
}

/** The page, of rows of which one more was read than is shown. */
export function cutPage<Row extends Pick<RowOfPage, "sortKeys">>(
  found: Row[],
  { at, shown, total, isTotalAtLeast }: { at: Date; shown: number } & Total,
): Page<Row> {
  const items = found.slice(0, shown);
  const last = items.at(-1);
  return new Page(items, found.length > shown && last ? writeCursor(at, last.sortKeys) : null, total, isTotalAtLeast);
}

/** Condition: the row comes after these keys, or before them in a list that is read backwards. A cursor of a list with other keys finds nothing. */
export function isAfter(
  keys: SortKeys,
  after: readonly (number | string)[] | null,
  isBackwards = false,
): SQL | undefined {
  if (!after) return undefined;
  if (after.length !== keys.length) return sql`false`;
  const values = after.map((key) => (typeof key === "number" ? sql`${key}::bigint` : sql`${key}::text`));
  return sql`(${sql.join([...keys], sql`, `)}) ${isBackwards ? sql`<` : sql`>`} (${sql.join(values, sql`, `)})`;
}

/** The last instant that both JavaScript and PostgreSQL write with four digits of a year. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

const cursorShape = z.tuple([
  z.int().min(0).max(LAST_INSTANT),
  z
    .array(z.union([z.int(), z.string().max(64)]))
    .max(8)
    .refine((keys) =>
      keys.every((key, position) => typeof key === (position === keys.length - 1 ? "string" : "number")),
    ),
]);

/** Opaque text for a place in a list: when its first page was asked for, and the sort keys of the last row shown. */
const writeCursor = (at: Date, keys: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([at.getTime(), keys])).toString("base64url");

/** What {@link writeCursor} wrote; null for the first page. A cursor that is not ours is bad input. */
export function decodeCursor(cursor: string | undefined): { at: Date; after: (number | string)[] } | null {
  if (cursor === undefined) return null;
  try {
    const text = Buffer.from(cursor, "base64url").toString();
    if (!text.includes("\\u0000")) {
      const [at, after] = cursorShape.parse(JSON.parse(text));
      return { at: new Date(at), after };
    }
  } catch {
    // Neither JSON nor of a list of ours: refused below.
  }
  return throwValidationError({ cursor: "This is not a place in this list." });
}

/** Header value if no single correction describes the results; some proxies drop empty headers. */
const SIMILAR = "*";

/** Says in headers what the array cannot: how many there are, and the address of the next page after `address`. */
export function headersOfPage(page: Page<unknown>, address: string): Record<string, string> {
  const headers = {
    "x-total-count": String(page.total),
    ...(page.isTotalAtLeast ? { "x-total-count-at-least": "true" } : {}),
    ...(page.resultsFor ? { "x-results-for": page.resultsFor.map(encodeURIComponent).join(",") || SIMILAR } : {}),
  };
  if (page.nextCursor === null) return headers;
  const next = new URL(address, "http://relative.invalid");
  next.searchParams.set("cursor", page.nextCursor);
  return { ...headers, link: `<${next.pathname}${next.search}>; rel="next"` };
}
