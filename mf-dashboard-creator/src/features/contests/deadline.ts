import { toLatinDigits } from "@conquest/shared/contracts/text/digits";

const two = (part: number) => String(part).padStart(2, "0");

/** `year-month-dayThour:minute:secondZ` in UTC, as sent to the server. */
export const toIsoSeconds = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

export const toDayText = (date: Date) => `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;

/** 23:59 of the day in the viewer's zone: a deadline without a time means the end of the day. */
export const endOfDay = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59);

const TYPED = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2}):(\d{2}))?\s*$/;

/** Parses `dd/MM/yyyy [HH:mm]` in the viewer's zone, by default at the time of `timeOf`. Returns null if invalid. */
export function parseTypedDeadline(text: string, timeOf: Date): Date | null {
  const match = TYPED.exec(toLatinDigits(text));
  if (!match) return null;
  const [day, month, year] = match.slice(1, 4).map(Number) as [number, number, number];
  const hour = match[4] === undefined ? timeOf.getHours() : Number(match[4]);
  const minute = match[5] === undefined ? timeOf.getMinutes() : Number(match[5]);
  if (hour > 23 || minute > 59) return null;
  const date = new Date(year, month - 1, day, hour, minute);
  // The constructor rolls 31 February over into March, and reads years below 100 as 19xx.
  return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day ? date : null;
}
