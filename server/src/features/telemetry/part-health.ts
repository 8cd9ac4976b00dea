import {
  type Metric,
  INCIDENT_KINDS,
  METRICS,
  type Figures,
  type IncidentKind,
  type PartHealth,
  type Period,
} from "@conquest/shared/contracts/telemetry";
import { HOUR_MS, type Change, type CountedStep, type LivePart } from "./telemetry-repository";

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

const SPANS: Record<Period, { hours: number; hoursOfStep: number }> = {
  "24h": { hours: 24, hoursOfStep: 1 },
  "7d": { hours: 7 * 24, hoursOfStep: 6 },
};

/** Returns the whole hours of a period; the last step includes the current hour. */
export function periodRange(period: Period, now: Date) {
  const { hours, hoursOfStep } = SPANS[period];
  const until = (Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS;
  return { since: new Date(until - hours * HOUR_MS), until: new Date(until), hoursOfStep, steps: hours / hoursOfStep };
}
type PeriodSpan = ReturnType<typeof periodRange>;

const isKind = (name: Metric | IncidentKind): name is IncidentKind =>
  (INCIDENT_KINDS as readonly string[]).includes(name);
const sum = (rows: readonly CountedStep[]) => rows.reduce((total, { count }) => total + count, 0);
const ofMetric = (rows: readonly CountedStep[], name: Metric | IncidentKind) =>
  rows.filter(({ metric }) => metric === name);
const countIncidents = (rows: readonly CountedStep[]) => sum(rows.filter(({ metric }) => isKind(metric)));

function groupBy<T>(rows: readonly T[], nameOf: (row: T) => string): [name: string, rows: T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return [...groups];
}

function p75(rows: readonly CountedStep[], metric: Metric): number | null {
  const buckets = new Map<number, number>();
  for (const { bucket, count } of ofMetric(rows, metric)) buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  return p75Of(metric, buckets);
}

const allP75 = (rows: readonly CountedStep[]) =>
  Object.fromEntries(METRICS.map((metric) => [metric, p75(rows, metric)])) as Record<Metric, number | null>;

const figuresOf = (rows: readonly CountedStep[]): Figures => ({
  loads: sum(ofMetric(rows, "load")),
  incidents: Object.fromEntries(INCIDENT_KINDS.map((kind) => [kind, sum(ofMetric(rows, kind))])) as Record<
    IncidentKind,
    number
  >,
  p75: allP75(rows),
});

interface PartHealthInput {
  span: PeriodSpan;
  counts: readonly CountedStep[];
  live: readonly LivePart[];
  changes: readonly Change[];
}

/** Returns the health of each part, the shell first. Includes parts that only browsers with old pages still use. */
export function partHealth({ span, counts, live, changes }: PartHealthInput): PartHealth[] {
  const byPart = new Map(groupBy(counts, ({ part }) => part));
  const names = [...new Set([...live.map(({ part }) => part), ...byPart.keys()])].sort();
  const shellFirst = [...names.filter((name) => name === "shell"), ...names.filter((name) => name !== "shell")];
  return shellFirst.map((part) => {
    const rows = byPart.get(part) ?? [];
    const { currentVersion = null, canaryVersion = null } = live.find((each) => each.part === part) ?? {};
    const versions = groupBy(rows, ({ version }) => version).map(([version, own]) => ({ version, ...figuresOf(own) }));
    const bySteps = new Map(groupBy(rows, ({ step }) => String(step)));
    return {
      part,
      currentVersion,
      canaryVersion,
      ...figuresOf(rows),
      versions: versions.sort((one, other) => rank(other) - rank(one)),
      pages: groupBy(
        rows.filter(({ page }) => page !== ""),
        ({ page }) => page,
      )
        .map(([page, own]) => ({ page, visits: sum(ofMetric(own, "TTFB")), p75: allP75(own) }))
        .sort((one, other) => other.visits - one.visits),
      steps: Array.from({ length: span.steps }, (_, step) => {
        const own = bySteps.get(String(step)) ?? [];
        const at = new Date(span.since.getTime() + step * span.hoursOfStep * HOUR_MS).toISOString();
        return { at, loads: sum(ofMetric(own, "load")), troubles: countIncidents(own), load: p75(own, "load") };
      }),
      changes: changes
        .filter((change) => change.part === part)
        .map(({ at, action, toVersion, who, why }) => ({ at: at.toISOString(), action, version: toVersion, who, why })),
    };

    function rank({ version, loads }: { version: string; loads: number }): number {
      return version === currentVersion ? Infinity : loads;
    }
  });
}
