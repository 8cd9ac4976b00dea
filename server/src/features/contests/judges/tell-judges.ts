import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../database/open-database";
import { contestJudges } from "../../../database/schema/judging";
import type { Clock } from "../../../platform/clock";
import { notifyAll, type NoticeDraft } from "../../../platform/notify";
import { JUDGING_PAGE, sayEnded } from "./tell-invited";

/** Tells everybody who judges the contest beside its creator. */
export const tellJudges = (tx: Database, clock: Clock, contestId: string, notice: Omit<NoticeDraft, "userId" | "onceKey">): Promise<number> =>
  notifyAll(tx, clock, sql`select s.judge_id from contest_judges s join users u on u.id = s.judge_id where s.contest_id = ${contestId} and s.state = 'accepted' and u.removed_at is null`, notice);

/** Whoever judges a contest that goes for good, or was invited to, is told so. Call it before, with the contest held. */
export async function endSeatsOfRemoved(tx: Database, clock: Clock, { id, name }: { id: string; name: string }): Promise<void> {
  await tellJudges(tx, clock, id, { kind: "judge_ended", text: `“${name}”, which you judge, was removed. There is nothing left to judge.`, href: JUDGING_PAGE });
  const waiting = await tx
    .select({ id: contestJudges.id, email: contestJudges.email })
    .from(contestJudges)
    .where(and(eq(contestJudges.contestId, id), eq(contestJudges.state, "invited")));
  for (const { id: invitationId, email } of waiting) if (email !== null) await sayEnded(tx, { id: invitationId, email, contestName: name }, "the contest was removed");
}
