import { useId } from "react";
import type { Progress, ProgressStep } from "@conquest/shared/contracts/progress";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import type { Series, Step } from "@conquest/shared/ui/chart/series";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";
import { formatDay, formatShortDay } from "@conquest/shared/ui/format/day";
import { labelOf, lookUp } from "@conquest/shared/ui/format/labels";
import { Section } from "@conquest/shared/ui/page/section";

const withoutDate = (day: string) => formatDay(day).replace(/^\S+ /, "");

const STEP_WORDS: Record<Progress["unit"], (day: string) => string> = {
  day: formatDay,
  week: (day) => `From ${formatDay(day)}, 7 days`,
  month: withoutDate,
};

const UNIT_NAMES: Record<Progress["unit"], string> = { day: "Day", week: "Week", month: "Month" };

const toStep = (unit: Progress["unit"], from: string): Step => ({
  label: lookUp(STEP_WORDS, unit, () => (day) => `From ${formatDay(day)}`)(from),
  short: unit === "month" ? withoutDate(from) : formatShortDay(from),
});

/** Adds up the changes of each step and those before. */
function runningTotals(steps: readonly ProgressStep[], change: (step: ProgressStep) => number): number[] {
  let total = 0;
  return steps.map((step) => (total += change(step)));
}

export default function ProgressCharts({ progress: { unit, steps } }: { progress: Progress }) {
  const id = useId();
  const hasActivity = steps.some(({ joined, left, entries }) => joined + left + entries > 0);
  const unitName = labelOf(UNIT_NAMES, unit);
  return (
    <Section
      headingId={id}
      title="Joins and entries over time"
      className="dc:grid dc:grid-cols-[minmax(0,1fr)] dc:gap-4">
      <p className="cq-hint">Days are in UTC, also in the list of participants.</p>
      {hasActivity ? (
        <Charts unitName={unitName} steps={steps} axis={steps.map(({ from }) => toStep(unit, from))} />
      ) : (
        <p className="cq-hint">No joins or entries yet. They’ll appear here, one bar per {unitName.toLowerCase()}.</p>
      )}
    </Section>
  );
}

interface ChartsProps {
  unitName: string;
  steps: readonly ProgressStep[];
  axis: readonly Step[];
}

function Charts({ unitName, steps, axis }: ChartsProps) {
  const joined = steps.map((step) => step.joined);
  const left = steps.map((step) => step.left);
  const entries = steps.map((step) => step.entries);
  const changes: Series[] = [
    { name: "Joined", look: "brand", values: joined },
    { name: "Entries", look: "gold", values: entries },
  ];
  const totals: Series[] = [
    {
      name: "Participants",
      look: "brand",
      shape: "area",
      values: runningTotals(steps, (step) => step.joined - step.left),
    },
    { name: "Entries", look: "gold", shape: "line", values: runningTotals(steps, (step) => step.entries) },
  ];
  const each = unitName.toLowerCase();
  return (
    <div className="dc:grid dc:grid-cols-[minmax(0,1fr)] dc:items-start dc:gap-6 dc:xl:grid-cols-2">
      <div className="cq-panel">
        <h3 className="dc:mb-3 dc:font-semibold">Per {each}</h3>
        <TimeChart
          label={`Joins and entries per ${each}`}
          period="Since the contest opened"
          steps={axis}
          series={changes}
        />
        <ChartTable
          caption={`Joins and entries per ${each}`}
          stepName={unitName}
          steps={axis}
          columns={[
            { name: "Joined", values: joined },
            { name: "Left", values: left },
            { name: "Entries", values: entries },
          ]}
        />
      </div>
      <div className="cq-panel">
        <h3 className="dc:mb-3 dc:font-semibold">In total</h3>
        <TimeChart label="Participants and entries in total" period="Latest total" steps={axis} series={totals} />
        <ChartTable caption="Participants and entries in total" stepName={unitName} steps={axis} columns={totals} />
      </div>
    </div>
  );
}
