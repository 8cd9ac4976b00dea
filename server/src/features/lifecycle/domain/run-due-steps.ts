import type { Database } from "../../../database/database";

const MAX_BATCH = 1_000;

/** Processes the next due contest that is not locked elsewhere or excluded; returns false if nothing is due. */
type ProcessNext = (
  tx: Database,
  excludedIds: readonly string[],
  onLocked: (contestId: string) => void,
) => Promise<boolean>;

/** Runs due steps one by one, each in a transaction. A failure is thrown after the others, and retried the next time. */
export async function runDueSteps(db: Database, job: string, processNext: ProcessNext): Promise<number> {
  const failures = new Map<string, unknown>();
  let processed = 0;
  for (let isMore = true; isMore && processed + failures.size < MAX_BATCH;) {
    let contestId: string | undefined;
    try {
      isMore = await db.transaction((tx) => processNext(tx, [...failures.keys()], (id) => (contestId = id)));
      if (isMore) processed += 1;
    } catch (error) {
      if (contestId === undefined) throw error;
      failures.set(contestId, error);
    }
  }
  for (const [id, error] of failures)
    throw new Error(
      `${job} failed for ${failures.size} ${failures.size === 1 ? "contest" : "contests"}, for example ${id}.`,
      { cause: error },
    );
  return processed;
}
