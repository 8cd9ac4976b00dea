import { eq } from "drizzle-orm";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { entries } from "../../database/schema/contests";
import { contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify, resolveActionRequests, type NotificationDraft } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canDeclareWinner } from "../judges/domain/judging-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { requireJudge } from "../judges/domain/judge-access";
import { withArrivals } from "../entries/domain/arriving-entries";
import { feedbackSentence, listFeedback } from "../entries/domain/entry-feedback";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { endInvitations } from "../judges/domain/notify-judges";
import { participationsRepository } from "../participation/domain/participations-repository";
import { formatTaka } from "../../platform/text/taka";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { winnersRepository } from "./winners-repository";

/** Admins may choose only once the contest is overdue. Publishes the winning entry if its author agreed. */
export const declareWinner =
  ({ db, clock }: Deps) =>
  (
    contestId: string,
    { entryId, note }: { entryId: string; note: string },
    caller: Caller,
  ): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(
        await contestsRepository(tx).lockManaged(contestId, caller),
        "No such contest of yours.",
      );
      const now = clock.now();
      assertAllowed(
        canDeclareWinner(await withArrivals(tx, contest, now), await requireJudge(tx, contest, caller), now),
      );
      const candidate = orNotFound(
        await winnersRepository(tx).findCandidate(contestId, entryId),
        "No such entry in this contest.",
      );
      if (
        !candidate.participationId ||
        candidate.userId === contest.creatorId ||
        candidate.submittedAt >= contest.deadline
      ) {
        throwConflict("not_eligible", "Only the entry of somebody who joined, and who submitted it in time, can win.");
      }
      // Locked, so that a user who is being blocked or deleted cannot win.
      if (!(await lockCallerAnd(tx, caller, candidate.userId))?.isActive)
        throwConflict("not_eligible", "This person's account was blocked or removed, so this entry cannot win.");
      await contestsRepository(tx).change(contestId, {
        winnerId: candidate.userId,
        winnerEntryId: candidate.id,
        winnerNote: note,
        winnerAt: now,
        winnerDeclaredBy: caller.id,
        updatedAt: now,
      });
      await winnersRepository(tx).showWinning(candidate.id, now);
      await writeAudit(tx, clock, {
        act: "winner_chosen",
        by: caller,
        contestId,
        userId: candidate.userId,
        reason: note,
      });
      await resolveActionRequests(tx, clock, `winner:${contestId}`);
      await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, contestId));
      const recipientIds = [
        ...(await participationsRepository(tx).listUserIds(contestId)),
        ...(await judgeAssignmentsRepository(tx).listJudgeIds(contestId)),
      ];
      const answers = new Map(
        (await listFeedback(tx, eq(entries.contestId, contestId))).map((answer) => [answer.userId, answer]),
      );
      await notify(
        tx,
        clock,
        buildNotifications(contest, { id: candidate.userId, name: candidate.name }, recipientIds, answers, caller),
      );
      // Last: users are locked before their notifications.
      await endInvitations(tx, contest, "its winner was chosen");
      return { modifiedCount: 1 };
    });

function buildNotifications(
  contest: ContestRow,
  winner: { id: string; name: string },
  /** Participants and co-judges. */
  recipientIds: string[],
  answers: ReadonlyMap<string, EntryFeedbackSummary>,
  caller: Caller,
): NotificationDraft[] {
  const others = new Set(recipientIds.filter((id) => id !== winner.id));
  if (caller.id !== contest.creatorId) others.add(contest.creatorId);
  // The caller may be a co-judge, and needs no notification unless they submitted an entry.
  if (!answers.has(caller.id)) others.delete(caller.id);
  const href = `/contest-details/${contest.id}`;
  /** Authors are told the ratings of their entry, and linked to it. A winner without ratings is only congratulated. */
  const notificationFor = (userId: string, kind: "winner" | "result", news: string): NotificationDraft => {
    const answer = answers.get(userId);
    const amount = kind === "winner" && contest.prize > 0 ? formatTaka(contest.prize) : undefined;
    if (!answer) return { userId, kind, text: news, href, amount };
    const isSaid = kind === "result" || answer.rating !== null || answer.hasWord;
    return { userId, kind, text: isSaid ? `${news} ${feedbackSentence(answer)}` : news, href: `${href}#entry`, amount };
  };
  return [
    notificationFor(winner.id, "winner", `Congratulations! You won “${contest.name}”.`),
    ...[...others].map((userId) =>
      notificationFor(
        userId,
        "result",
        `“${contest.name}” has a winner${userId === contest.creatorId ? ", chosen by an admin" : ""}: ${winner.name || "see who it is"}.`,
      ),
    ),
  ];
}
