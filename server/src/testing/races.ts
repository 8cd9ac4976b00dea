import { eq, sql } from "drizzle-orm";
import type { Database } from "../database/database";
import { contests } from "../database/schema/contests";

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Act = (tx: Transaction) => unknown;

const nothing: Act = () => undefined;

async function untilWaiting(tx: Transaction, count: number): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    const { rows } = await tx.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    waiting = rows[0]!.waiting;
    // The view is frozen for the transaction unless it is told to look again.
    await tx.execute(sql`select pg_stat_clear_snapshot()`);
  }
}

/** Holds a contest's row as a transaction under way does. */
export const contestRow =
  (id: string): Act =>
  (tx) =>
    tx.select().from(contests).where(eq(contests.id, id)).for("update");

/** Starts something beside what is held, and lets go once so many wait for it; `meanwhile` is done by whoever holds it, last. */
export async function withRowLocked<T>(
  db: Database,
  hold: Act,
  start: () => Promise<T>,
  waiting: number,
  meanwhile = nothing,
): Promise<T> {
  let started: Promise<T> | undefined;
  await db.transaction(async (tx) => {
    await hold(tx);
    started = start();
    await untilWaiting(tx, waiting);
    await meanwhile(tx);
  });
  return started!;
}

/** The same with one after the other as each begins to wait: in this order they get what is held. */
export async function inLockOrder<const Starts extends readonly (() => Promise<unknown>)[]>(
  db: Database,
  hold: Act,
  starts: Starts,
  meanwhile = nothing,
) {
  const started: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await hold(tx);
    for (const start of starts) {
      started.push(start());
      await untilWaiting(tx, started.length);
    }
    await meanwhile(tx);
  });
  return (await Promise.all(started)) as { [At in keyof Starts]: Awaited<ReturnType<Starts[At]>> };
}
