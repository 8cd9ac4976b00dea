import { useState } from "react";
import type { FilterControl } from "@conquest/shared/ui/list/filter-bar";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { formatDateTime } from "@conquest/shared/ui/format/time";

const DAY_MS = 86_400_000;

/** While the year 2026 is typed, the value is 0002, 0020 and 0202 first. */
const isComplete = (day: string) => day === "" || (day >= "2000-01-01" && day < "9999");

/** Counts calendar days, since days with a clock change have 23 or 25 hours. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The viewer's day. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The start of the day in the viewer's time zone. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00`).toISOString();

/** Returns undefined for a day that doesn't exist, which Date would turn into one of the next month. */
export const validDay = (day: string | undefined): string | undefined =>
  day && /^\d{4}-\d\d-\d\d$/.test(day) && isComplete(day) && Date.parse(`${day}T00:00Z`) && addDays(day, 0) === day
    ? day
    : undefined;

export const labelWithZone = (label: string, day = new Date().toISOString()) =>
  `${label} (${formatDateTime(day).split(" ").at(-1)})`;

/** Filters by days in the viewer's time zone, both inclusive. */
export function periodFilter(values: { since: string | undefined; until: string | undefined }) {
  const [since, until] = [validDay(values.since), validDay(values.until)];
  const [start, end] = [since && startOfDay(since), until && startOfDay(addDays(until, 1))];
  const isReversed = since !== undefined && until !== undefined && until < since;
  return {
    days: { since, until },
    query: { since: start, until: end },
    choices: [
      { name: "since", label: labelWithZone("First day", start), field: DayField },
      {
        name: "until",
        label: labelWithZone("Last day", end),
        field: DayField,
        error: isReversed ? "Choose the first day or a later one" : undefined,
      },
    ],
  };
}

function DayField({ value, onChange, ...rest }: FilterControl) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    // The URL changed, by Back or cleared filters.
    setLastValue(value);
    setTyped(value);
  }
  return (
    <TextField
      {...rest}
      type="date"
      value={typed}
      onChange={({ target: { value: day } }) => {
        setTyped(day);
        if (isComplete(day)) onChange(day);
      }}
    />
  );
}
