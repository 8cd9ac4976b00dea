import { unavailable } from "../../../platform/errors";

/** Somebody joined a contest, or made one, between the look at their contests and holding them. */
class MovedOn extends Error {
  override name = "MovedOn";
}
const TRIES = 5;

/** `now` are the contests of a person who is held by now: they join and make none any more, and what they did just before is found here. */
export function assertAllLocked(held: readonly { id: string }[], now: readonly { id: string }[]): void {
  const isHeld = new Set(held.map(({ id }) => id));
  if (now.some(({ id }) => !isHeld.has(id))) throw new MovedOn("Their contests are others now.");
}

/** Contests are held before people: tries again, from the start, where {@link assertAllLocked} found one that is not, and in the end refuses (503). */
export async function withLockedContests<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof MovedOn)) throw error;
      if (tries === TRIES)
        unavailable("busy", "The contests of this account are changing right now. Please try again in a moment.");
    }
  }
}
