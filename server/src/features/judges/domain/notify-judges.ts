import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestJudges } from "../../../database/schema/judging";
import { notices } from "../../../database/schema/messages";
import type { Clock } from "../../../platform/clock";
import { notifyAll, type NotificationDraft } from "../../../platform/notify";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { JUDGING_PAGE, notifyInvitationEnded } from "./notify-invited";

export const notifyJudges = (
  tx: Database,
  clock: Clock,
  contestId: string,
  notice: Omit<NotificationDraft, "userId">,
): Promise<number> =>
  notifyAll(
    tx,
    clock,
    sql`select s.judge_id from contest_judges s join users u on u.id = s.judge_id where s.contest_id = ${contestId} and s.state = 'accepted' and u.removed_at is null`,
    notice,
  );

export const formatEntryCount = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

/** Notifies once per deadline, so not again after the contest was hidden. */
export const notifyJudgesOfEntries = (
  tx: Database,
  clock: Clock,
  { id, name, deadline }: Pick<ContestRow, "id" | "name" | "deadline">,
  entryCount: number,
): Promise<number> =>
  notifyJudges(tx, clock, id, {
    kind: "judging_open",
    text: `“${name}”, which you judge, has closed with ${formatEntryCount(entryCount)}. You can read and rate ${entryCount === 1 ? "it" : "them"} now, until the winner is chosen.`,
    href: `${JUDGING_PAGE}/${id}`,
    asks: `winner:${id}`,
    onceKey: `judging_open:${id}:${deadline.toISOString()}`,
  });

/** Resolves the requests to a user who no longer judges the contest. Expects both to be locked. */
export const resolveJudgeRequests = (tx: Database, clock: Clock, contestId: string, judgeId: string) =>
  tx
    .update(notices)
    .set({ readAt: clock.now() })
    .where(
      and(
        eq(notices.userId, judgeId),
        eq(notices.kind, "judging_open"),
        eq(notices.asks, `winner:${contestId}`),
        isNull(notices.readAt),
      ),
    );

/** Notifies judges and invitees that the contest is deleted. Call before deleting it, with the contest locked. */
export async function notifyJudgesOfRemoval(
  tx: Database,
  clock: Clock,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await notifyJudges(tx, clock, id, {
    kind: "judge_ended",
    text: `“${name}”, which you judge, was removed. There is nothing left to judge.`,
    href: JUDGING_PAGE,
  });
  await endInvitations(tx, { id, name }, "the contest was removed");
}

/** Updates the open invitees' notifications to say how the invitation ended ("its winner was chosen"). */
export async function endInvitations(
  tx: Database,
  { id, name }: { id: string; name: string },
  how: string,
): Promise<void> {
  const waiting = await tx
    .select({ id: contestJudges.id, email: contestJudges.email })
    .from(contestJudges)
    .where(and(eq(contestJudges.contestId, id), eq(contestJudges.state, "invited")));
  for (const { id: invitationId, email } of waiting)
    if (email !== null) await notifyInvitationEnded(tx, { id: invitationId, email, contestName: name }, how);
}
