import { startTransition, useEffect, useState } from "react";
import { firstInstant, useIsAwake } from "@conquest/shared/singletons/first-render";
import { serverClockOffset } from "@conquest/shared/singletons/http";
import { counted } from "@conquest/shared/ui/format/text";

// Words and figures by hand: the first thing of Intl that a browser is asked for takes a slow phone 100 to 200 ms at a stretch.

/** The instant at which a clock of UTC shows what one shows at `iso` that is so many minutes ahead. */
const shifted = (iso: string, offset: number) => new Date(Date.parse(iso) + offset * 60_000);

/** Minutes that the viewer's clock is ahead of UTC at an instant. */
const viewersOffset = (iso: string) => -new Date(iso).getTimezoneOffset();

/** "UTC", "GMT+6", "GMT-3:30". */
function zoneName(offset: number): string {
  if (offset === 0) return "UTC";
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `GMT${offset < 0 ? "-" : "+"}${hours}${minutes ? `:${minutes}` : ""}`;
}

const UNKNOWN = "unknown date";

function dateTimeAt(iso: string, offset: number): string {
  // "Sat, 14 Mar 2026 18:00:00 GMT", in the words of ECMAScript.
  const [, day, month, year, time] = shifted(iso, offset).toUTCString().split(" ");
  if (!month) return UNKNOWN;
  return `${Number(day)} ${month} ${year}, ${time!.slice(0, 5)} ${zoneName(offset)}`;
}

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = () => Date.now() + serverClockOffset();

/** "14 Mar 2026, 18:00 GMT+6", in the viewer's zone. */
export const formatDateTime = (iso: string): string => dateTimeAt(iso, viewersOffset(iso));

/** {@link formatDateTime} for what is drawn on the server too, where it names UTC: the viewer's zone follows when the page wakes. */
export function useDateTimeFormat(): typeof formatDateTime {
  return useIsAwake() ? formatDateTime : (iso) => dateTimeAt(iso, 0);
}

/** dd/MM/yyyy, in the viewer's zone. */
export const formatDate = (iso: string): string =>
  shifted(iso, viewersOffset(iso)).toJSON()?.slice(0, 10).split("-").reverse().join("/") ?? UNKNOWN;

const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/**
 * "in 3 days", "2 hours ago", "now": `at` seen from `now`, both in milliseconds. Counted, never "tomorrow" or "next month":
 * from 20 November, 47 hours on is not tomorrow and 4 January not next month.
 */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  if (Number.isNaN(seconds)) return UNKNOWN;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(Math.abs(seconds) / length);
    if (count === 0) continue;
    const words = counted(count, unit, `${unit}s`);
    return seconds < 0 ? `${words} ago` : `in ${words}`;
  }
  return "now";
}

const HALF_MINUTE = 30_000;

/**
 * The time now, anew every so many milliseconds and whenever the page is seen again: browsers slow the timers of a hidden
 * tab. On a page that came drawn the first is when it was drawn.
 */
export function useNow(now: () => number, every = HALF_MINUTE): number {
  const isAwake = useIsAwake();
  const [current, setCurrent] = useState(() => (isAwake ? now() : firstInstant()));
  useEffect(() => {
    const tick = () => setCurrent(now());
    // Many times on a page begin together.
    startTransition(tick);
    const timer = setInterval(tick, every);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [now, every]);
  return current;
}

/** Milliseconds before a deadline from which on it is soon. */
const SOON = 48 * 3600_000;

interface RelativeTimeProps {
  at: string;
  /** Of an instant that nobody should miss: it stands out when it is less than two days ahead. */
  isDeadline?: boolean;
  now?: () => number;
}

/** "in 3 days", with the full date and zone in its tooltip, which waits for whose zone it is. */
export function RelativeTime({ at, isDeadline = false, now = serverNow }: RelativeTimeProps) {
  const current = useNow(now);
  const isAwake = useIsAwake();
  const left = Date.parse(at) - current;
  return (
    <time
      dateTime={at}
      className={isDeadline && left > 0 && left < SOON ? "cq-soon cq-icon cq-icon-clock" : undefined}
      title={isAwake ? formatDateTime(at) : undefined}>
      {formatRelative(Date.parse(at), current)}
    </time>
  );
}
