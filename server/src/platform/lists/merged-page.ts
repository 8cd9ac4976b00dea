import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import {
  DEFAULT_LIMIT,
  MAX_COUNTED,
  countOf,
  cutPage,
  isAfter,
  decodeCursor,
  totalOf,
  type Page,
  type PageColumns,
  type PageQuery,
  type RowOfPage,
  type SortKeys,
  type Total,
} from "./keyset-page";

/** Rows of a list that an index returns in list order. Each row is in at most one range of a list. */
export interface IndexRange {
  from: SQL;
  where: SQL | undefined;
  /** First sort keys, if all rows have the same values. */
  leading: readonly number[];
  keys: SortKeys;
  /** No index returns them in order, but `where` matches few: all are read and sorted. */
  isFew?: boolean;
}

/** All rows of a group come before those of the next, which is read only if the page is not full. */
export type RangeGroup = readonly IndexRange[];

/** A group's part of a page. Join `table` by its `id`, select `columns`, and use the rest in the matching clauses. */
export interface PickedColumns {
  table: SQL;
  id: SQL;
  columns: PageColumns;
  orderBy: SQL[];
}

export interface Matches {
  /** `at` is the time of the first page's request, so that time-dependent sorting is stable across pages. */
  runs: (at: Date) => readonly RangeGroup[];
  /** "not counted" means only a full page. If missing, the ranges are counted, which must be few and one group. */
  all?: readonly IndexRange[] | { tallied: SQL<number> } | Total | "not counted" | undefined;
  more?: (total: Total) => Promise<Matches | null>;
}

interface MergedList<Row> extends Matches {
  defaultLimit?: number;
  /** Reads all ranges in reverse; they must not have leading keys. */
  isBackwards?: boolean;
  rows: (picked: PickedColumns) => PromiseLike<Row[]>;
}

/** Like `readKeysetPage`, for a list that no single index returns in order: reads about one page of each range. */
export async function readMergedKeysetPage<Row extends RowOfPage>(
  db: Database,
  { limit, cursor }: PageQuery,
  now: Date,
  { defaultLimit = DEFAULT_LIMIT, isBackwards = false, rows, ...list }: MergedList<Row>,
): Promise<Page<Row>> {
  const { at, after } = decodeCursor(cursor) ?? { at: now, after: null };
  const shown = limit ?? defaultLimit;
  const found: Row[] = [];

  async function find({ runs, all, more }: Matches): Promise<Total> {
    const groups = runs(at);
    const known = all === "not counted" || (all && "total" in all) ? all : null;
    const counted = known ? null : numberOf(all as Exclude<typeof all, Total | "not counted">, groups);
    const before = found.length;
    const isFull = before > shown;
    for (const group of isFull ? [] : groups) {
      const isFirst = found.length === before;
      const picked = pick(
        group,
        { after, isBackwards },
        shown + 1 - found.length,
        !counted || !isFirst ? sql`0` : all ? counted : "runs",
      );
      if (picked) found.push(...(await rows(picked)));
      if (found.length > shown) break;
    }
    const isOfMany = after !== null || found.length > shown;
    const ofPage = { total: Math.max(0, (isOfMany ? shown : found.length) - before), isTotalAtLeast: isOfMany };
    // If further matches follow, rows are counted, because each page must report the same total.
    const isCounted = isOfMany && more !== undefined && found.length <= shown;
    const total =
      known !== "not counted"
        ? (known ?? (await totalOf(db, found.slice(before), counted!, after === null && !isFull)))
        : isCounted
          ? await totalOf(db, [], numberOf(undefined, groups), false)
          : ofPage;
    // Also if the page is full, so that each page reports the same total.
    const next = await more?.(total);
    if (!next) return total;
    const rest = await find(next);
    return { total: total.total + rest.total, isTotalAtLeast: total.isTotalAtLeast || rest.isTotalAtLeast };
  }

  const total = await find(list);
  return cutPage(found, { at, shown, ...total });
}

interface Start {
  after: readonly (number | string)[] | null;
  isBackwards: boolean;
}

const inOrder = (keys: SortKeys, isBackwards: boolean): SQL[] =>
  keys.map((key) => (isBackwards ? sql`${key} desc` : key));

/** `total` is a SQL number, or "runs" to count the rows of the ranges, all of which must be few. */
function pick(runs: RangeGroup, start: Start, limit: number, total: SQL | "runs"): PickedColumns | null {
  const slices = runs.map((run, index) => sliceOf(run, fewOf(index), start, limit));
  const nonEmpty = slices.filter((slice) => slice !== null);
  if (nonEmpty.length === 0) return null;
  const few = runs.flatMap((run, index) =>
    run.isFew && (slices[index] || total === "runs") ? [sql`${fewOf(index)} as materialized (${rowsOf(run)})`] : [],
  );
  const counted =
    total === "runs"
      ? countOf(
          sql`select 1 from (${sql.join(
            runs.map((_, index) => sql`select 1 from ${fewOf(index)}`),
            sql` union all `,
          )}) few`,
        )
      : total;
  const { leading, keys } = runs[0]!;
  const names = namesOf(leading.length + keys.length);
  const listed = sql.join(names, sql`, `);
  const orderBy = inOrder(names, start.isBackwards);
  const read = few.length > 0 ? sql`with ${sql.join(few, sql`, `)} ` : sql``;
  return {
    table: sql`(${read}select runs.*, ${counted} as total from (${sql.join(nonEmpty, sql` union all `)}) runs order by ${sql.join(orderBy, sql`, `)} limit ${literal(limit)}) picked`,
    id: sql`picked.${names.at(-1)!}`,
    columns: { sortKeys: sql`json_build_array(${listed})`, total: sql<number>`picked.total` },
    orderBy,
  };
}

const namesOf = (count: number) => Array.from({ length: count }, (_, position) => sql.raw(`k${position}`));
const fewOf = (index: number) => sql.raw(`few${index}`);

function rowsOf({ from, where, leading, keys }: IndexRange, rest?: SQL): SQL {
  const names = namesOf(leading.length + keys.length);
  const columns = [...leading.map(literal), ...keys].map((key, position) => sql`${key} as ${names[position]!}`);
  const conditions = [where, rest].filter((condition) => condition !== undefined);
  return sql`select ${sql.join(columns, sql`, `)} from ${from} where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`;
}

/** Reads few rows from a materialized CTE: otherwise the planner may walk another index, past all rows outside. */
function sliceOf(run: IndexRange, few: SQL, start: Start, limit: number): SQL | null {
  const { leading, keys, isFew } = run;
  const own = isFew ? namesOf(leading.length + keys.length).slice(leading.length) : keys;
  const rest = afterCursor(leading, own, start);
  if (rest === "none") return null;
  const rows = isFew ? sql`select * from ${few} where ${rest ?? sql`true`}` : rowsOf(run, rest);
  return sql`(${rows} order by ${sql.join(inOrder(own, start.isBackwards), sql`, `)} limit ${literal(limit)})`;
}

function afterCursor(leading: readonly number[], keys: SortKeys, { after, isBackwards }: Start) {
  if (!after) return undefined;
  // The cursor is of a list with other keys, so nothing matches.
  if (after.length !== leading.length + keys.length) return "none";
  for (const [position, key] of leading.entries()) {
    if (key > (after[position] as number)) return undefined;
    if (key < (after[position] as number)) return "none";
  }
  return isAfter(keys, after.slice(leading.length), isBackwards);
}

function numberOf(all: readonly IndexRange[] | { tallied: SQL<number> } | undefined, groups: readonly RangeGroup[]) {
  if (all && "tallied" in all) return all.tallied;
  return countOf(allRows(all ?? groups.flat()));
}

function allRows(runs: readonly IndexRange[]): SQL {
  if (runs.length === 0) return sql`select 1 where false`;
  const each = runs.map(
    ({ from, where }) => sql`(select 1 from ${from} where ${where ?? sql`true`} limit ${literal(MAX_COUNTED + 1)})`,
  );
  return sql`select 1 from (${sql.join(each, sql` union all `)}) runs`;
}

/** A literal instead of a parameter: for an unknown LIMIT the planner assumes a tenth of all rows. */
const literal = (number: number) => sql.raw(String(Math.trunc(number)));
