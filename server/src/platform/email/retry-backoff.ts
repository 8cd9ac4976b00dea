const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const MAX_ATTEMPTS = 9;

/** Triples each time, up to a day, with ±20% jitter from `chance` (0 to 1) so that retries do not coincide. */
export const backoffDelay = (attempts: number, chance: number): number =>
  Math.round(Math.min(2 * MINUTE_MS * 3 ** (attempts - 1), DAY_MS) * (0.8 + 0.4 * chance));
