import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Clock } from "@conquest/server/src/platform/clock";
import type { Database } from "@conquest/server/src/database/database";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { awards } from "@conquest/server/src/database/schema/awards";
import { contestTally } from "@conquest/server/src/database/schema/contest-lists";
import { contests, entries } from "@conquest/server/src/database/schema/contests";
import { users } from "@conquest/server/src/database/schema/people";
import { contestPromises, participations } from "@conquest/server/src/database/schema/taking-part";
import { contestComments } from "@conquest/server/src/database/schema/talk";
import { compactCounts } from "@conquest/server/src/features/contest-lists/domain/contest-counts";
import { manyRows, uidOf, type Batch } from "./many-rows";
import type { Amounts } from "./many-shares";
import { assertNotProduction } from "../seed-demo";

type Row = Record<string, unknown>;

/** Passes rows with equal keys as one JSON text, which is faster than parameters and has no row limit. */
function toRecordset(table: PgTable, rows: readonly Row[]) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in rows[0]!);
  const records = rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])));
  return {
    names: columns.map(([, { name }]) => sql.identifier(name)),
    records: sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`,
  };
}

async function insertRows(tx: Database, table: PgTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { names, records } = toRecordset(table, rows);
  const list = sql.join(names, sql`, `);
  await tx.execute(sql`insert into ${table} (${list}) select ${list} from ${records}`);
}

async function setWinners(tx: Database, rows: Batch["winners"]): Promise<void> {
  if (rows.length === 0) return;
  const { names, records } = toRecordset(contests, rows);
  const changes = names.map((name) => sql`${name} = won.${name}`);
  await tx.execute(
    sql`update ${contests} set ${sql.join(changes, sql`, `)}, updated_at = won.winner_at from ${records} won where ${contests.id} = won.id`,
  );
}

/** A trigger has already inserted their awards. Nothing is left to send, so the job finds nothing due. */
async function deliverPrizes(tx: Database, rows: Batch["winners"]): Promise<void> {
  await tx
    .update(awards)
    .set({
      state: "delivered",
      sentOn: sql`${awards.awardedAt}::date`,
      sentAt: awards.awardedAt,
      endedAt: awards.awardedAt,
      nextAt: null,
    })
    .where(
      inArray(
        awards.contestId,
        rows.map(({ id }) => id),
      ),
    );
}

/** A trigger has already inserted the deadline as the next step. */
async function setPromises(tx: Database, rows: Batch["promises"]): Promise<void> {
  if (rows.length === 0) return;
  const { records } = toRecordset(contestPromises, rows);
  await tx.execute(
    sql`update ${contestPromises} set next_at = promised.next_at from ${records} promised where ${contestPromises.contestId} = promised.contest_id`,
  );
}

const FILLED_TABLES = [
  users,
  contests,
  contestPromises,
  contestTally,
  participations,
  entries,
  awards,
  contestComments,
];

async function write(tx: Database, batch: Batch): Promise<void> {
  await insertRows(tx, users, batch.users);
  await insertRows(tx, contests, batch.contests);
  await insertRows(tx, participations, batch.participations);
  await insertRows(tx, entries, batch.entries);
  await insertRows(tx, contestComments, batch.comments);
  await setWinners(tx, batch.winners);
  await deliverPrizes(tx, batch.winners);
  await setPromises(tx, batch.promises);
}

async function nextRun(db: Database): Promise<number> {
  for (let run = 0; ; run += 1) {
    const seen = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.uid, uidOf(run, "admin", 0)));
    if (seen.length === 0) return run;
  }
}

/** From this number of contests, rebuilding the text indexes is faster than updating them per row. */
const REINDEX_THRESHOLD = 20_000;

async function withoutTextIndexes(tx: Database, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ name: string; made: string }>(
    sql`select indexname as name, indexdef as made from pg_indexes where schemaname = current_schema() and indexdef like '% USING gin %'`,
  );
  for (const { name } of rows) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
  for (const { made } of rows) await tx.execute(sql.raw(made));
}

interface Options extends Amounts {
  joinAmount: JoinAmount;
  onProgress?(contests: number): void;
}

/** Adds generated rows in one transaction, deterministic except for dates. Returns the run number. */
export async function seedMany(db: Database, clock: Clock, { onProgress, ...options }: Options): Promise<number> {
  assertNotProduction();
  const run = await nextRun(db);
  await db.transaction(async (tx) => {
    const writeAll = async () => {
      let written = 0;
      let counted = 0;
      for (const batch of manyRows({ ...options, run, now: clock.now() })) {
        await write(tx, batch);
        written += batch.contests.length;
        if (batch.contests.length > 0) onProgress?.(written);
        if (written < 4 * counted) continue;
        // Updates statistics, or queries would be planned for empty tables.
        counted = written;
        for (const table of FILLED_TABLES) await tx.execute(sql`analyze ${table}`);
      }
    };
    await (options.contests < REINDEX_THRESHOLD ? writeAll() : withoutTextIndexes(tx, writeAll));
    await compactCounts(tx);
  });
  // PGlite has no autovacuum to update the statistics.
  for (const table of FILLED_TABLES) await db.execute(sql`vacuum (analyze) ${table}`);
  return run;
}
