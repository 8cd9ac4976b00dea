import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/database";
import { contests } from "../database/schema/contests";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Step = (tx: Transaction) => unknown;

const noop: Step = () => undefined;

async function untilWaiting(tx: Transaction, count: number): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    const { rows } = await tx.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    waiting = rows[0]!.waiting;
    // PostgreSQL caches pg_stat_activity per transaction until the snapshot is cleared.
    await tx.execute(sql`select pg_stat_clear_snapshot()`);
  }
}

export const contestRow =
  (id: string): Step =>
  (tx) =>
    tx.select().from(contests).where(eq(contests.id, id)).for("update");

/**
 * Locks, starts `start`, and commits once `waiting` transactions are blocked. `beforeCommit` runs last in the locking
 * transaction.
 */
export async function withRowLocked<T>(
  db: Database,
  lock: Step,
  start: () => Promise<T>,
  waiting: number,
  beforeCommit = noop,
): Promise<T> {
  let started: Promise<T> | undefined;
  await db.transaction(async (tx) => {
    await lock(tx);
    started = start();
    await untilWaiting(tx, waiting);
    await beforeCommit(tx);
  });
  return started!;
}

/**
 * Like withRowLocked, but starts each after the previous one is blocked, so that they get the lock in this order. If
 * they change the locked row, PostgreSQL keeps the order of the first only.
 */
export async function inLockOrder<const Starts extends readonly (() => Promise<unknown>)[]>(
  db: Database,
  lock: Step,
  starts: Starts,
  beforeCommit = noop,
) {
  const started: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await lock(tx);
    for (const start of starts) {
      started.push(start());
      await untilWaiting(tx, started.length);
    }
    await beforeCommit(tx);
  });
  return (await Promise.all(started)) as { [At in keyof Starts]: Awaited<ReturnType<Starts[At]>> };
}
