import { and, eq, inArray, sql } from "drizzle-orm";
import { PHASES } from "@conquest/shared/contracts/contests";
import type { Database } from "../../../database/database";
import { contestTally } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { HIDDEN_OFFSET, STAGE, TIMED_STAGES, deadlineInStage, type TimedStage } from "../../../database/stages";
import { PUBLISHED_PHASES, deadlineRangeOf, type DeadlineRange } from "../../contests/domain/phase";
import { isWithin } from "./date-ranges";
import type { ListOfContests } from "./contest-list";

/** Rows are read as fast as one up to this number; compacting leaves about a hundred. */
const COMPACT_THRESHOLD = 500;

/** Merges the rows of the same stage and tag. Safe to run on several servers at once. */
export const compactCounts = async (db: Database): Promise<void> => {
  await db.execute(sql`
    with gone as (delete from ${contestTally} where (select count(*) from ${contestTally}) > ${sql.raw(String(COMPACT_THRESHOLD))} returning stage, tag, change)
    insert into ${contestTally} (stage, tag, change) select stage, tag, sum(change) from gone group by stage, tag having sum(change) <> 0`);
};

/** Adds up the tally of the list's stages, corrected for contests whose stored stage is stale. */
export function countFromTally({ sees, filter: { phase, tag }, now }: Pick<ListOfContests, "sees" | "filter" | "now">) {
  const phases = (sees === "all" ? PHASES : PUBLISHED_PHASES).filter((each) => phase === undefined || each === phase);
  if (phases.length === 0) return sql<number>`0`;
  const stages = phases.flatMap((each) =>
    sees === "all" && STAGE[each] <= STAGE.completed ? [STAGE[each], STAGE[each] + HIDDEN_OFFSET] : [STAGE[each]],
  );
  const inStages = sql`(select coalesce(sum(${contestTally.change}), 0) from ${contestTally} where ${and(inArray(contestTally.stage, stages), tag && eq(contestTally.tag, tag))})`;
  const span = phase && deadlineRangeOf(phase, now);
  if (!phase || !span) return sql<number>`${inStages}::int`;

  const within = (stage: TimedStage, { after, until }: { [End in keyof DeadlineRange]: Date | string }) => {
    const matches = and(
      isWithin(deadlineInStage(contests, stage), { after, until }),
      sees === "public" ? sql`${contests.stage} < ${sql.raw(String(HIDDEN_OFFSET))}` : undefined,
      tag && eq(contests.tag, tag),
    );
    return sql`(select count(*) from ${contests} where ${matches})`;
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
