import { useState } from "react";
import { TextField } from "@conquest/shared/ui/form/text-field";
import type { FilterControl } from "@conquest/shared/ui/list/filter-bar";

/** While the year 2026 is typed, the value is 0002, 0020 and 0202 first. */
const isComplete = (day: string) => day === "" || (day >= "2000-01-01" && day < "9999");

export function DayField({ value, onChange, ...rest }: FilterControl) {
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

/** Returns the start of the day in the viewer's time zone, `later` days on; undefined for invalid dates. */
export function startOfDay(day: string | undefined, later = 0): string | undefined {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && isComplete(day!) ? `${day}T00:00` : NaN);
  // Date would turn 31 February into a day of March.
  if (start.getDate() !== Number(day?.slice(-2))) return undefined;
  // Adds calendar days, since days with a clock change have 23 or 25 hours.
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
