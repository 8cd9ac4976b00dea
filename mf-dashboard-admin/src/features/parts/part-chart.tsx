import type { PartHealth } from "@conquest/shared/contracts/telemetry";
import { t } from "@conquest/shared/singletons/language";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import type { Series, Step } from "@conquest/shared/ui/chart/series";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { formatMilliseconds } from "./metrics";

interface Props {
  part: PartHealth;
  since: string;
  until: string;
}

const DAYS_2_MS = 48 * 3_600_000;

/** Labels the axis with times, or with days for a longer period. */
function toStep(at: string, isLong: boolean): Step {
  const [date, time] = formatDateTime(at).split(", ");
  return {
    label: t("From {time}", { time: formatDateTime(at) }),
    short: isLong ? date!.replace(/ \S+$/, "") : time!.slice(0, 5),
  };
}

export function PartChart({ part: { part, steps, changes }, since, until }: Props) {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const period = t("Since {time}", { time: formatDateTime(since) });
  const loadTime = t("Load time (p75)");
  const axis = steps.map(({ at }) => toStep(at, to - from > DAYS_2_MS));
  const marks = changes.map(({ at }) => ({ at: (Date.parse(at) - from) / (to - from) }));
  const counts: Series[] = [
    { name: t("Loads"), look: "brand", values: steps.map(({ loads }) => loads) },
    { name: t("Problems"), look: "danger", values: steps.map(({ troubles }) => troubles) },
  ];
  const times = steps.map(({ load }) => load);
  const slowest = Math.max(0, ...times.map((time) => time ?? 0));
  if (steps.every(({ loads, troubles }) => loads + troubles === 0))
    return <p className="cq-hint">{t("No data for this period.")}</p>;
  return (
    <div className="da:grid da:grid-cols-[minmax(0,1fr)] da:gap-6">
      <TimeChart
        label={t("Loads and problems of {name}", { name: part })}
        period={period}
        steps={axis}
        series={counts}
        marks={marks}
        isStacked
      />
      {slowest > 0 && (
        <TimeChart
          label={t("Load time (p75) of {name}", { name: part })}
          period={period}
          steps={axis}
          series={[
            {
              name: loadTime,
              look: "info",
              shape: "line",
              values: times,
              total: t("up to {time}", { time: formatMilliseconds(slowest) }),
            },
          ]}
          format={formatMilliseconds}
          marks={marks}
        />
      )}
      <ChartTable
        caption={t("Loads, problems and load time of {name}", { name: part })}
        stepName={t("Time")}
        steps={axis}
        columns={[...counts, { name: loadTime, values: times, format: formatMilliseconds }]}
      />
    </div>
  );
}
