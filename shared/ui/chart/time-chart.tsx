import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { t } from "@conquest/shared/singletons/language";
import { ChartPlot, HorizontalAxis, VerticalAxis, type Mark } from "./chart-plot";
import { ticksUpTo } from "./scale";
import { formatValue, isBars, totalOf, type Format, type Series, type Step } from "./series";

interface Props {
  label: string;
  /** Heads the totals: "Last 30 days". */
  period: string;
  steps: readonly Step[];
  series: readonly Series[];
  /** For values and the vertical axis; by default a number. */
  format?: Format;
  isStacked?: boolean;
  marks?: readonly Mark[];
  size?: "normal" | "small";
}

/** In pixels. */
const HEIGHTS = { normal: 160, small: 56 };

const WEEK = 7;

const nextStep = (key: string, from: number): number | undefined =>
  ({
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    PageDown: from - WEEK,
    PageUp: from + WEEK,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  })[key];

/** A chart over time. The pointer or the arrow keys select a step, whose values are shown in the legend. */
export function TimeChart({
  label,
  period,
  steps,
  series,
  format,
  isStacked = false,
  marks = [],
  size = "normal",
}: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = steps.length - 1;
  const selected = chosen === null ? null : Math.min(chosen, last);
  const height = HEIGHTS[size];
  const ticks = ticksOf(series, isStacked, size);
  const valuesAt = (index: number) =>
    series.map(({ name, values }) => ({ name, value: formatValue(values[index], format) }));

  const selectByPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setChosen(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * steps.length))));
  };
  const selectByKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setChosen(null);
    const next = nextStep(event.key, selected ?? last);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, next)));
  };

  return (
    <div className={`cq-chart cq-chart-${size}`}>
      <Legend
        when={selected === null ? period : steps[selected]!.label}
        rows={series.map((each) => ({
          name: each.name,
          look: each.look,
          value: selected === null ? totalOf(each, format) : formatValue(each.values[selected], format),
        }))}
      />
      <div className="cq-chart-frame">
        <VerticalAxis ticks={ticks} format={format} />
        <div
          className="cq-chart-stage"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-roledescription={t("chart")}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={selected ?? last}
          aria-valuetext={`${steps[selected ?? last]!.label}: ${valuesAt(selected ?? last)
            .map(({ name, value }) => `${name} ${value}`)
            .join(", ")}`}
          onKeyDown={selectByKey}
          onFocus={() => setChosen((current) => current ?? last)}
          onBlur={() => setChosen(null)}
          onPointerDown={selectByPointer}
          onPointerMove={selectByPointer}
          onPointerLeave={({ currentTarget }) => {
            if (currentTarget !== document.activeElement) setChosen(null);
          }}>
          <ChartPlot {...{ series, steps, ticks, height, isStacked, marks, selected }} />
          <HorizontalAxis steps={steps} />
        </div>
      </div>
    </div>
  );
}

function ticksOf(series: readonly Series[], isStacked: boolean, size: NonNullable<Props["size"]>): number[] {
  const bars = series.filter(isBars);
  const stacks = isStacked
    ? bars[0]!.values.map((_, index) => bars.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
    : [];
  const highest = Math.max(0, ...stacks, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return size === "small" ? [0, Math.max(1, highest)] : ticksUpTo(highest);
}

interface LegendProps {
  when: string;
  rows: readonly { name: string; look: string; value: string }[];
}

/** Its lines and columns do not depend on its content, so that selecting a step moves nothing. */
const Legend = ({ when, rows }: LegendProps) => (
  <div className="cq-chart-legend">
    <p className="cq-chart-when">{when}</p>
    <dl>
      {rows.map(({ name, look, value }) => (
        <div key={name}>
          <dt className={`cq-chart-key cq-chart-${look}`}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
