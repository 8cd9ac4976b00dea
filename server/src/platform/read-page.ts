import { sql, type SQL } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { badInput } from "./errors";

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
  ) {}

  map<U>(toItem: (item: T) => U): Page<U> {
    return new Page(this.items.map(toItem), this.nextCursor, this.total);
  }
}

/** What a list is sorted by, ascending: whole numbers first, and last a text that no two rows share. */
export type SortKeys = readonly SQL[];

/** What a caller asks of a list. */
export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** What one page asks of the database. Select `sortKeys` beside the row, and put the rest where its name says. */
interface Slice {
  sortKeys: SQL<(number | string)[]>;
  after: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

interface List<Row> {
  defaultLimit?: number;
  /** `at` is when the first page was asked for: what is sorted by the clock keeps its order from page to page. */
  order: SortKeys | ((at: Date) => SortKeys);
  rows: (slice: Slice) => PromiseLike<Row[]>;
  total: () => PromiseLike<{ total: number }[]>;
}

/** Reads the page that was asked for: the rows after a place, one more than shown to know whether there are others, and the count. */
export async function readPage<Row extends { sortKeys: (number | string)[] }>(
  { limit, cursor }: PageQuery,
  now: Date,
  { defaultLimit = DEFAULT_LIMIT, order, rows, total }: List<Row>,
): Promise<Page<Row>> {
  const place = placeFrom(cursor) ?? { at: now, after: null };
  const keys = typeof order === "function" ? order(place.at) : order;
  const shown = limit ?? defaultLimit;
  const found = await rows({
    sortKeys: sql`json_build_array(${sql.join([...keys], sql`, `)})`,
    after: isAfter(keys, place.after),
    orderBy: [...keys],
    limit: shown + 1,
  });
  const [counted] = await total();
  const items = found.slice(0, shown);
  const last = items.at(-1);
  const nextCursor = found.length > shown && last ? writeCursor(place.at, last.sortKeys) : null;
  return new Page(items, nextCursor, counted?.total ?? 0);
}

/** Milliseconds since 1970, as a sort key. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) => sql`(extract(epoch from ${instant}) * 1000)::bigint`;

/** Condition: the row comes after these keys. A cursor of a list with other keys finds nothing. */
function isAfter(keys: SortKeys, after: readonly (number | string)[] | null): SQL | undefined {
  if (!after) return undefined;
  if (after.length !== keys.length) return sql`false`;
  const values = after.map((key) => (typeof key === "number" ? sql`${key}::bigint` : sql`${key}::text`));
  return sql`(${sql.join([...keys], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** The last instant that both JavaScript and PostgreSQL write with four digits of a year. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

const cursorShape = z.tuple([
  z.int().min(0).max(LAST_INSTANT),
  z
    .array(z.union([z.int(), z.string().max(64)]))
    .max(8)
    .refine((keys) => keys.every((key, position) => typeof key === (position === keys.length - 1 ? "string" : "number"))),
]);

/** Opaque text for a place in a list: when its first page was asked for, and the sort keys of the last row shown. */
const writeCursor = (at: Date, keys: readonly unknown[]): string => Buffer.from(JSON.stringify([at.getTime(), keys])).toString("base64url");

/** What {@link writeCursor} wrote; null for the first page. A cursor that is not ours is bad input. */
function placeFrom(cursor: string | undefined): { at: Date; after: (number | string)[] } | null {
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
  return badInput({ cursor: "This is not a place in this list." });
}

/** Says in the headers what the array cannot: how many there are, and the address of the next page. */
export function describePage(page: Page<unknown>, request: FastifyRequest, reply: FastifyReply): void {
  reply.header("X-Total-Count", page.total);
  if (page.nextCursor === null) return;
  const next = new URL(request.url, "http://relative.invalid");
  next.searchParams.set("cursor", page.nextCursor);
  reply.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
}
