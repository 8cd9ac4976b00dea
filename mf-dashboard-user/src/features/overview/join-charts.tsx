import { Link } from "react-router-dom";
import type { CreatorOverview } from "@conquest/shared/contracts/overview";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { ChartTable } from "@conquest/shared/ui/chart/chart-table";
import { TimeChart } from "@conquest/shared/ui/chart/time-chart";

import { RelativeTime } from "@conquest/shared/ui/format/time";
import { daysFrom } from "./days-from";

export function JoinCharts({ overview: { since, openContests } }: { overview: CreatorOverview }) {
  const steps = daysFrom(since, openContests[0]?.joins.length ?? 0);
  return (
    <>
      <ul className="du:grid du:grid-cols-[minmax(0,1fr)] du:gap-4 du:md:grid-cols-2 du:md:[&>:last-child:nth-child(odd)]:col-span-2">
        {openContests.map(({ _id, name, deadline, participantCount, entryCount, joins }) => (
          <li key={_id} className="du:rounded-lg du:border du:border-line du:bg-surface du:p-4 du:shadow-sm">
            <Link
              to={`/dashboard/contest_progress/${_id}`}
              dir="auto"
              lang={langOf(name)}
              className="cq-link du:block du:truncate du:font-semibold">
              {name}
            </Link>
            <p className="cq-hint du:mb-2">
              <T
                text="{participants} · {entries} · closes {time}"
                participants={t("{n, plural, one {# participant} other {# participants}}", { n: participantCount })}
                entries={t("{n, plural, one {# entry} other {# entries}}", { n: entryCount })}
                time={<RelativeTime at={deadline} />}
              />
            </p>
            <TimeChart
              size="small"
              label={t("Joins of {name}, last 30 days", { name })}
              period={t("Last 30 days")}
              steps={steps}
              series={[{ name: t("Joined"), look: "brand", values: joins }]}
            />
          </li>
        ))}
      </ul>
      <ChartTable
        caption={t("Joins in the last 30 days")}
        stepName={t("Day")}
        steps={steps}
        columns={openContests.map(({ name, joins }) => ({ name, values: joins }))}
      />
    </>
  );
}
