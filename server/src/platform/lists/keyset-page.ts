import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { throwValidationError } from "../errors";

export const DEFAULT_LIMIT = 30;
/** Dashboard tables show everything on one page if possible. */
export const DASHBOARD_LIMIT = 100;

/** One page of a list. The response body stays an array; the rest is sent in headers. */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly nextCursor: string | null,
    readonly total: number,
    /** Counting stopped at `total`, and more exist. */
    readonly isTotalAtLeast = false,
    /** Corrections of the search if nothing matched exactly; empty if no single one describes the results. */
    readonly resultsFor: readonly string[] | null = null,
  ) {}

  map<U>(toItem: (item: T) => U): Page<U> {
    return new Page(this.items.map(toItem), this.nextCursor, this.total, this.isTotalAtLeast, this.resultsFor);
  }

  asResultsFor(corrections: readonly string[]): Page<T> {
    return this.items.length === 0
      ? this
      : new Page(this.items, this.nextCursor, this.total, this.isTotalAtLeast, corrections);
  }
}

/** Ascending sort keys: integers first, and a unique text last. */
export type SortKeys = readonly SQL[];

export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface RowOfPage {
  sortKeys: (number | string)[];
  total: number;
}
export type PageColumns = { [Name in keyof RowOfPage]: SQL<RowOfPage[Name]> };

/** Clauses for one page. Select `columns` next to the row's own, and use the rest in the matching clauses. */
interface Slice {
  columns: PageColumns;
  after: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

interface List<Row> {
  defaultLimit?: number;
  order: SortKeys;
  all: SQL;
  rows: (slice: Slice) => PromiseLike<Row[]>;
}

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

/** Counting stops here, because the exact number no longer helps anyone. */
export const MAX_COUNTED = 10_000;

export interface Total {
  total: number;
  isTotalAtLeast: boolean;
}

export const countOf = (all: SQL): SQL<number> =>
  sql`(select count(*)::int from (${all} limit ${sql.raw(String(MAX_COUNTED + 1))}) counted)`;

export const asTotal = (counted: number): Total => ({
  total: Math.min(counted, MAX_COUNTED),
  isTotalAtLeast: counted > MAX_COUNTED,
});

/** Takes the total from the rows of the page; queries it only if a page other than the first is empty. */
export async function totalOf(db: Database, found: readonly RowOfPage[], counted: SQL<number>, isFirst: boolean) {
  if (found[0]) return asTotal(found[0].total);
  if (isFirst) return asTotal(0);
  const { rows } = await db.execute<{ total: number }>(sql`select ${counted} as total`);
  return asTotal(rows[0]!.total);
}

export function cutPage<Row extends Pick<RowOfPage, "sortKeys">>(
  found: Row[],
  { at, shown, total, isTotalAtLeast }: { at: Date; shown: number } & Total,
): Page<Row> {
  const items = found.slice(0, shown);
  const last = items.at(-1);
  return new Page(items, found.length > shown && last ? writeCursor(at, last.sortKeys) : null, total, isTotalAtLeast);
}

/** Condition for rows after these keys, or before them if reversed. Keys of another list match nothing. */
export function isAfter(keys: SortKeys, after: readonly (number | string)[] | null, isBackwards = false) {
  if (!after) return undefined;
  if (after.length !== keys.length) return sql`false`;
  const values = after.map((key) => (typeof key === "number" ? sql`${key}::bigint` : sql`${key}::text`));
  return sql`(${sql.join([...keys], sql`, `)}) ${isBackwards ? sql`<` : sql`>`} (${sql.join(values, sql`, `)})`;
}

/** The last instant that both JavaScript and PostgreSQL format with a four-digit year. */
const MAX_INSTANT = Date.UTC(9999, 11, 31);

const cursorShape = z.tuple([
  z.int().min(0).max(MAX_INSTANT),
  z
    .array(z.union([z.int(), z.string().max(64)]))
    .max(8)
    .refine((keys) =>
      keys.every((key, position) => typeof key === (position === keys.length - 1 ? "string" : "number")),
    ),
]);

const writeCursor = (at: Date, keys: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([at.getTime(), keys])).toString("base64url");

/** Decodes a cursor of {@link writeCursor}; null for the first page. Throws 422 for any other text. */
export function decodeCursor(cursor: string | undefined): { at: Date; after: (number | string)[] } | null {
  if (cursor === undefined) return null;
  try {
    const text = Buffer.from(cursor, "base64url").toString();
    if (!text.includes("\\u0000")) {
      const [at, after] = cursorShape.parse(JSON.parse(text));
      return { at: new Date(at), after };
    }
  } catch {
    // Invalid JSON or another shape; rejected below.
  }
  return throwValidationError({ cursor: message("We couldn't find that place in the list.") });
}

/** Header value if no single correction describes the results; some proxies drop empty headers. */
const SIMILAR = "*";

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
