import { useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import type { FilterControl } from "@conquest/shared/ui/list/filter-bar";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { formatDateTime } from "@conquest/shared/ui/format/time";

const DAY_MS = 86_400_000;

/** While the year 2026 is typed, the value is 0002, 0020 and 0202 first. */
const isComplete = (day: string) => day === "" || (day >= "2000-01-01" && day < "9999");

/** Counts calendar days, since days with a clock change have 23 or 25 hours. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

export const startOfDay = (day: string, isUtc = false): string =>
  new Date(`${day}T00:00${isUtc ? "Z" : ""}`).toISOString();

/** Returns undefined for a day that doesn't exist, which Date would turn into one of the next month. */
export const validDay = (day: string | undefined): string | undefined =>
  day && /^\d{4}-\d\d-\d\d$/.test(day) && isComplete(day) && Date.parse(`${day}T00:00Z`) && addDays(day, 0) === day
    ? day
    : undefined;

const zoneOf = (day = new Date().toISOString()) => formatDateTime(day).split(" ").at(-1)!;

interface Days {
  since: string | undefined;
  until: string | undefined;
}

/** Filters by days, both inclusive. They are in the viewer's time zone, or in UTC on a page that says so itself. */
export function periodFilter(values: Days, isUtc = false) {
  const [since, until] = [validDay(values.since), validDay(values.until)];
  const [start, end] = [since && startOfDay(since, isUtc), until && startOfDay(addDays(until, 1), isUtc)];
  const isReversed = since !== undefined && until !== undefined && until < since;
  return {
    days: { since, until },
    query: { since: start, until: end },
    choices: [
      {
        name: "since",
        label: isUtc ? t("First day") : t("First day ({zone})", { zone: zoneOf(start) }),
        field: DayField,
      },
      {
        name: "until",
        label: isUtc ? t("Last day") : t("Last day ({zone})", { zone: zoneOf(end) }),
        field: DayField,
        error: isReversed ? t("Choose the first day or a later one") : undefined,
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
