/** "5 Mar 2026, 08:00 UTC": the reader's time zone is unknown. */
export function formatUtc(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time!.slice(0, 5)} UTC`;
}

/** "2 Mar 2026, 08:00:03 UTC": the reader's zone isn't known on the server. */
export function formatUtcSeconds(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time} UTC`;
}
