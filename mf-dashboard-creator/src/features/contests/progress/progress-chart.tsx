import { useId } from "react";
import type { Progress, ProgressStep } from "@conquest/shared/contracts/progress";
import { DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import { lookUp, labelOf } from "@conquest/shared/ui/format/labels";
import { pluralize } from "@conquest/shared/ui/format/text";
import { Section } from "@conquest/shared/ui/page/section";

/** SVG units: the chart is stretched to its container and contains no text. */
const WIDTH = 1000;
const HEIGHT = 100;
/** Fraction of a step that is left beside its two bars. */
const GAP = 0.16;
/** Keeps the bars of a chart with few steps from filling it. */
const MAX_BAR_WIDTH = 36;

const STEP_WORDS: Record<Progress["unit"], (day: string) => string> = {
  day: formatDay,
  week: (day) => `From ${formatDay(day)}, 7 days`,
  month: (day) => formatDay(day).replace(/^\d+ /, ""),
};

const stepWords = (unit: Progress["unit"]) => lookUp(STEP_WORDS, unit, () => (day) => `From ${formatDay(day)}`);

export function ProgressChart({ progress: { unit, steps } }: { progress: Progress }) {
  const id = useId();
  const most = Math.max(0, ...steps.flatMap(({ joined, entries }) => [joined, entries]));
  const happened = steps.filter(({ joined, left, entries }) => joined + left + entries > 0);
  const [first, last] = [steps[0], steps.at(-1)];
  return (
    <Section headingId={id} title="Joins and entries over time" className="dc:flex dc:flex-col dc:gap-3">
      <p className="cq-hint">Days are those of UTC, here and below.</p>
      {!first || !last || most === 0 ? (
        <p className="cq-hint">
          Nothing has happened yet. Joins and entries are drawn here, {unit} by {unit}.
        </p>
      ) : (
        <>
          <ul className="dc:flex dc:flex-wrap dc:gap-x-6 dc:gap-y-1">
            <Key look="dc:bg-brand">People who joined</Key>
            <Key look="dc:bg-gold dc:border dc:border-gold-ink">Entries that came in</Key>
          </ul>
          <div>
            <p className="cq-hint" aria-hidden="true">
              {most}
            </p>
            <Bars unit={unit} steps={steps} most={most} />
            <p
              className={`cq-hint dc:flex dc:flex-wrap dc:gap-x-4 dc:pt-1 ${last === first ? "dc:justify-center" : "dc:justify-between"}`}>
              <time dateTime={first.from}>{formatDay(first.from)}</time>
              {last !== first && <time dateTime={last.from}>{formatDay(last.from)}</time>}
            </p>
          </div>
          <details>
            <summary className="cq-link dc:inline-flex dc:min-h-11 dc:cursor-pointer dc:items-center">
              The same as a table
            </summary>
            <DataTable
              caption={`Joins and entries, ${unit} by ${unit}`}
              columns={columnsOf(unit)}
              rows={happened}
              rowKey={({ from }) => from}
            />
          </details>
        </>
      )}
    </Section>
  );
}

const Key = ({ look, children }: { look: string; children: string }) => (
  <li className="dc:flex dc:items-center dc:gap-2">
    <span aria-hidden="true" className={`dc:size-3 dc:shrink-0 dc:rounded-sm ${look}`} />
    {children}
  </li>
);

function Bars({ unit, steps, most }: Pick<Progress, "unit" | "steps"> & { most: number }) {
  const width = WIDTH / steps.length;
  const bar = Math.min(MAX_BAR_WIDTH, (width * (1 - GAP)) / 2);
  const heightOf = (count: number) => (count / most) * HEIGHT;
  return (
    <svg
      role="img"
      aria-label={`Joins and entries, ${unit} by ${unit}: at most ${most} at a time. The numbers are in the table below.`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="dc:block dc:h-40 dc:w-full dc:overflow-visible dc:border-y dc:border-t-line dc:border-b-line-strong">
      {steps.map(({ from, joined, entries }, index) => {
        const middle = (index + 0.5) * width;
        return (
          <g key={from}>
            <title>{`${stepWords(unit)(from)}: ${inWords({ joined, entries })}`}</title>
            <rect x={index * width} width={width} y={0} height={HEIGHT} className="dc:fill-transparent" />
            <rect
              x={middle - bar}
              width={bar}
              y={HEIGHT - heightOf(joined)}
              height={heightOf(joined)}
              className="dc:fill-brand"
            />
            <rect
              x={middle}
              width={bar}
              y={HEIGHT - heightOf(entries)}
              height={heightOf(entries)}
              strokeWidth={1}
              className="dc:fill-gold dc:stroke-gold-ink dc:[vector-effect:non-scaling-stroke]"
            />
          </g>
        );
      })}
    </svg>
  );
}

const inWords = ({ joined, entries }: Pick<ProgressStep, "joined" | "entries">) =>
  `${pluralize(joined, "person", "people")} joined, ${pluralize(entries, "entry", "entries")}`;

const TITLES: Record<Progress["unit"], string> = { day: "Day", week: "Week", month: "Month" };

const columnsOf = (unit: Progress["unit"]): Column<ProgressStep>[] => [
  {
    key: "from",
    header: labelOf(TITLES, unit),
    isRowHeader: true,
    cell: ({ from }) => <time dateTime={from}>{stepWords(unit)(from)}</time>,
  },
  { key: "joined", header: "Joined", cell: ({ joined }) => joined },
  { key: "left", header: "Left", cell: ({ left }) => left },
  { key: "entries", header: "Entries", cell: ({ entries }) => entries },
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats "2026-03-02" as "2 Mar 2026": a day in UTC, whatever the viewer's zone is. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return `${date} ${MONTHS[month - 1]} ${year}`;
}
