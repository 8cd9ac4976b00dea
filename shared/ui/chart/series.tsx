import { formatNumber } from "@conquest/shared/ui/format/text";

/** The color of a series, see styles/components/chart.css. */
export type ChartLook = "brand" | "gold" | "danger" | "info";

export interface Series {
  name: string;
  look: ChartLook;
  /** One value per step; null leaves a gap in a line. */
  values: readonly (number | null)[];
  shape?: "bars" | "line" | "area";
  /** Shown while no step is selected; otherwise the sum of bars, or the last value of a line. */
  total?: string;
}

export interface Step {
  /** For example "2 Mar 2026". */
  label: string;
  /** For the axis: "2 Mar". */
  short: string;
}

export type Format = (value: number) => string;

export const isBars = ({ shape = "bars" }: Series) => shape === "bars";

export const formatValue = (value: number | null | undefined, format: Format = formatNumber) =>
  value === null || value === undefined ? "–" : format(value);

export function totalOf(series: Series, format: Format | undefined): string {
  if (series.total !== undefined) return series.total;
  const total = isBars(series)
    ? series.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : series.values.findLast((value) => value !== null);
  return formatValue(total, format);
}
