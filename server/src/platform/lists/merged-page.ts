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

/** Rows of a list which an index holds in the list's order. No row is in two runs of a list. */
export interface IndexRange {
  from: SQL;
  where: SQL | undefined;
  /** The first sort keys, where all its rows have the same. */
  leading: readonly number[];
  /** The sort keys after those. */
  keys: SortKeys;
  /** No index holds them in order, but `where` finds them, and they are few: all are read and sorted. */
  isFew?: boolean;
}

/** Runs that are read together. All that one stretch has comes before all that the next one has, which is read when a page is not full. */
export type RangeGroup = readonly IndexRange[];

/** What a stretch has for one page. Join `table` by its `id`, select `columns`, and put the rest where its name says. */
export interface Picked {
  table: SQL;
  id: SQL;
  columns: PageColumns;
  orderBy: SQL[];
}

/** Runs, one stretch after the other, and how many rows they have over all pages. */
export interface Matches {
  /** `at` is when the first page was asked for: what is sorted by the clock keeps its order from page to page. */
  runs: (at: Date) => readonly RangeGroup[];
  /**
   * In runs without keys, or as a number that a statement may say, or as it is known, or no more than that a page is full. Not given:
   * what the runs have, which are few and one stretch.
   */
  all?: readonly IndexRange[] | { tallied: SQL<number> } | Total | "not counted" | undefined;
  /** What comes after all that. */
  more?: (total: Total) => Promise<Matches | null>;
}

interface MergedList<Row> extends Matches {
  defaultLimit?: number;
  /** All runs from their end on. They have no leading keys then. */
  isBackwards?: boolean;
  rows: (picked: Picked) => PromiseLike<Row[]>;
}

/** As `readPage`, for a list that no single index holds in its order: reads about a page of each run, wherever it starts. */
export async function readMergedKeysetPage<Row extends RowOfPage>(
  db: Database,
  { limit, cursor }: PageQuery,
  now: Date,
  { defaultLimit = DEFAULT_LIMIT, isBackwards = false, rows, ...list }: MergedList<Row>,
): Promise<Page<Row>> {
  const { at, after } = decodeCursor(cursor) ?? { at: now, after: null };
  const shown = limit ?? defaultLimit;
  const found: Row[] = [];

  /** Finds what is left to be found of the page; answers how many there are over all pages. */
  async function find({ runs, all, more }: Matches): Promise<Total> {
    const stretches = runs(at);
    const known = all === "not counted" || (all && "total" in all) ? all : null;
    const counted = known ? null : numberOf(all as Exclude<typeof all, Total | "not counted">, stretches);
    const before = found.length;
    const isFull = before > shown;
    for (const stretch of isFull ? [] : stretches) {
      const isFirst = found.length === before;
      const picked = pick(
        stretch,
        { after, isBackwards },
        shown + 1 - found.length,
        !counted || !isFirst ? sql`0` : all ? counted : "runs",
      );
      if (picked) found.push(...(await rows(picked)));
      if (found.length > shown) break;
    }
    const isOfMany = after !== null || found.length > shown;
    const total =
      known === "not counted"
        ? await leastOf(
            {
              found: Math.max(0, (isOfMany ? shown : found.length) - before),
              isOfMany,
              mayHaveMore: more !== undefined && found.length <= shown,
            },
            stretches,
          )
        : (known ?? (await totalOf(db, found.slice(before), counted!, after === null && !isFull)));
    // Also where the page is full: each page says the same total.
    const next = await more?.(total);
    if (!next) return total;
    const rest = await find(next);
    return { total: total.total + rest.total, isTotalAtLeast: total.isTotalAtLeast || rest.isTotalAtLeast };
  }

  /** That a page is full; where something comes after its rows, how many they are: on each page that has to come to the same. */
  const leastOf = async (
    { found: count, isOfMany, mayHaveMore }: { found: number; isOfMany: boolean; mayHaveMore: boolean },
    stretches: readonly RangeGroup[],
  ): Promise<Total> =>
    isOfMany && mayHaveMore
      ? totalOf(db, [], numberOf(undefined, stretches), false)
      : { total: count, isTotalAtLeast: isOfMany };

  const total = await find(list);
  return cutPage(found, { at, shown, ...total });
}

/** Where a page starts, and which way it is read. */
interface Start {
  after: readonly (number | string)[] | null;
  isBackwards: boolean;
}

const inOrder = (keys: SortKeys, isBackwards: boolean): SQL[] =>
  keys.map((key) => (isBackwards ? sql`${key} desc` : key));

/** `total`: how many there are, or "runs" to count those of the runs, all of them few. */
function pick(runs: RangeGroup, start: Start, limit: number, total: SQL | "runs"): Picked | null {
  const slices = runs.map((run, index) => sliceOf(run, fewOf(index), start, limit));
  const some = slices.filter((slice) => slice !== null);
  if (some.length === 0) return null;
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
    table: sql`(${read}select runs.*, ${counted} as total from (${sql.join(some, sql` union all `)}) runs order by ${sql.join(orderBy, sql`, `)} limit ${written(limit)}) picked`,
    id: sql`picked.${names.at(-1)!}`,
    columns: { sortKeys: sql`json_build_array(${listed})`, total: sql<number>`picked.total` },
    orderBy,
  };
}

const namesOf = (count: number) => Array.from({ length: count }, (_, position) => sql.raw(`k${position}`));
const fewOf = (index: number) => sql.raw(`few${index}`);

function rowsOf({ from, where, leading, keys }: IndexRange, rest?: SQL): SQL {
  const names = namesOf(leading.length + keys.length);
  const columns = [...leading.map(written), ...keys].map((key, position) => sql`${key} as ${names[position]!}`);
  const conditions = [where, rest].filter((condition) => condition !== undefined);
  return sql`select ${sql.join(columns, sql`, `)} from ${from} where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`;
}

/** The first rows of a run after a place. Of a few, `few` has all: otherwise the database may walk another index in the right order, past all rows that are not among them. */
function sliceOf(run: IndexRange, few: SQL, start: Start, limit: number): SQL | null {
  const { leading, keys, isFew } = run;
  const own = isFew ? namesOf(leading.length + keys.length).slice(leading.length) : keys;
  const rest = beyond(leading, own, start);
  if (rest === "none") return null;
  const rows = isFew ? sql`select * from ${few} where ${rest ?? sql`true`}` : rowsOf(run, rest);
  return sql`(${rows} order by ${sql.join(inOrder(own, start.isBackwards), sql`, `)} limit ${written(limit)})`;
}

/** Condition: the run's rows after a place; "none" when they all come before it. */
function beyond(leading: readonly number[], keys: SortKeys, { after, isBackwards }: Start): SQL | undefined | "none" {
  if (!after) return undefined;
  // The place is in a list with other keys, where this one finds nothing.
  if (after.length !== leading.length + keys.length) return "none";
  for (const [position, key] of leading.entries()) {
    if (key > (after[position] as number)) return undefined;
    if (key < (after[position] as number)) return "none";
  }
  return isAfter(keys, after.slice(leading.length), isBackwards);
}

function numberOf(
  all: readonly IndexRange[] | { tallied: SQL<number> } | undefined,
  stretches: readonly RangeGroup[],
): SQL<number> {
  if (all && "tallied" in all) return all.tallied;
  return countOf(everyRow(all ?? stretches.flat()));
}

/** Selects anything of every row of these runs; of each no more than anybody counts. */
function everyRow(runs: readonly IndexRange[]): SQL {
  if (runs.length === 0) return sql`select 1 where false`;
  const each = runs.map(
    ({ from, where }) => sql`(select 1 from ${from} where ${where ?? sql`true`} limit ${written(MAX_COUNTED + 1)})`,
  );
  return sql`select 1 from (${sql.join(each, sql` union all `)}) runs`;
}

/** As it is and not as a parameter: of one whose value the database does not know it expects a tenth of all rows. */
const written = (number: number) => sql.raw(String(Math.trunc(number)));
