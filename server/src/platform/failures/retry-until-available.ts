import { setTimeout as pause } from "node:timers/promises";
import { isTransientError } from "./transient-errors";
import { reasonOf } from "./describe-error";

/** The database may come up later than the program, or be restarted with it: this long is waited for it, in milliseconds. */
const DATABASE_LIMIT = 60_000;

/** Does what needs the database, once it is there. `say` hears why it is not yet, and again when that has changed. */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  say: (error: unknown) => void,
  limit = DATABASE_LIMIT,
): Promise<T> {
  const end = performance.now() + limit;
  let said: string | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientError(error) || performance.now() >= end) throw error;
      const reason = reasonOf(error);
      if (reason !== said) say(error);
      said = reason;
      await pause(1_000);
    }
  }
}
