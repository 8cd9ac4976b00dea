import { setTimeout as pause } from "node:timers/promises";
import { isTransientError } from "../../database/transient-errors";
import { reasonOf } from "./describe-error";

export { isTransientError };

/** The database may start after this program, or restart together with it. */
const DATABASE_TIMEOUT_MS = 60_000;

export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  onDelay: (error: unknown) => void,
  limit = DATABASE_TIMEOUT_MS,
): Promise<T> {
  const end = performance.now() + limit;
  let lastReason: string | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientError(error) || performance.now() >= end) throw error;
      const reason = reasonOf(error);
      if (reason !== lastReason) onDelay(error);
      lastReason = reason;
      await pause(1_000);
    }
  }
}
