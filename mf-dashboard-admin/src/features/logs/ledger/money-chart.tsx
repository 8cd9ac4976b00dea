import type { LedgerTotals } from "@conquest/shared/contracts/ledger";
import { t } from "@conquest/shared/singletons/language";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import type { Series } from "@conquest/shared/ui/chart/series";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";
import { formatDay, formatShortDay } from "@conquest/shared/ui/format/day";
import { formatTaka } from "@conquest/shared/ui/format/money";
import type { ChartSpan } from "./money-panel";

interface Props {
  span: ChartSpan;
  totals: LedgerTotals;
}

export default function MoneyChart({ span: { steps, period }, totals }: Props) {
  const axis = steps.map(({ from, to }) => ({
    label: from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`,
    short: formatShortDay(from),
  }));
  const series: Series[] = [
    { name: t("Collected"), look: "brand", values: totals.steps.map(({ collected }) => collected) },
    { name: t("Refunded"), look: "gold", values: totals.steps.map(({ refunded }) => refunded) },
  ];
  return (
    <>
      <TimeChart label={t("Payments and refunds")} period={period} steps={axis} series={series} format={formatTaka} />
      <ChartTable
        caption={t("Payments and refunds")}
        stepName={t("Days")}
        steps={axis}
        columns={series.map((each) => ({ ...each, format: formatTaka }))}
      />
    </>
  );
}
