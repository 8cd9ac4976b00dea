import { useState } from "react";
import { TextField } from "@conquest/shared/ui/form/text-field";
import type { FilterControl } from "@conquest/shared/ui/list/filter-bar";

/** While a year is typed it is 0002, 0020 and 0202 before it is 2026. */
const isWhole = (day: string) => day === "" || (day >= "2000-01-01" && day < "9999");

/** A day (`year-month-day`) that a list begins or ends with, in the browser's own field for dates. */
export function DayField({ value, onChange, ...rest }: FilterControl) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    // The address changed under us (Back, or the filters were cleared).
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
        if (isWhole(day)) onChange(day);
      }}
    />
  );
}

/** The instant at which this day begins in the viewer's zone, or one so many days on; undefined where it is no day. */
export function startOf(day: string | undefined, later = 0): string | undefined {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && isWhole(day!) ? `${day}T00:00` : NaN);
  // 31 February would be a day of March.
  if (start.getDate() !== Number(day?.slice(-2))) return undefined;
  // By the calendar: where clocks are put on or back a day has 23 or 25 hours.
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
