import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { PHASES } from "@conquest/shared/contracts/contests";
import type { Database } from "../../../database/database";
import { contestTally } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { HIDDEN, STAGE, TIMED_STAGES, deadlineInStage, type TimedStage } from "../../../database/stages";
import { PUBLISHED_PHASES, deadlineRangeOf, type DeadlineRange } from "../clock/phase";
import { isWithin } from "./date-ranges";
import type { ListOfContests } from "./contest-list";

/** So many rows are read as fast as one; there are a hundred sums at most. */
const MANY = 500;

/** Makes one row of all that say something of the same stage and tag. Several servers may do it at once. */
export const compactCounts = async (db: Database): Promise<void> => {
  await db.execute(sql`
    with gone as (delete from ${contestTally} where (select count(*) from ${contestTally}) > ${sql.raw(String(MANY))} returning stage, tag, change)
    insert into ${contestTally} (stage, tag, change) select stage, tag, sum(change) from gone group by stage, tag having sum(change) <> 0`);
};

/** How many contests a list has that is filtered by phase and tag alone: as many as are in its stages, but for the few that the clock has moved since. */
export function tallied({
  sees,
  filter: { phase, tag },
  now,
}: Pick<ListOfContests, "sees" | "filter" | "now">): SQL<number> {
  const phases = (sees === "all" ? PHASES : PUBLISHED_PHASES).filter((each) => phase === undefined || each === phase);
  if (phases.length === 0) return sql<number>`0`;
  const stages = phases.flatMap((each) =>
    sees === "all" && STAGE[each] <= STAGE.completed ? [STAGE[each], STAGE[each] + HIDDEN] : [STAGE[each]],
  );
  const inStages = sql`(select coalesce(sum(${contestTally.change}), 0) from ${contestTally} where ${and(inArray(contestTally.stage, stages), tag && eq(contestTally.tag, tag))})`;
  const span = phase && deadlineRangeOf(phase, now);
  if (!phase || !span) return sql<number>`${inStages}::int`;

  const within = (stage: TimedStage, { after, until }: { [End in keyof DeadlineRange]: Date | string }) => {
    const isSuch = and(
      isWithin(deadlineInStage(contests, stage), { after, until }),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN))}` : undefined,
      tag && eq(contests.tag, tag),
    );
    return sql`(select count(*) from ${contests} where ${isSuch})`;
  };
  const moved = TIMED_STAGES.flatMap((stage) => {
    if (stage !== STAGE[phase])
      return [sql`+ ${within(stage, { after: span.after ?? "-infinity", until: span.until ?? "infinity" })}`];
    return [
      ...(span.after ? [sql`- ${within(stage, { after: "-infinity", until: span.after })}`] : []),
      ...(span.until ? [sql`- ${within(stage, { after: span.until, until: "infinity" })}`] : []),
    ];
  });
  return sql<number>`(${inStages} ${sql.join(moved, sql` `)})::int`;
}
