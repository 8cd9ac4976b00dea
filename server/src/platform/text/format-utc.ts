/** "5 Mar 2026, 08:00 UTC": the reader's time zone is unknown. */
export function formatUtc(instant: Date): string {
  const [, day, month, year, time] = instant.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${time!.slice(0, 5)} UTC`;
}
