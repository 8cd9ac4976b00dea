import { sql } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import { STAGE, deadlineInStage, type TimedStage } from "../../database/stages";
import type { Deps } from "../../platform/deps";
import { deadlineRangeOf } from "../contests/domain/phase";

const BATCH_SIZE = 500;

/** Updates stale stages, to speed up lists. Safe on several servers. Returns the number of moved rows. */
export async function moveStages({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const overdueSince = deadlineRangeOf("judging", now)!.after!;
  const until = (instant: Date) => sql`${sql.param(instant, contests.deadline)}::timestamptz`;
  const number = (value: number) => sql.raw(String(value));

  async function moveOut(stage: TimedStage, since: Date): Promise<number> {
    const deadline = deadlineInStage(contests, stage);
    for (let moved = 0; ;) {
      const { rows } = await db.execute(sql`
        update ${contests} set stage = ${contests.stage} - ${number(stage)}
          + case when ${contests.deadline} > ${until(overdueSince)} then ${number(STAGE.judging)} else ${number(STAGE.overdue)} end
        where ${contests.id} in (
          select ${contests.id} from ${contests} where ${deadline} > '-infinity' and ${deadline} <= ${until(since)}
          limit ${number(BATCH_SIZE)} for update skip locked)
        returning 1`);
      moved += rows.length;
      if (rows.length < BATCH_SIZE) return moved;
    }
  }

  return (await moveOut(STAGE.open, now)) + (await moveOut(STAGE.judging, overdueSince));
}
