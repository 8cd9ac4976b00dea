import { Link } from "react-router-dom";
import type { CreatorDate, getCreatorOverview } from "@conquest/shared/contracts/overview";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatNumber, pluralize } from "@conquest/shared/ui/format/text";
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
            title: "Write your first contest",
            text: "It is saved as a draft while you write.",
            isDone: hasDraft || hasContest,
          },
          {
            to: "/dashboard/contest_drafts",
            title: "Send it for review",
            text: "An admin checks every contest.",
            isDone: hasContest,
          },
          { to: CREATED, title: "Get it approved", text: "Then everyone can join.", isDone: hasOpened },
        ]}
      />
    );
  return (
    <Tiles
      label="Your contests in numbers"
      tiles={[
        {
          to: `${CREATED}?phase=open`,
          name: "Open",
          value: formatNumber(openCount),
          hint: openCount === 1 ? "contest" : "contests",
        },
        { to: SUBMITTED, name: "Entries", value: formatNumber(entryCount), hint: "in all contests" },
        { to: CREATED, name: "Collected", value: formatTaka(collected), hint: "after refunds" },
        {
          to: SUBMITTED,
          name: "To judge",
          value: formatNumber(toJudgeCount),
          hint: judgingHint(toJudgeCount, overdueCount),
          isUrgent: overdueCount > 0,
        },
      ]}
    />
  );
}

function judgingHint(toJudgeCount: number, overdueCount: number): string {
  if (overdueCount > 0) return pluralize(overdueCount, "winner overdue", "winners overdue");
  return toJudgeCount === 1 ? "contest" : "contests";
}

const EVENTS: Record<CreatorDate["kind"], string> = {
  closes: "Entries close",
  winner_due: "Winner due",
  refund: "Everyone is refunded",
};

const pathOfDate = ({ kind, contest }: CreatorDate) =>
  kind === "closes" ? `/dashboard/contest_progress/${contest._id}` : `${SUBMITTED}/${contest._id}`;

export function Sections({ overview }: ViewProps<typeof getCreatorOverview>) {
  const { openContests, openCount, dates, dateCount, hasOpened } = overview;
  if (!hasOpened) return null;
  return (
    <>
      {openContests.length > 0 && (
        <section aria-labelledby="joins" className="du:mb-10">
          <h2 id="joins" className="cq-section-title">
            Joins in the last 30 days
          </h2>
          <p className="cq-hint du:mt-1 du:mb-4">Days are in UTC.</p>
          <JoinCharts overview={overview} />
          {openCount > openContests.length && (
            <p className="du:mt-3">
              <Link className="cq-link" to={`${CREATED}?phase=open`}>
                See all {openCount} open contests
              </Link>
            </p>
          )}
        </section>
      )}
      <Timeline
        title="Upcoming dates"
        entries={dates.map((date) => ({
          to: pathOfDate(date),
          name: date.contest.name,
          event: lookUp(EVENTS, date.kind, (words) => words),
          at: date.at,
          ...(date.kind === "refund" && { badge: { label: "Winner overdue", tone: "danger" as const } }),
        }))}
        empty="Deadlines of your contests and dates for picking winners appear here."
        more={
          dateCount > dates.length && (
            <Link className="cq-link" to={SUBMITTED}>
              See {pluralize(dateCount - dates.length, "more contest", "more contests")}
            </Link>
          )
        }
      />
    </>
  );
}
