/** Grace period for submissions that began before the deadline. */
export const ARRIVAL_MS = 60_000;

/** Returns the time of the first byte if all of it arrived in time, so that opening a request early gains nothing. */
export const sentAt = (arrivedAt: Date, now: Date): Date =>
  now.getTime() - arrivedAt.getTime() <= ARRIVAL_MS && arrivedAt < now ? arrivedAt : now;

/** The latest deadline before which no submission can still arrive, and the earliest arrival that still counts. */
export const lastSettled = (now: Date): Date => new Date(now.getTime() - ARRIVAL_MS);

/** "2 Mar 2026, 08:00:03 UTC": the reader's zone isn't known on the server. */
export function formatUtcSeconds(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}
