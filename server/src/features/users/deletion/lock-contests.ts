import { throwUnavailable } from "../../../platform/errors";

/** Thrown if the user joined or created a contest after their contests were listed and before they were locked. */
class MovedOn extends Error {
  override name = "MovedOn";
}
const MAX_ATTEMPTS = 5;

/** Throws if `now`, read with the user locked, has a contest that is not in `locked`. */
export function assertAllLocked(locked: readonly { id: string }[], now: readonly { id: string }[]): void {
  const lockedIds = new Set(locked.map(({ id }) => id));
  if (now.some(({ id }) => !lockedIds.has(id))) throw new MovedOn("Their contests are others now.");
}

/** Retries from the start if {@link assertAllLocked} throws, and throws a 503 after the last attempt. */
export async function withLockedContests<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof MovedOn)) throw error;
      if (tries === MAX_ATTEMPTS)
        throwUnavailable("busy", "The contests of this account are changing right now. Please try again in a moment.");
    }
  }
}
