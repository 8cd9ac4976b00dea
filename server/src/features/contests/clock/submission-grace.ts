/** How long a submission that began before the deadline may take to arrive. */
export const ARRIVAL_MS = 60_000;

/** When a submission counts as sent: as of its first byte where all of it is here within the limit. One that takes longer counts as of its end, so opening a request early gains nothing. */
export const sentAt = (arrivedAt: Date, now: Date): Date =>
  now.getTime() - arrivedAt.getTime() <= ARRIVAL_MS && arrivedAt < now ? arrivedAt : now;

/** The latest deadline before which no submission can still arrive, and the earliest arrival that still counts. */
export const lastSettled = (now: Date): Date => new Date(now.getTime() - ARRIVAL_MS);

/** "2 Mar 2026, 08:00:03 UTC": the reader's zone isn't known on the server. */
export function toTheSecond(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}
