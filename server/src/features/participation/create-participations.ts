import type { Database } from "../../database/database";
import type { Deps } from "../../platform/deps";
import { HttpError, throwUnauthorized, notFound, throwConflict } from "../../platform/errors";
import type { BatchResult } from "../../platform/concurrency/keyed-batcher";
import { notify } from "../../platform/notify";
import { lockExistingUsers } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { amountDue } from "../contests/money/amount-due";
import { canJoin } from "../contests/policies/contest-policy";
import { assertAllowed } from "../contests/policies/policy";
import { contestsRepository, type ContestRow } from "../contests/contests-repository";
import { judgeAssignmentsRepository } from "../contests/judges/judge-assignments-repository";
import { participationsRepository, type PaidParticipation } from "../contests/participations-repository";
import { formatTaka } from "../contests/money/taka";

/** All that is kept of a card. Payment is simulated: no card number ever reaches the server. */
const TEST_CARD_LAST4 = "4242";

export interface JoinRequest extends PaidParticipation {
  /** How many participate with this one. */
  participantCount: number;
}

/** Somebody who wants to join. */
export interface Joiner {
  person: Caller;
  /** What they were told that it costs, in whole taka; undefined where nobody says. */
  amount: number | undefined;
}

/** Takes a place in one contest for each of these people, and has each pay for it exactly once: in one transaction, under one lock. */
export const createParticipations =
  ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) =>
  (contestId: string, joiners: Joiner[]): Promise<BatchResult<JoinRequest>[]> =>
    db.transaction(async (tx) => {
      const contest = await contestsRepository(tx).lockAny(contestId);
      if (!contest) return joiners.map(() => outcomeOf(notThere));
      const amount = amountDue(contest, config.joinAmount);
      // Asked now that it is held: its creator may have been removed meanwhile.
      const isPublic = await contestsRepository(tx).isVisibleTo(contest.id, null);
      const joined = await participationsRepository(tx).whoHasPaid(
        contest.id,
        joiners.map(({ person }) => person.id),
      );
      const judging = await judgeAssignmentsRepository(tx).whoJudges(
        contest.id,
        joiners.map(({ person }) => person.id),
      );
      const present = await lockExistingUsers(
        tx,
        joiners.map(({ person }) => person.id),
      );
      // Read after the lock was granted: who waited past the deadline is too late.
      const now = clock.now();
      const verdicts: BatchResult<Caller>[] = [];
      for (const { person, amount: expected } of joiners) {
        const isSeen = isPublic || (await contestsRepository(tx).isVisibleTo(contest.id, person));
        const verdict = outcomeOf(() => {
          // Deleted their account in another window: nobody would get this place, or its money back.
          if (!present.has(person.id)) throwUnauthorized();
          if (!isSeen) notThere();
          assertAllowed(
            canJoin(
              contest,
              {
                isOwner: contest.creatorId === person.id,
                hasJoined: joined.has(person.id),
                isJudge: judging.has(person.id),
              },
              now,
            ),
          );
          // Who sees more than the public, like an admin, cannot pay for what the public no longer sees.
          if (!isPublic) notThere();
          if (expected !== undefined && expected !== amount) throwConflict("amount_changed", amountNow(amount));
          return person;
        });
        // Who asks twice has joined with the first.
        if ("answer" in verdict) joined.add(person.id);
        verdicts.push(verdict);
      }
      const accepted = verdicts.flatMap((verdict) => ("answer" in verdict ? [verdict.answer] : []));
      const places = accepted.length > 0 ? await pay(tx, contest, accepted) : new Map<string, JoinRequest>();
      return verdicts.map((verdict) => ("answer" in verdict ? { answer: places.get(verdict.answer.id)! } : verdict));

      async function pay(tx: Database, contest: ContestRow, payers: Caller[]): Promise<Map<string, JoinRequest>> {
        const paid = await participationsRepository(tx).insertPaid(
          payers.map(({ id }) => ({
            contestId: contest.id,
            userId: id,
            amount,
            last4: amount === 0 ? "" : TEST_CARD_LAST4,
            paidAt: now,
          })),
        );
        const before =
          (await contestsRepository(tx).countParticipants(contest.id, {
            people: paid.length,
            taka: amount * paid.length,
          })) - paid.length;
        const text =
          amount === 0
            ? `You joined “${contest.name}”, which costs nothing.`
            : `You joined “${contest.name}” and paid ${formatTaka(amount)}.`;
        await notify(
          tx,
          clock,
          paid.map(({ userId }) => ({
            userId,
            kind: "joined",
            text,
            href: `/contest-details/${contest.id}`,
            amount: amount === 0 ? undefined : formatTaka(amount),
          })),
        );
        return new Map(
          paid.map((place, position) => [place.userId, { ...place, participantCount: before + position + 1 }]),
        );
      }
    });

const notThere = () => notFound("No such contest.");

const amountNow = (amount: number) =>
  amount === 0
    ? "Joining this contest is free now. Please look at it again before you join."
    : `Joining this contest costs ${formatTaka(amount)} now. Please look at it again before you join.`;

/** A refusal is this person's own; whatever else goes wrong ends the transaction for all. */
function outcomeOf<Answer>(decide: () => Answer): BatchResult<Answer> {
  try {
    return { answer: decide() };
  } catch (refusal) {
    if (refusal instanceof HttpError) return { refusal };
    throw refusal;
  }
}
