import { and, asc, lte, notInArray } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import type { Clock } from "../../../platform/clock";
import type { Deps } from "../../../platform/deps";
import { notify } from "../../../platform/notify";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { judgeNotifications, listReminded } from "../../judges/domain/judge-notifications";
import { nextReminderAt, reminderKind } from "../../judges/domain/rating-reminders";
import { runDueSteps } from "../../lifecycle/domain/run-due-steps";
import { assignIfDue } from "./assign-entries";
import { planRepository } from "./plan-repository";

/** Locks each contest, so that a reminder is sent once across servers. Of several missed ones only one is sent. */
export const remindJudges = ({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> =>
  runDueSteps(db, "remind_judges", async (tx, excludedIds, onLocked) => {
    const now = clock.now();
    const [due] = await tx
      .select()
      .from(contests)
      .where(
        and(
          lte(contests.judgeReminderAt, now),
          excludedIds.length > 0 ? notInArray(contests.id, [...excludedIds]) : undefined,
        ),
      )
      .orderBy(asc(contests.judgeReminderAt), asc(contests.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return false;
    onLocked(due.id);
    const { deadline, ratingsDueAt } = due;
    await contestsRepository(tx).change(due.id, {
      judgeReminderAt: ratingsDueAt && nextReminderAt(deadline, ratingsDueAt, now),
    });
    if (await canRemind(tx, due, now)) await remind(tx, clock, due);
    return true;
  });

const canRemind = async (tx: Database, { id, deadline, ratingsDueAt, winnerAt, cancelledAt }: ContestRow, now: Date) =>
  ratingsDueAt !== null &&
  now < ratingsDueAt &&
  deadline <= now &&
  winnerAt === null &&
  cancelledAt === null &&
  // Judges can't read hidden contests.
  (await contestsRepository(tx).isPublished(id));

async function remind(tx: Database, clock: Clock, contest: ContestRow): Promise<void> {
  await assignIfDue(tx, clock, contest);
  const judges = await planRepository(tx, contest.id).judges();
  const dueAt = contest.ratingsDueAt!;
  const reminder = { kind: reminderKind(dueAt, contest.judgeReminderAt!), dueAt };
  const reminded = await listReminded(tx, contest.id, reminder);
  await notify(
    tx,
    clock,
    judges
      .filter(
        ({ judgeId, status, assignedCount, ratedCount }) =>
          status === "verified" && ratedCount < assignedCount && !reminded.has(judgeId),
      )
      .map(({ judgeId, ratedCount, assignedCount }) =>
        judgeNotifications.ratingsDue(contest, { id: judgeId, rated: ratedCount, assigned: assignedCount }, reminder),
      ),
  );
}
