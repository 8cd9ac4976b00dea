import { startTransition, useEffect, useState } from "react";
import { firstRenderTime, useIsHydrated } from "@conquest/shared/singletons/first-render";
import { serverClockOffset } from "@conquest/shared/singletons/http";
import { digits, msg, t } from "@conquest/shared/singletons/language";
import { formatDay } from "@conquest/shared/ui/format/day";

// Formats without Intl: its first use blocks a slow phone for 100 to 200 ms.

/** For example "2026-03-14T18:00:00.000Z"; null for an invalid date. */
const jsonOf = (date: Date): string | null => date.toJSON();

/** Returns a date whose UTC fields are the local ones at this offset in minutes. */
const shifted = (iso: string, offset: number) => new Date(Date.parse(iso) + offset * 60_000);

/** The viewer's UTC offset in minutes at an instant. */
const viewersOffset = (iso: string) => -new Date(iso).getTimezoneOffset();

/** For example "UTC", "GMT+6" or "GMT-3:30". */
function zoneName(offset: number): string {
  if (offset === 0) return "UTC";
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `GMT${offset < 0 ? "-" : "+"}${hours}${minutes ? `:${minutes}` : ""}`;
}

const unknownDate = () => t("unknown date");

function dateTimeAt(iso: string, offset: number): string {
  const local = jsonOf(shifted(iso, offset));
  return local ? `${formatDay(local)}, ${digits(local.slice(11, 16))} ${digits(zoneName(offset))}` : unknownDate();
}

/** The server's time in milliseconds since 1970. */
export const serverNow = () => Date.now() + serverClockOffset();

/** For example "14 Mar 2026, 18:00 GMT+6", in the viewer's time zone. */
export const formatDateTime = (iso: string): string => dateTimeAt(iso, viewersOffset(iso));

/** For example "14 Mar 2026, 12:00 UTC", for everyone. */
export const formatUtc = (iso: string): string => dateTimeAt(iso, 0);

/** Like {@link formatDateTime}, for server-side rendering: uses UTC until hydration is done. */
export function useDateTimeFormat(): typeof formatDateTime {
  return useIsHydrated() ? formatDateTime : formatUtc;
}

/** Formats as dd/MM/yyyy, in the viewer's time zone. */
export function formatDate(iso: string): string {
  const local = jsonOf(shifted(iso, viewersOffset(iso)));
  return local ? digits(local.slice(0, 10).split("-").reverse().join("/")) : unknownDate();
}

const UNITS = [
  [msg("{n, plural, one {# year} other {# years}}"), 365 * 24 * 3600],
  [msg("{n, plural, one {# month} other {# months}}"), 30 * 24 * 3600],
  [msg("{n, plural, one {# day} other {# days}}"), 24 * 3600],
  [msg("{n, plural, one {# hour} other {# hours}}"), 3600],
  [msg("{n, plural, one {# minute} other {# minutes}}"), 60],
] as const;

/** For example "3 days", in the largest unit; undefined below a minute. */
export function formatDuration(milliseconds: number): string | undefined {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / 1000 / length);
    if (count > 0) return t(unit, { n: count });
  }
  return undefined;
}

/** Counts durations, never "tomorrow" or "next month": 47 hours later is not always tomorrow. */
export function formatRelative(at: number, now: number): string {
  if (Number.isNaN(at - now)) return unknownDate();
  const time = formatDuration(Math.abs(at - now));
  if (time) return t(at < now ? "{time} ago" : "in {time}", { time });
  return t(at > now ? "now" : "just now");
}

const HALF_MINUTE_MS = 30_000;

/** Updates also when a tab becomes visible, as hidden ones throttle timers. Hydration starts with the server's time. */
export function useNow(now: () => number, every = HALF_MINUTE_MS): number {
  const isHydrated = useIsHydrated();
  const [current, setCurrent] = useState(() => (isHydrated ? now() : firstRenderTime()));
  useEffect(() => {
    const tick = () => setCurrent(now());
    // Many timestamps of a page start at the same time.
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

const SOON_MS = 48 * 3600_000;

interface RelativeTimeProps {
  at: string;
  isDeadline?: boolean;
  now?: () => number;
}

/** Reads the clock again if `at` changes, so that a refreshed time is not in the future. */
export const RelativeTime = (props: RelativeTimeProps) => <TimeFromNow key={props.at} {...props} />;

/** The tooltip with the full date is added after hydration because of the time zone. */
function TimeFromNow({ at, isDeadline = false, now = serverNow }: RelativeTimeProps) {
  const current = useNow(now);
  const isHydrated = useIsHydrated();
  const left = Date.parse(at) - current;
  return (
    <time
      dateTime={at}
      className={isDeadline && left > 0 && left < SOON_MS ? "cq-soon cq-icon cq-icon-clock" : undefined}
      title={isHydrated ? formatDateTime(at) : undefined}>
      {formatRelative(Date.parse(at), current)}
    </time>
  );
}
