import { eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import { entries } from "../../database/schema/contests";
import { contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canDeclareWinner } from "../judges/domain/judging-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { requireJudge } from "../judges/domain/judge-access";
import { withArrivals } from "../entries/domain/arriving-entries";
import { listFeedback } from "../entries/domain/entry-columns";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { endInvitations } from "../judges/domain/judge-notifications";
import { participationsRepository } from "../participation/domain/participations-repository";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { winnerNotifications } from "./domain/winner-notifications";
import { winnersRepository } from "./winners-repository";

/** Admins may choose only once the contest is overdue. Publishes the winning entry if its author agreed. */
export const declareWinner = (
  { db, clock }: Deps,
  contestId: string,
  { entryId, note }: { entryId: string; note: string },
  caller: Caller,
): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(contestId, caller),
      message("We couldn't find that contest in your account."),
    );
    const now = clock.now();
    assertAllowed(canDeclareWinner(await withArrivals(tx, contest, now), await requireJudge(tx, contest, caller), now));
    const candidate = orNotFound(
      await winnersRepository(tx).findCandidate(contestId, entryId),
      message("We couldn't find that entry in this contest."),
    );
    if (
      !candidate.participationId ||
      candidate.userId === contest.creatorId ||
      candidate.submittedAt >= contest.deadline
    ) {
      throwConflict("not_eligible", message("Only an entry that a participant submitted on time can win."));
    }
    // Locked, so that a user who is being blocked or deleted cannot win.
    if (!(await lockCallerAnd(tx, caller, candidate.userId))?.isActive)
      throwConflict("not_eligible", message("This person's account was blocked or removed, so this entry can't win."));
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
    const feedback = new Map(
      (await listFeedback(tx, eq(entries.contestId, contestId))).map((each) => [each.userId, each]),
    );
    const winner = { id: candidate.userId, name: candidate.name };
    await notify(tx, clock, winnerNotifications.declared(contest, winner, recipientIds, feedback, caller));
    // Last: users are locked before their notifications.
    await endInvitations(tx, contest, "decided");
    return { modifiedCount: 1 };
  });
