import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify, type NoticeDraft } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { changeContest, lockManagedContest, type ContestRow } from "./contests-repository";
import { findCandidate } from "./entries-repository";
import { listParticipantIds } from "./participation-repository";
import { JUDGING_DAYS, phaseOf } from "./phase";

/** Chooses the one winner, for good: the owner after the deadline, an admin when the owner has let the time pass. */
export const declareWinner = (
  db: Database,
  clock: Clock,
  contestId: string,
  { entryId, note }: { entryId: string; note: string },
  caller: Caller,
): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = found(await lockManagedContest(tx, contestId, caller), "No such contest of yours.");
    const now = clock.now();
    assertJudgeable(contest, caller, now);
    const candidate = found(await findCandidate(tx, contestId, entryId), "No such entry in this contest.");
    if (!candidate.participationId || candidate.userId === contest.creatorId || candidate.submittedAt >= contest.deadline) {
      refuse("not_eligible", "Only the entry of somebody who joined, and who submitted it in time, can win.");
    }
    if (candidate.removedAt) refuse("not_eligible", "This person's account was removed; please choose another entry.");
    if (candidate.userId === caller.id) refuse("not_eligible", "You cannot choose your own entry.");
    await changeContest(tx, contestId, {
      winnerId: candidate.userId,
      winnerEntryId: candidate.id,
      winnerNote: note,
      winnerAt: now,
      winnerDeclaredBy: caller.id,
      updatedAt: now,
    });
    const participants = await listParticipantIds(tx, contestId);
    await notify(tx, clock, noticesOf(contest, { id: candidate.userId, name: candidate.name }, participants, caller));
    return { modifiedCount: 1 };
  });

function assertJudgeable(contest: ContestRow, caller: Caller, now: Date): void {
  const isOwner = contest.creatorId === caller.id;
  switch (phaseOf(contest, now)) {
    case "completed":
      return refuse("winner_declared", "The winner of this contest was chosen already.");
    case "cancelled":
      return refuse("cancelled", "This contest was cancelled; it has no winner.");
    case "overdue":
      return;
    case "judging":
      if (isOwner) return;
      return refuse("not_overdue", `The creator has ${JUDGING_DAYS} days after the deadline to choose; after that an admin may.`);
    default:
      return refuse("not_closed", "The winner can be chosen once the deadline has passed.");
  }
}

function noticesOf(
  contest: ContestRow,
  winner: { id: string; name: string },
  participants: { userId: string }[],
  caller: Caller,
): NoticeDraft[] {
  const href = `/contest-details/${contest.id}`;
  const result = `“${contest.name}” has a winner: ${winner.name || "see who it is"}.`;
  return [
    { userId: winner.id, kind: "winner", text: `Congratulations! You won “${contest.name}”.`, href: "/dashboard/my_winning_contests" },
    ...participants.flatMap(({ userId }): NoticeDraft[] => (userId === winner.id ? [] : [{ userId, kind: "result", text: result, href }])),
    ...(caller.id === contest.creatorId ? [] : [{ userId: contest.creatorId, kind: "result" as const, text: result, href }]),
  ];
}
