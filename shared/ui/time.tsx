import { useEffect, useState } from "react";
import { serverClockOffset } from "@conquest/shared/singletons/http";

const dateTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
const date = new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "2-digit", year: "numeric" });
// Counted, never "tomorrow" or "next month": from 20 November, 47 hours on is not tomorrow and 4 January not next month.
const relative = new Intl.RelativeTimeFormat("en");

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = () => Date.now() + serverClockOffset();

/** "14 Mar 2026, 18:00 GMT+6", in the viewer's zone. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso));

/** dd/MM/yyyy, in the viewer's zone. */
export const formatDate = (iso: string): string => date.format(new Date(iso));

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "in 3 days", "2 hours ago", "now": `at` seen from `now`, both in milliseconds. */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return "now";
}

const HALF_MINUTE = 30_000;

/** The time now, anew every half minute: fine enough for words like "in 5 minutes". */
export function useNow(now: () => number): number {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(now()), HALF_MINUTE);
    return () => clearInterval(timer);
  }, [now]);
  return current;
}

/** "in 3 days", with the full date and zone in its tooltip. */
export function RelativeTime({ at, now = serverNow }: { at: string; now?: () => number }) {
  const current = useNow(now);
  return (
    <time dateTime={at} title={formatDateTime(at)} suppressHydrationWarning>
      {formatRelative(Date.parse(at), current)}
    </time>
  );
}
