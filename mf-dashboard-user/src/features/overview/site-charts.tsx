import type { SiteDay } from "@conquest/shared/contracts/overview";
import { t } from "@conquest/shared/singletons/language";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import type { Format, Series, Step } from "@conquest/shared/ui/chart/series";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { toStep } from "./days-from";

interface Props {
  days: readonly SiteDay[];
  period: string;
}

export function SiteCharts({ days, period }: Props) {
  const steps = days.map(({ day }) => toStep(day));
  const valuesOf = (field: Exclude<keyof SiteDay, "day">) => days.map((day) => day[field]);
  const common = { steps, period };
  return (
    <div className="du:grid du:grid-cols-[minmax(0,1fr)] du:items-start du:gap-4 du:lg:grid-cols-2">
      <ChartPanel
        {...common}
        title={t("Joins")}
        series={[{ name: t("Joins"), look: "brand", values: valuesOf("joins") }]}
      />
      <ChartPanel
        {...common}
        title={t("Registrations")}
        series={[{ name: t("Registrations"), look: "info", values: valuesOf("registrations") }]}
      />
      <ChartPanel
        {...common}
        title={t("Money")}
        isWide
        format={formatTaka}
        series={[
          { name: t("Collected"), look: "brand", values: valuesOf("collected") },
          { name: t("Refunded"), look: "gold", values: valuesOf("refunded") },
        ]}
      />
    </div>
  );
}

interface PanelProps {
  title: string;
  steps: readonly Step[];
  period: string;
  series: readonly Series[];
  format?: Format;
  isWide?: boolean;
}

function ChartPanel({ title, isWide = false, ...chart }: PanelProps) {
  const { steps, series, format, period } = chart;
  return (
    <section aria-label={title} className={`cq-panel ${isWide ? "du:lg:col-span-2" : ""}`}>
      <h3 className="du:mb-3 du:font-semibold">{title}</h3>
      <TimeChart label={t("{title} per day, {period}", { title, period: period.toLowerCase() })} {...chart} />
      <ChartTable
        caption={t("{title} per day", { title })}
        stepName={t("Day")}
        steps={steps}
        columns={series.map(({ name, values }) => ({ name, values, ...(format && { format }) }))}
      />
    </section>
  );
}
