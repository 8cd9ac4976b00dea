import {
  INCIDENT_KINDS,
  METRICS,
  type Figures,
  type IncidentKind,
  type Metric,
  type PartHealth,
  type Period,
} from "@conquest/shared/contracts/telemetry";
import { p75Of } from "./histogram";
import { HOUR_MS, type Change, type CountedStep, type LivePart } from "./telemetry-repository";

interface PeriodLength {
  hours: number;
  hoursOfStep: number;
}

const SPANS: Record<Period, PeriodLength> = {
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
