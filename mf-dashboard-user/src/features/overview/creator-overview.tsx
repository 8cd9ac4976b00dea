import { Link } from "react-router-dom";
import type { CreatorDate, getCreatorOverview } from "@conquest/shared/contracts/overview";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { lookUp } from "@conquest/shared/ui/format/labels";
import { Checklist, profileItem } from "./checklist";
import { JoinCharts } from "./join-charts";
import { Tiles, type ViewProps } from "./tiles";
import { Timeline } from "./timeline";

const CREATED = "/dashboard/my_created_contests";
const SUBMITTED = "/dashboard/contest_submitted";

export function Figures({ overview }: ViewProps<typeof getCreatorOverview>) {
  const account = useAccount();
  const { openCount, entryCount, collected, toJudgeCount, overdueCount, hasDraft, hasContest, hasOpened } = overview;
  if (!hasOpened)
    return (
      <Checklist
        items={[
          profileItem(account),
          {
            to: "/dashboard/add_contest",
            title: t("Write your first contest"),
            text: t("It is saved as a draft while you write."),
            isDone: hasDraft || hasContest,
          },
          {
            to: "/dashboard/contest_drafts",
            title: t("Send it for review"),
            text: t("An admin checks every contest."),
            isDone: hasContest,
          },
          { to: CREATED, title: t("Get it approved"), text: t("Then people can join."), isDone: hasOpened },
        ]}
      />
    );
  return (
    <Tiles
      label={t("Your contests in numbers")}
      tiles={[
        {
          to: `${CREATED}?phase=open`,
          name: t("Open"),
          value: formatNumber(openCount),
          hint: t(openCount === 1 ? "contest" : "contests"),
        },
        { to: SUBMITTED, name: t("Entries"), value: formatNumber(entryCount), hint: t("in all contests") },
        { to: CREATED, name: t("Collected"), value: formatTaka(collected), hint: t("after refunds") },
        {
          to: SUBMITTED,
          name: t("To judge"),
          value: formatNumber(toJudgeCount),
          hint: judgingHint(toJudgeCount, overdueCount),
          isUrgent: overdueCount > 0,
        },
      ]}
    />
  );
}

function judgingHint(toJudgeCount: number, overdueCount: number): string {
  if (overdueCount > 0) return t("{n, plural, one {# winner overdue} other {# winners overdue}}", { n: overdueCount });
  return t(toJudgeCount === 1 ? "contest" : "contests");
}

const EVENTS: Record<CreatorDate["kind"], string> = {
  closes: msg("Entries close {time}"),
  winner_due: msg("Winner due {time}"),
  refund: msg("Everyone is refunded {time}"),
};

const pathOfDate = ({ kind, contest }: CreatorDate) =>
  kind === "closes" ? `/dashboard/contest_progress/${contest._id}` : `${SUBMITTED}/${contest._id}`;

export function Sections({ overview }: ViewProps<typeof getCreatorOverview>) {
  const { openContests, openCount, dates, dateCount, hasOpened } = overview;
  const { timeZone: zone } = useAccount();
  if (!hasOpened) return null;
  return (
    <>
      {openContests.length > 0 && (
        <section aria-labelledby="joins" className="du:mb-10">
          <h2 id="joins" className="cq-section-title">
            {t("Joins in the last 30 days")}
          </h2>
          <p className="cq-hint du:mt-1 du:mb-4">
            {zone
              ? t("Days are in your time zone, {zone}.", { zone: zone.replaceAll("_", " ") })
              : t("Days are in UTC.")}
          </p>
          <JoinCharts overview={overview} />
          {openCount > openContests.length && (
            <p className="du:mt-3">
              <Link className="cq-link" to={`${CREATED}?phase=open`}>
                {t("See all {n} open contests", { n: openCount })}
              </Link>
            </p>
          )}
        </section>
      )}
      <Timeline
        title={t("Upcoming dates")}
        entries={dates.map((date) => ({
          to: pathOfDate(date),
          name: date.contest.name,
          event: lookUp(EVENTS, date.kind, (words) => `${words} {time}`),
          at: date.at,
          ...(date.kind === "refund" && { badge: { label: msg("Winner overdue"), tone: "danger" as const } }),
        }))}
        empty={t("Deadlines of your contests and dates for picking winners appear here.")}
        more={
          dateCount > dates.length && (
            <Link className="cq-link" to={SUBMITTED}>
              {t("{n, plural, one {See # more contest} other {See # more contests}}", { n: dateCount - dates.length })}
            </Link>
          )
        }
      />
    </>
  );
}
