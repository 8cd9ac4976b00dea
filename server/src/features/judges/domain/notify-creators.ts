import type { SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import type { Clock } from "../../../platform/clock";
import { notify } from "../../../platform/notify";

/** Omits the judge's name: a deleted user's name must not remain in notifications. */
export async function notifyJudgeSteppedDown(tx: Database, clock: Clock, whichContests: SQL): Promise<void> {
  const affected = await tx
    .select({ id: contests.id, name: contests.name, creatorId: contests.creatorId })
    .from(contests)
    .where(whichContests)
    .orderBy(contests.id);
  await notify(
    tx,
    clock,
    affected.map(({ id, name, creatorId }) => ({
      userId: creatorId,
      kind: "judge_answered",
      text: `A judge of “${name}” has stepped down. What they said of its entries was taken back.`,
      href: `/dashboard/contest_submitted/${id}`,
    })),
  );
}
