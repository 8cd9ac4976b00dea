import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { declareWinner as contract } from "@conquest/shared/contracts/winners";
import { message } from "@conquest/shared/contracts/text/message";
import { entries } from "../../database/schema/contests";
import { contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict, throwValidationError } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCallerAndAll } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canDeclareWinner } from "../judges/domain/judging-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { requireJudge } from "../judges/domain/judge-access";
import { withArrivals } from "../entries/domain/arriving-entries";
import { listFeedback } from "../entries/domain/entry-columns";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { endInvitations } from "../judges/domain/judge-notifications";
import { participationsRepository } from "../participation/domain/participations-repository";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { winnerNotifications } from "./domain/winner-notifications";
import { winnersRepository } from "./winners-repository";

type Choice = z.output<typeof contract.body>;
type Candidate = Awaited<ReturnType<ReturnType<typeof winnersRepository>["findCandidates"]>>[number];

/** Admins may choose only once the contest is overdue. Publishes the winning entries if their authors agreed. */
export const declareWinner = (
  { db, clock }: Deps,
  contestId: string,
  choice: Choice,
  caller: Caller,
): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(contestId, caller),
      message("We couldn't find that contest in your account."),
    );
    const now = clock.now();
    assertAllowed(canDeclareWinner(await withArrivals(tx, contest, now), await requireJudge(tx, contest, caller), now));
    const { note } = choice;
    const { first, placed } = await readChoice(tx, contest, choice);
    const winners = [first, ...placed.map(({ candidate }) => candidate)];
    // Locked, so that a user who is being blocked or deleted cannot win.
    const locked = await lockCallerAndAll(
      tx,
      caller,
      winners.map(({ userId }) => userId),
    );
    if (winners.some(({ userId }) => !locked.get(userId)?.isActive))
      throwConflict("not_eligible", message("This person's account was blocked or removed, so this entry can't win."));
    await assertAllAssigned(tx, contest, winners.length);
    assertInOrder(contest, placed);
    await contestsRepository(tx).change(contestId, {
      winnerId: first.userId,
      winnerEntryId: first.id,
      winnerNote: note,
      winnerAt: now,
      winnerDeclaredBy: caller.id,
      updatedAt: now,
    });
    const placements = placed.map(({ place, prize, candidate }) => ({
      contestId,
      place,
      entryId: candidate.id,
      winnerId: candidate.userId,
      prizeName: prize.name,
      prize: prize.amount,
    }));
    await winnersRepository(tx).place(contest, placements, now);
    await winnersRepository(tx).showWinning(
      winners.map(({ id }) => id),
      now,
    );
    const chosen = { act: "winner_chosen", by: caller, contestId, reason: note } as const;
    await writeAudit(tx, clock, { ...chosen, userId: first.userId });
    for (const { winnerId, prizeName } of placements)
      await writeAudit(tx, clock, { ...chosen, userId: winnerId, to: prizeName });
    await resolveActionRequests(tx, clock, `winner:${contestId}`);
    await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, contestId));
    const recipientIds = [
      ...(await participationsRepository(tx).listUserIds(contestId)),
      ...(await judgeAssignmentsRepository(tx).listJudgeIds(contestId)),
    ];
    const feedback = new Map(
      (await listFeedback(tx, eq(entries.contestId, contestId))).map((each) => [each.userId, each]),
    );
    const authorIds = await winnersRepository(tx).listAuthorIds(winners.map(({ id }) => id));
    const winner = {
      ids: authorIds.get(first.id)!,
      name: first.name,
      placements: placements.map((placement) => ({ ...placement, winnerIds: authorIds.get(placement.entryId)! })),
    };
    await notify(tx, clock, winnerNotifications.declared(contest, winner, recipientIds, feedback, caller));
    // Last: users are locked before their notifications.
    await endInvitations(tx, contest, "decided");
    return { modifiedCount: 1 };
  });

/** Returns the chosen entries, each of which can win one prize of the contest. */
async function readChoice(tx: Database, contest: ContestRow, { entryId, placements }: Choice) {
  const entryIds = [entryId, ...placements.map((each) => each.entryId)];
  if (new Set(entryIds).size < entryIds.length)
    throwValidationError({ placements: message("An entry can win only one prize.") });
  if (new Set(placements.map(({ place }) => place)).size < placements.length)
    throwValidationError({ placements: message("Each prize can have only one winner.") });
  const found = await winnersRepository(tx).findCandidates(contest.id, entryIds);
  const candidateOf = (id: string): Candidate => {
    const candidate = orNotFound(
      found.find((each) => each.id === id),
      message("We couldn't find that entry in this contest."),
    );
    if (
      !candidate.participationId ||
      candidate.userId === contest.creatorId ||
      candidate.submittedAt >= contest.deadline
    ) {
      throwConflict("not_eligible", message("Only an entry that a participant submitted on time can win."));
    }
    return candidate;
  };
  const placed = placements.map((each) => ({
    place: each.place,
    prize:
      contest.morePrizes[each.place - 2] ??
      throwValidationError({ placements: message("This contest doesn't have that prize.") }),
    candidate: candidateOf(each.entryId),
  }));
  return { first: candidateOf(entryId), placed };
}

/** If there are fewer winners than prizes, the last prizes stay without one. */
function assertInOrder({ morePrizes }: ContestRow, placed: readonly { place: number }[]): void {
  const places = new Set(placed.map(({ place }) => place));
  const skipped = morePrizes.find((_, index) => index < placed.length && !places.has(index + 2));
  if (skipped)
    throwConflict(
      "prizes_out_of_order",
      message("Pick a winner for “{prize}” first: only the last prizes can stay without a winner.", {
        prize: skipped.name,
      }),
    );
}

/** A prize stays without a winner only if there are fewer entries that can win than prizes. */
async function assertAllAssigned(tx: Database, contest: ContestRow, assignedCount: number): Promise<void> {
  const prizeCount = 1 + contest.morePrizes.length;
  if (assignedCount >= prizeCount) return;
  const missing = (await winnersRepository(tx).countEligible(contest, prizeCount)) - assignedCount;
  if (missing > 0)
    throwConflict(
      "prizes_unassigned",
      message(
        "Pick winners for {n, plural, one {# more prize} other {# more prizes}}: there are entries that can win. Reload the page if it shows only one prize.",
        { n: missing },
      ),
    );
}
