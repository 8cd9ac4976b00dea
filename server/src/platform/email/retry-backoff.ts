const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** After so many it is given up: by then three days have passed. */
export const MAX_ATTEMPTS = 9;

/** How long a letter that did not come through waits, in milliseconds: three times as long each time, up to a day; ± 20 % by `chance` (0 to 1), so that not all come back at once. */
export const backoffDelay = (attempts: number, chance: number): number =>
  Math.round(Math.min(2 * MINUTE_MS * 3 ** (attempts - 1), DAY_MS) * (0.8 + 0.4 * chance));
