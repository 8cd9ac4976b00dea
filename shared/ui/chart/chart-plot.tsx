import { formatValue, isBars, type Format, type Series, type Step } from "./series";
import { labelledSteps } from "./scale";

/** Fraction of a step that is left beside its bars. */
const GAP = 0.2;
/** Percent of the width. Keeps the bars of a chart with few steps from filling it. */
const MAX_BAR_WIDTH = 4;

export interface Mark {
  /** From 0, the start of the first step, to 1, the end of the last. */
  at: number;
}

interface Props {
  series: readonly Series[];
  steps: readonly Step[];
  ticks: readonly number[];
  /** In pixels, like the class of the plot. */
  height: number;
  isStacked: boolean;
  marks: readonly Mark[];
  selected: number | null;
}

// Horizontal positions are percentages: text keeps its shape at any width, without measuring.
const percent = (fraction: number) => `${(fraction * 100).toFixed(3)}%`;

export function ChartPlot({ series, steps, ticks, height, isStacked, marks, selected }: Props) {
  const count = steps.length;
  const top = ticks.at(-1)!;
  const heightOf = (value: number | null | undefined) => ((value ?? 0) / top) * height;
  const bars = series.filter(isBars);
  const lines = series.filter((each) => !isBars(each));
  const slots = isStacked ? 1 : bars.length;
  const width = Math.min((100 * (1 - GAP)) / count / slots, MAX_BAR_WIDTH) / 100;
  const centerOf = (index: number) => (index + 0.5) / count;
  return (
    <svg className="cq-chart-plot" height={height} width="100%" aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <line
          key={tick}
          className="cq-chart-grid"
          x1="0"
          x2="100%"
          y1={height - heightOf(tick)}
          y2={height - heightOf(tick)}
        />
      ))}
      {selected !== null && (
        <rect
          className="cq-chart-band"
          x={percent(selected / count)}
          width={percent(1 / count)}
          y={0}
          height={height}
        />
      )}
      {bars.map(({ name, look, values }, position) => (
        <g key={name} className={`cq-chart-bars cq-chart-${look}`}>
          {values.map((value, index) => {
            if (!value) return null;
            const below = isStacked
              ? bars.slice(0, position).reduce((sum, other) => sum + heightOf(other.values[index]), 0)
              : 0;
            return (
              <rect
                key={index}
                x={percent(centerOf(index) - (slots * width) / 2 + (isStacked ? 0 : position * width))}
                width={percent(width)}
                y={height - below - heightOf(value)}
                height={heightOf(value)}
              />
            );
          })}
        </g>
      ))}
      {lines.map((line) => (
        <Line key={line.name} line={line} count={count} height={height} heightOf={heightOf} selected={selected} />
      ))}
      {marks.map(({ at }, index) => (
        <line key={index} className="cq-chart-mark" x1={percent(at)} x2={percent(at)} y1={0} y2={height} />
      ))}
    </svg>
  );
}

interface LineProps {
  line: Series;
  count: number;
  height: number;
  heightOf: (value: number | null | undefined) => number;
  selected: number | null;
}

function Line({ line: { look, shape, values }, count, height, heightOf, selected }: LineProps) {
  const runs = runsOf(values);
  const point = (index: number) => `${((index + 0.5) / count) * 100},${height - heightOf(values[index])}`;
  const dots = [
    ...runs.filter(({ length }) => length === 1).map(([only]) => only!),
    ...(selected !== null && values[selected] !== null && values[selected] !== undefined ? [selected] : []),
  ];
  return (
    <g className={`cq-chart-line cq-chart-${look}`}>
      <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" width="100%" height={height}>
        {runs.map((run) => {
          const points = run.map(point).join(" ");
          const [first, last] = [run[0]!, run.at(-1)!];
          return (
            <g key={first}>
              {shape === "area" && (
                <polygon
                  points={`${((first + 0.5) / count) * 100},${height} ${points} ${((last + 0.5) / count) * 100},${height}`}
                />
              )}
              <polyline points={points} />
            </g>
          );
        })}
      </svg>
      {dots.map((index) => (
        <circle key={index} cx={percent((index + 0.5) / count)} cy={height - heightOf(values[index])} r={4} />
      ))}
    </g>
  );
}

/** Groups the indices of consecutive values that are not null. */
function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    if (index > 0 && values[index - 1] !== null) runs.at(-1)!.push(index);
    else runs.push([index]);
  });
  return runs;
}

/** Equal distances, as the ticks have. */
export const VerticalAxis = ({ ticks, format }: { ticks: readonly number[]; format: Format | undefined }) => (
  <div className="cq-chart-y" aria-hidden="true">
    {ticks.map((tick) => (
      <span key={tick}>{formatValue(tick, format)}</span>
    ))}
  </div>
);

/** With more steps, the last label starts within half its width from the end. */
const MAX_CENTERED_STEPS = 7;

export function HorizontalAxis({ steps }: { steps: readonly Step[] }) {
  const labelled = labelledSteps(steps.length);
  return (
    <svg className="cq-chart-x" width="100%" height={20} aria-hidden="true" focusable="false">
      {labelled.map((index, position) => {
        // Otherwise half of it would be outside the chart.
        const isAtEnd = index === steps.length - 1 && steps.length > MAX_CENTERED_STEPS;
        // Narrow charts leave out every second label, but not the last.
        const isMinor = (labelled.length - 1 - position) % 2 === 1;
        return (
          <text
            key={index}
            x={isAtEnd ? "100%" : percent((index + 0.5) / steps.length)}
            y={15}
            className={isAtEnd ? "cq-chart-x-last" : isMinor ? "cq-chart-x-minor" : undefined}>
            {steps[index]!.short}
          </text>
        );
      })}
    </svg>
  );
}
