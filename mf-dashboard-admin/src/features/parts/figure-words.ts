import type { Metric } from "@conquest/shared/contracts/telemetry";
import type { Tone } from "@conquest/shared/ui/badge";

const NOTHING = "–";

/** "340 ms", "1.2 s". */
export const inSeconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** A measured value with its unit; a dash where nothing was measured. */
export function withUnit(metric: Metric, value: number | null): string {
  if (value === null) return NOTHING;
  if (metric === "CLS") return value.toFixed(2);
  return metric === "bytes" ? `${Math.round(value / 1000)} kB` : inSeconds(value);
}

/** Up to where a page is good, and from where on it is poor: https://web.dev/articles/vitals */
const GOOD_AND_POOR: Partial<Record<Metric, readonly [good: number, poor: number]>> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
};

/** How good a web vital is, in a word; nothing where there is no value, or no measure of good. */
export function rating(metric: Metric, value: number | null): { word: string; tone: Tone } | null {
  const bounds = GOOD_AND_POOR[metric];
  if (!bounds || value === null) return null;
  if (value <= bounds[0]) return { word: "Good", tone: "success" };
  return value <= bounds[1] ? { word: "Fair", tone: "warning" } : { word: "Poor", tone: "danger" };
}
