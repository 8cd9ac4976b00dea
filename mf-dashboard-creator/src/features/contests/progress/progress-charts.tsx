import { useId } from "react";
import type { Progress, ProgressStep } from "@conquest/shared/contracts/progress";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import type { Series, Step } from "@conquest/shared/ui/chart/series";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";
import { formatDay, formatMonth, formatShortDay } from "@conquest/shared/ui/format/day";
import { labelOf, lookUp } from "@conquest/shared/ui/format/labels";
import { Section } from "@conquest/shared/ui/page/section";

const STEP_WORDS: Record<Progress["unit"], (day: string) => string> = {
  day: formatDay,
  week: (day) => t("From {day}, {n} days", { day: formatDay(day), n: 7 }),
  month: formatMonth,
};

const UNIT_NAMES: Record<Progress["unit"], string> = { day: msg("Day"), week: msg("Week"), month: msg("Month") };

const toStep = (unit: Progress["unit"], from: string): Step => ({
  label: lookUp(STEP_WORDS, unit, () => (day) => t("From {day}", { day: formatDay(day) }))(from),
  short: unit === "month" ? formatMonth(from) : formatShortDay(from),
});

function runningTotals(steps: readonly ProgressStep[], change: (step: ProgressStep) => number): number[] {
  let total = 0;
  return steps.map((step) => (total += change(step)));
}

export default function ProgressCharts({ progress: { unit, steps, timeZone } }: { progress: Progress }) {
  const id = useId();
  const account = useAccount();
  const zone = timeZone ?? account.timeZone ?? "UTC";
  const hasActivity = steps.some(({ joined, left, entries }) => joined + left + entries > 0);
  return (
    <Section
      headingId={id}
      title={t("Joins and entries over time")}
      className="dc:grid dc:grid-cols-[minmax(0,1fr)] dc:gap-4">
      <p className="cq-hint">
        {zone === "UTC"
          ? t("Days are in UTC, also in the list of participants.")
          : t("Days are in your time zone, {zone}, also in the list of participants.", {
              zone: zone.replaceAll("_", " "),
            })}
      </p>
      {hasActivity ? (
        <Charts unit={unit} steps={steps} axis={steps.map(({ from }) => toStep(unit, from))} />
      ) : (
        <p className="cq-hint">
          {t(
            "No joins or entries yet. They’ll appear here, one bar per {unit, select, day {day} week {week} month {month} other {{unit}}}.",
            { unit },
          )}
        </p>
      )}
    </Section>
  );
}

interface ChartsProps {
  unit: Progress["unit"];
  steps: readonly ProgressStep[];
  axis: readonly Step[];
}

function Charts({ unit, steps, axis }: ChartsProps) {
  const joined = steps.map((step) => step.joined);
  const left = steps.map((step) => step.left);
  const entries = steps.map((step) => step.entries);
  const changes: Series[] = [
    { name: t(left.some(Boolean) ? "Joined (including people who left)" : "Joined"), look: "brand", values: joined },
    { name: t("Entries"), look: "gold", values: entries },
  ];
  const totals: Series[] = [
    {
      name: t("Participants"),
      look: "brand",
      shape: "area",
      values: runningTotals(steps, (step) => step.joined - step.left),
    },
    { name: t("Entries"), look: "gold", shape: "line", values: runningTotals(steps, (step) => step.entries) },
  ];
  const unitName = t(labelOf(UNIT_NAMES, unit));
  const label = t("Joins and entries per {unit, select, day {day} week {week} month {month} other {{unit}}}", { unit });
  const totalsLabel = t("Participants and entries in total");
  return (
    <div className="dc:grid dc:grid-cols-[minmax(0,1fr)] dc:items-start dc:gap-6 dc:xl:grid-cols-2">
      <div className="cq-panel">
        <h3 className="dc:mb-3 dc:font-semibold">
          {t("Per {unit, select, day {day} week {week} month {month} other {{unit}}}", { unit })}
        </h3>
        <TimeChart label={label} period={t("Since the contest opened")} steps={axis} series={changes} />
        <ChartTable
          caption={label}
          stepName={unitName}
          steps={axis}
          columns={[
            { name: t("Joined"), values: joined },
            { name: t("Left"), values: left },
            { name: t("Entries"), values: entries },
          ]}
        />
      </div>
      <div className="cq-panel">
        <h3 className="dc:mb-3 dc:font-semibold">{t("In total")}</h3>
        <TimeChart label={totalsLabel} period={t("Latest total")} steps={axis} series={totals} />
        <ChartTable caption={totalsLabel} stepName={unitName} steps={axis} columns={totals} />
      </div>
    </div>
  );
}
