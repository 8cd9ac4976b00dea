import { median, withSpread } from "./spread";
import { table } from "./table";

export interface Goal {
  what: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

export const atMost = (what: string, values: readonly number[], limit: number, unit: string, digits = 0): Goal => ({
  what,
  measured: `${withSpread(values, digits)}${unit}`,
  goal: `≤ ${limit}${unit}`,
  isMet: median(values) <= limit,
});

export const atLeast = (
  what: string,
  values: readonly number[],
  limit: number,
  unit: string,
  { more = "", digits = 0 } = {},
): Goal => ({
  what,
  measured: `${withSpread(values, digits)}${unit}`,
  goal: `≥ ${limit}${unit}${more}`,
  isMet: median(values) >= limit,
});

export const goalTable = (goals: readonly Goal[]) =>
  table([
    ["", "measured", "goal", "met"],
    ...goals.map(({ what, measured, goal, isMet }) => [what, measured, goal, isMet ? "yes" : "**no**"]),
  ]);
