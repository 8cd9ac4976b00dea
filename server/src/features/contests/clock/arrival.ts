let limitMs = 60_000;

/** Sets how long a submission may take to arrive, once a process: the rules are asked everywhere, and with an instant alone. */
export function limitArrivals(ms: number): void {
  limitMs = ms;
}

/** When a submission counts as sent: as of its first byte where all of it is here within the limit. One that takes longer counts as of its end, so opening a request early gains nothing. */
export const sentAt = (arrivedAt: Date, now: Date): Date => (now.getTime() - arrivedAt.getTime() <= limitMs && arrivedAt < now ? arrivedAt : now);

/** The latest deadline before which no submission can still arrive. */
export const lastSettledDeadline = (now: Date): Date => new Date(now.getTime() - limitMs);

/** From when on no submission that was sent before the deadline can still arrive. */
export const lastArrivalAt = (deadline: Date): Date => new Date(deadline.getTime() + limitMs);

/** "2 Mar 2026, 08:00:03 UTC": the reader's zone isn't known on the server. */
export function toTheSecond(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}
