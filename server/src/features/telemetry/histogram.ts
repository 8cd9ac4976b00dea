import type { Metric } from "@conquest/shared/contracts/telemetry";

const MILLISECONDS = [
  10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 1800, 2000, 2500, 3000, 3500, 4000,
  5000, 6000, 8000, 10_000, 15_000, 20_000, 30_000,
];
const KB = 1000;
const BYTES = [
  1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 2000, 5000,
].map((kilobytes) => kilobytes * KB);
const SHIFTS = [0.001, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1];

/** Upper bounds of the buckets, dense around the thresholds between good and bad pages. */
export const BOUNDS: Readonly<Record<Metric, readonly number[]>> = {
  load: MILLISECONDS,
  TTFB: MILLISECONDS,
  LCP: MILLISECONDS,
  INP: MILLISECONDS,
  CLS: SHIFTS,
  bytes: BYTES,
};

export function bucketOf(metric: Metric, value: number): number {
  const bucket = BOUNDS[metric].findIndex((bound) => value < bound);
  return bucket === -1 ? BOUNDS[metric].length : bucket;
}

/** Interpolates within a bucket; the unbounded last one counts as its lower bound. Returns null without values. */
export function p75Of(metric: Metric, counts: ReadonlyMap<number, number>): number | null {
  const bounds = BOUNDS[metric];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let remaining = total * 0.75;
  for (const [bucket, end] of bounds.entries()) {
    const count = counts.get(bucket) ?? 0;
    const start = bucket === 0 ? 0 : bounds[bucket - 1]!;
    if (count > 0 && remaining <= count) return rounded(metric, start + (end - start) * (remaining / count));
    remaining -= count;
  }
  return bounds.at(-1)!;
}

const rounded = (metric: Metric, value: number) =>
  metric === "CLS" ? Math.round(value * 1000) / 1000 : Math.round(value);
