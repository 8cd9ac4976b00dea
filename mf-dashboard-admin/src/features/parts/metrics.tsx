import type { Figures, Metric } from "@conquest/shared/contracts/telemetry";
import { digits, t } from "@conquest/shared/singletons/language";
import type { Tone } from "@conquest/shared/ui/badge";

const NOTHING = "–";

export const formatMilliseconds = (ms: number): string =>
  ms < 1000 ? t("{n} ms", { n: Math.round(ms) }) : t("{n} s", { n: digits((ms / 1000).toFixed(1)) });

export function formatMetric(metric: Metric, value: number | null): string {
  if (value === null) return NOTHING;
  if (metric === "CLS") return digits(value.toFixed(2));
  return metric === "bytes" ? t("{n} kB", { n: digits(String(Math.round(value / 1000))) }) : formatMilliseconds(value);
}

/** Upper bound of good and lower bound of poor values, see https://web.dev/articles/vitals */
const THRESHOLDS: Partial<Record<Metric, readonly [good: number, poor: number]>> = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
};

export function rateMetric(metric: Metric, value: number | null): { word: string; tone: Tone } | null {
  const bounds = THRESHOLDS[metric];
  if (!bounds || value === null) return null;
  if (value <= bounds[0]) return { word: t("Good"), tone: "success" };
  return value <= bounds[1] ? { word: t("Fair"), tone: "warning" } : { word: t("Poor"), tone: "danger" };
}

export const countProblems = ({ incidents }: Figures) => Object.values(incidents).reduce((sum, count) => sum + count);

export const Version = ({ children }: { children: string }) => (
  <code className="da:font-mono da:text-sm da:break-all">{children}</code>
);
