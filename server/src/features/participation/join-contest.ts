import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/participation";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { createKeyedBatcher, type BatchResult } from "../../platform/concurrency/keyed-batcher";
import { assertOwnEmail, lockExistingUsers, lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import type { Database } from "../../database/database";
import { HttpError, throwUnauthorized, notFound, throwConflict, orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { amountDue, canJoin, canLeave, requireRulesAccepted, withdrawsEntryOf } from "./domain/participation-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { participationsRepository, type PaidParticipation } from "./domain/participations-repository";
import { participationNotifications } from "./participation-notifications";
import { hasJoinedBefore } from "../extensions/domain/extension-policy";
import { withdrawEntry } from "../entries/domain/withdraw-entry";
import { endMembership } from "../teams/domain/end-membership";
import { teamsRepository } from "../teams/domain/teams-repository";
import { endWaits, settleWaitingList } from "../waiting-list/domain/settle-waiting-list";
import { waitingListRepository } from "../waiting-list/domain/waiting-list-repository";
import { takaOf } from "../../platform/text/message-values";

const MAX_BATCH = 100;

/** Payment is simulated: no card number ever reaches the server. */
const TEST_CARD_LAST4 = "4242";

interface JoinReceipt extends PaidParticipation {
  participantCount: number;
  /** Null if joining was free. */
  receiptNumber: number | null;
}

interface Joiner {
  person: Caller;
  /** The amount that the user was shown, in whole taka; undefined if the client sends none. */
  amount: number | undefined;
  /** The version of the rules that the user accepts; undefined if the client sends none. */
  rulesVersion: number | undefined;
}

/** Joins a contest and charges exactly once. Concurrent joins of one contest are batched into one transaction. */
export const joinContest = (deps: Pick<Deps, "db" | "clock" | "config">) => {
  const join = createKeyedBatcher(MAX_BATCH, createParticipations(deps));

  return async (
    { contestId, email, amount, rulesVersion }: z.output<typeof contract.joinContest.body>,
    caller: Caller,
  ): Promise<z.input<typeof contract.joinReceipt>> => {
    assertOwnEmail(email, caller);
    return toResponse(await join(contestId, { person: caller, amount, rulesVersion }));
  };
};

const toResponse = ({ contestId, amount, last4, state, paidAt, participantCount, receiptNumber }: JoinReceipt) => ({
  contestId,
  amount,
  last4,
  paymentStatus: state,
  paidAt: paidAt.toISOString(),
  participantCount,
  receiptNumber,
});

/** Returns what joining returned, with the current number of participants. */
export async function readJoinReceipt(
  { db }: Pick<Deps, "db">,
  contestId: string,
  caller: Caller,
): Promise<z.input<typeof contract.joinReceipt>> {
  return toResponse(
    orNotFound(
      await participationsRepository(db).findJoined(contestId, caller.id),
      message("We couldn't find a contest that you joined here."),
    ),
  );
}

const createParticipations =
  ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) =>
  (contestId: string, joiners: Joiner[]): Promise<BatchResult<JoinReceipt>[]> =>
    db.transaction(async (tx) => {
      const locked = await contestsRepository(tx).lockAny(contestId);
      if (!locked) return joiners.map(() => toBatchResult(throwNotFound));
      const { maxParticipants } = locked;
      const contest = maxParticipants === null ? locked : await settleWaitingList(tx, clock, locked.id);
      const waiting = waitingListRepository(tx, contest.id);
      const joinerIds = joiners.map(({ person }) => person.id);
      const offers = contest.heldSpots > 0 ? await waiting.filterOffers(joinerIds) : new Map<string, string>();
      const amount = amountDue(contest, config.joinAmount);
      // Checked under the lock: the creator may have been removed, or an invitation, while waiting for it.
      const isPublished = await contestsRepository(tx).isPublished(contest.id);
      const isPublic = isPublished && contest.visibility !== "private";
      const joinedIds = await participationsRepository(tx).filterPaid(contest.id, joinerIds);
      const judgeIds = await judgeAssignmentsRepository(tx).filterJudges(contest.id, joinerIds);
      const existingIds = await lockExistingUsers(tx, joinerIds);
      // Read after the lock is granted: waiting past the deadline is too late.
      const now = clock.now();
      const results: BatchResult<Caller>[] = [];
      let { participantCount, heldSpots } = contest;
      for (const { person, amount: expected, rulesVersion } of joiners) {
        const isVisible = isPublic || (await contestsRepository(tx).isVisibleTo(contest.id, person));
        const result = toBatchResult(() => {
          // Deleted in another window: no one could use the participation or get the refund.
          if (!existingIds.has(person.id)) throwUnauthorized();
          if (!isVisible) throwNotFound();
          assertAllowed(
            canJoin(
              { ...contest, participantCount, heldSpots },
              {
                waiting: { offerEndsAt: offers.get(person.id) ?? null },
                isOwner: contest.creatorId === person.id,
                hasJoined: joinedIds.has(person.id),
                isJudge: judgeIds.has(person.id),
              },
              now,
            ),
          );
          // Users who can see a hidden contest, like admins, still cannot pay for it.
          if (!isPublished) throwNotFound();
          if (expected !== undefined && expected !== amount)
            throwConflict("amount_changed", amountChangedMessage(amount));
          assertAllowed(requireRulesAccepted(contest, rulesVersion));
          return person;
        });
        // Rejects a second request of the same user in this batch.
        if ("value" in result) {
          joinedIds.add(person.id);
          participantCount += 1;
          if (offers.has(person.id)) heldSpots -= 1;
        }
        results.push(result);
      }
      const accepted = results.flatMap((result) => ("value" in result ? [result.value] : []));
      const receipts = accepted.length > 0 ? await pay(tx, contest, accepted) : new Map<string, JoinReceipt>();
      return results.map((result) => ("value" in result ? { value: receipts.get(result.value.id)! } : result));

      async function pay(tx: Database, contest: ContestRow, payers: Caller[]): Promise<Map<string, JoinReceipt>> {
        const paid = await participationsRepository(tx).insertPaid(
          payers.map(({ id }) => ({
            contestId: contest.id,
            userId: id,
            amount,
            last4: amount === 0 ? "" : TEST_CARD_LAST4,
            paidAt: now,
            // All of them accepted the current version.
            rulesVersion: contest.rules && contest.rulesVersion,
          })),
        );
        // Before the participants are counted: a spot is either held or taken.
        if (maxParticipants !== null || contest.heldSpots > 0)
          await endWaits(tx, clock, contest.id, { userIds: payers.map(({ id }) => id) }, "joined");
        const before =
          (await contestsRepository(tx).countParticipants(contest.id, {
            people: paid.length,
            taka: amount * paid.length,
          })) - paid.length;
        const numbers = amount > 0 && (await participationsRepository(tx).ledgerNumbersOf(paid.map(({ id }) => id)));
        await notify(
          tx,
          clock,
          numbers
            ? paid.map((payment) => participationNotifications.paid(contest, payment, numbers.get(payment.id)!))
            : participationNotifications.joinedFree(
                contest,
                paid.map(({ userId }) => userId),
              ),
        );
        return new Map(
          paid.map((payment, position) => [
            payment.userId,
            {
              ...payment,
              participantCount: before + position + 1,
              receiptNumber: numbers ? numbers.get(payment.id)! : null,
            },
          ]),
        );
      }
    });

const throwNotFound = () => notFound(message("We couldn't find that contest. It may have been deleted."));

const amountChangedMessage = (amount: number) =>
  amount === 0
    ? message("Joining is now free. Check the contest again before you join.")
    : message("The entry fee is now {amount}. Check the contest again before you join.", { amount: takaOf(amount) });

/** Returns a rejection as a value; any other error aborts the transaction for all users. */
function toBatchResult<Value>(decide: () => Value): BatchResult<Value> {
  try {
    return { value: decide() };
  } catch (error) {
    if (error instanceof HttpError) return { error };
    throw error;
  }
}

export const leaveContest = (
  { db, clock }: Deps,
  { contestId, email, withdrawsEntry }: z.output<typeof contract.leaveContest.body>,
  caller: Caller,
): Promise<{ refundedTotal: number }> =>
  db.transaction(async (tx) => {
    assertOwnEmail(email, caller);
    const contest = orNotFound(
      await contestsRepository(tx).lockVisible(contestId, caller),
      message("We couldn't find that contest. It may have been deleted."),
    );
    await lockCaller(tx, caller);
    const payment = await participationsRepository(tx).findPaid(contest.id, caller.id);
    const team = await teamsRepository(tx).relationOf(contest.id, caller.id);
    const hasSubmitted = await participationsRepository(tx).hasSubmitted(contest.id, caller.id);
    const now = clock.now();
    assertAllowed(
      canLeave(
        contest,
        {
          hasJoined: payment !== undefined,
          hasSubmitted,
          team,
          joinedBeforeExtension: hasJoinedBefore(contest, payment?.paidAt),
        },
        now,
      ),
    );
    const hadEntry = withdrawsEntryOf({ hasSubmitted, team });
    const isKeptByTeam = team !== null && team.memberCount > 1;
    if (withdrawsEntry !== undefined && withdrawsEntry !== hadEntry && !isKeptByTeam)
      throwConflict(
        "entry_changed",
        hadEntry
          ? message("Leaving withdraws the entry you submitted. Review it before you leave.")
          : message("Your entry here was deleted. Check the contest again before you leave."),
      );
    const { id, amount } = payment!;
    await endMembership(tx, clock, contest, caller.id, caller);
    if (hadEntry) await withdrawEntry(tx, clock, contest.id, caller);
    await participationsRepository(tx).refund(id, now);
    await contestsRepository(tx).countParticipants(contest.id, { people: -1, taka: -amount });
    if (contest.maxParticipants !== null) await settleWaitingList(tx, clock, contest.id);
    const receiptNumber = (await participationsRepository(tx).ledgerNumbersOf([id])).get(id);
    const left = { amount, hadEntry, receiptNumber };
    await notify(tx, clock, participationNotifications.left(contest, caller.id, left));
    return { refundedTotal: amount };
  });
