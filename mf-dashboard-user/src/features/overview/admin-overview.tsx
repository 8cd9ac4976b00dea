import type { getSiteOverview, SiteOverview } from "@conquest/shared/contracts/overview";
import { T, t } from "@conquest/shared/singletons/language";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { SiteCharts } from "./site-charts";
import { Tiles, type ViewProps } from "./tiles";

type Props = ViewProps<typeof getSiteOverview>;
type Period = NonNullable<Props["input"]["query"]>["period"];

const PERIODS: readonly Period[] = [undefined, "90d"];

const periodName = (period: Period) => t(period === "90d" ? "Last 90 days" : "Last 30 days");

const netOf = ({ days }: SiteOverview) => days.reduce((sum, { collected, refunded }) => sum + collected - refunded, 0);

export function Figures({ overview, input }: Props) {
  const { inReviewCount, oldestInReviewAt, overdueWinnerCount, openReportCount } = overview;
  return (
    <Tiles
      label={t("The site in numbers")}
      tiles={[
        {
          to: "/dashboard/manage_contests?phase=in_review",
          name: t("In review"),
          value: formatNumber(inReviewCount),
          hint: oldestInReviewAt ? (
            <T text="Oldest: {time}" time={<RelativeTime at={oldestInReviewAt} />} />
          ) : (
            t("Queue is empty")
          ),
          isUrgent: inReviewCount > 0,
        },
        {
          to: "/dashboard/manage_contests?phase=overdue",
          name: t("Overdue winners"),
          value: formatNumber(overdueWinnerCount),
          hint: t(overdueWinnerCount > 0 ? "You can pick them" : "None overdue"),
          isUrgent: overdueWinnerCount > 0,
        },
        {
          to: "/dashboard/reports?state=open",
          name: t("Open reports"),
          value: formatNumber(openReportCount),
          hint: t(openReportCount > 0 ? "To be decided" : "None open"),
          isUrgent: openReportCount > 0,
        },
        {
          to: "/dashboard/ledger",
          name: t("Net money"),
          value: formatTaka(netOf(overview)),
          hint: periodName(input.query?.period),
        },
      ]}
    />
  );
}

export function Sections({ overview, input, onInput }: Props) {
  const period = input.query?.period;
  return (
    <section aria-labelledby="activity" className="du:mb-10">
      <header className="du:mb-4 du:flex du:flex-wrap du:items-end du:justify-between du:gap-3">
        <div>
          <h2 id="activity" className="cq-section-title">
            {t("Activity")}
          </h2>
          <p className="cq-hint du:mt-1">{t("Days are in UTC.")}</p>
        </div>
        <div role="group" aria-label={t("Period")} className="du:flex du:gap-2">
          {PERIODS.map((each) => (
            <button
              key={periodName(each)}
              type="button"
              aria-pressed={each === period}
              className="du:min-h-11 du:cursor-pointer du:rounded-md du:border du:border-line-strong du:px-4 du:text-sm du:font-semibold du:aria-pressed:border-brand du:aria-pressed:bg-brand du:aria-pressed:text-on-brand"
              onClick={() => onInput(each ? { query: { period: each } } : {})}>
              {periodName(each)}
            </button>
          ))}
        </div>
      </header>
      <SiteCharts days={overview.days} period={periodName(period)} />
    </section>
  );
}
