import { useId, type ReactNode } from "react";
import type { PartHealth, Metric } from "@conquest/shared/contracts/telemetry";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { pluralize } from "@conquest/shared/ui/format/text";
import type { Tone } from "@conquest/shared/ui/badge";

interface Props {
  part: PartHealth;
  since: string;
  until: string;
}

/** The viewBox of a plot, which is stretched to the available width and contains no text. */
const WIDTH = 1000;
const HEIGHT = 100;

export function PartChart({ part: { part, steps, changes }, since, until }: Props) {
  const id = useId();
  const maxCount = Math.max(...steps.map(({ loads, troubles }) => loads + troubles));
  const slowest = Math.max(1, ...steps.map(({ load }) => load ?? 0));
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const width = WIDTH / steps.length;
  const heightOf = (count: number) => (maxCount === 0 ? 0 : (count / maxCount) * HEIGHT);
  const marks = changes.map(({ at }, index) => {
    const x = ((Date.parse(at) - from) / (to - from)) * WIDTH;
    return (
      <line
        key={index}
        x1={x}
        x2={x}
        y1={0}
        y2={HEIGHT}
        className="da:stroke-gold-ink da:[stroke-dasharray:5_4] da:[vector-effect:non-scaling-stroke]"
        strokeWidth={2}
      />
    );
  });
  const points = steps.flatMap(({ load }, index) =>
    load === null ? [] : [{ x: (index + 0.5) * width, y: HEIGHT - (load / slowest) * (HEIGHT - 4) }],
  );

  if (maxCount === 0) return <p className="cq-hint">No browser has told of it in this time.</p>;
  return (
    <figure className="da:grid da:gap-3" aria-labelledby={id}>
      <figcaption id={id} className="cq-visually-hidden">
        {part} over time
      </figcaption>
      <Plot label={`Loads (green) and troubles (red), at most ${maxCount} at a time`}>
        {steps.map(({ at, loads, troubles }, index) => (
          <g key={at}>
            <title>{`From ${formatDateTime(at)}: ${pluralize(loads, "load", "loads")}, ${pluralize(troubles, "trouble", "troubles")}`}</title>
            <rect
              x={index * width + width * 0.12}
              width={width * 0.76}
              y={HEIGHT - heightOf(loads)}
              height={heightOf(loads)}
              className="da:fill-brand"
            />
            <rect
              x={index * width + width * 0.12}
              width={width * 0.76}
              y={HEIGHT - heightOf(loads + troubles)}
              height={heightOf(troubles)}
              className="da:fill-danger"
            />
          </g>
        ))}
        {marks}
      </Plot>
      {points.length > 0 && (
        <Plot label={`Load time that three of four stay below, at most ${formatMilliseconds(slowest)}`}>
          {points.length > 1 && (
            <polyline
              points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
              fill="none"
              className="da:stroke-info da:[vector-effect:non-scaling-stroke]"
              strokeWidth={2}
            />
          )}
          {points.map(({ x, y }) => (
            <line
              key={x}
              x1={x}
              x2={x}
              y1={y}
              y2={y}
              className="da:stroke-info da:[stroke-linecap:round] da:[vector-effect:non-scaling-stroke]"
              strokeWidth={7}
            />
          ))}
          {marks}
        </Plot>
      )}
      <p className="cq-hint da:flex da:flex-wrap da:justify-between da:gap-x-4">
        <span>{formatDateTime(since)}</span>
        <span>{formatDateTime(until)}</span>
      </p>
    </figure>
  );
}

function Plot({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="da:grid da:gap-1">
      <p className="cq-hint">{label}</p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="da:block da:h-20 da:w-full da:overflow-visible da:border-b da:border-line-strong">
        {children}
      </svg>
    </div>
  );
}

const NOTHING = "–";

const formatMilliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

export function formatMetric(metric: Metric, value: number | null): string {
  if (value === null) return NOTHING;
  if (metric === "CLS") return value.toFixed(2);
  return metric === "bytes" ? `${Math.round(value / 1000)} kB` : formatMilliseconds(value);
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
  if (value <= bounds[0]) return { word: "Good", tone: "success" };
  return value <= bounds[1] ? { word: "Fair", tone: "warning" } : { word: "Poor", tone: "danger" };
}
