import { eq, isNotNull } from "drizzle-orm";
import type { z } from "zod";
import type { AccountDeletion, accountDeletion, deleteAccount } from "@conquest/shared/contracts/account";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { contactMessages } from "../../../database/schema/messages";
import { sessions, users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import type { Deps } from "../../../platform/deps";
import { throwUnauthorized, throwConflict } from "../../../platform/errors";
import type { VerifiedIdentity } from "../../../platform/identity/identity";
import { notifyAddress } from "../../../platform/notify";
import { listAdminIds } from "../../../platform/people";
import type { Caller } from "../../../platform/sessions/session";
import { isSignInValid } from "../../../platform/sessions/sign-ins";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { SITE_REASONS } from "../../lifecycle/domain/site-reasons";
import { withdrawEntry } from "../../entries/domain/withdraw-entry";
import { participationsRepository } from "../../participation/domain/participations-repository";
import { endMembership } from "../../teams/domain/end-membership";
import { settleWaitingList } from "../../waiting-list/domain/settle-waiting-list";
import { endContest } from "../../cancellation/domain/end-contest";
import {
  assertAllLocked,
  withLockedContests,
  endsOf,
  leavesOf,
  planDeletion,
  staysOf,
  contestsToDeleteWith,
  undecidedContestsOf,
  type DeletionPlan,
} from "./plan-deletion";
import { anonymizeUser } from "./remove-user";
import { deletedNotification } from "../user-notifications";
import { usersRepository, type UserRow } from "../users-repository";
import { takaOf } from "../../../platform/text/message-values";

type DeletionDeps = Pick<Deps, "db" | "clock">;
type ConfirmedImpact = z.output<typeof deleteAccount.body>;

/** Deletion requires a recent sign-in at the identity provider; an open browser session is not enough. */
const MAX_SIGN_IN_AGE_MS = 5 * 60 * 1000;
const LAST_ADMIN = message("You're the only admin. Make someone else an admin first.");

export const readDeletionPlan = async (
  { db, clock }: DeletionDeps,
  caller: Caller,
): Promise<z.input<typeof accountDeletion>> => {
  const plan = await planDeletion(db, caller.id, await undecidedContestsOf(db, caller.id), clock.now());
  const isLast = caller.role === "admin" && (await listAdminIds(db)).every((id) => id === caller.id);
  return {
    isAllowed: !isLast,
    because: isLast ? LAST_ADMIN : "",
    ends: endsOf(plan),
    leaves: leavesOf(plan),
    stays: staysOf(plan),
    entryCount: plan.entryCount,
    wonCount: plan.wonCount,
    lastEntryCount: plan.lastEntryCount,
    unsentPrizeCount: plan.unsentPrizeCount,
  };
};

/** `proof` is a fresh identity token, `confirmed` the impact that the caller was shown. */
export const deleteOwnAccount = (
  deps: DeletionDeps,
  confirmed: ConfirmedImpact,
  proof: VerifiedIdentity | null,
  caller: Caller,
): Promise<void> =>
  withLockedContests(() =>
    deps.db.transaction((tx) => deleteInTransaction({ ...deps, db: tx }, confirmed, proof, caller)),
  );

async function deleteInTransaction(
  { db: tx, clock }: DeletionDeps,
  confirmed: ConfirmedImpact,
  proof: VerifiedIdentity | null,
  caller: Caller,
): Promise<void> {
  await usersRepository(tx).acquireUserChangeLock();
  // Locks contests before users, as joining does. Decided contests change too: their creator becomes a deleted user.
  const all = await contestsToDeleteWith(tx, caller.id).for("update");
  const undecided = all.filter(({ cancelledAt, winnerAt }) => cancelledAt === null && winnerAt === null);
  const user = await lockUser(tx, caller);
  const now = clock.now();
  await assertFresh(tx, user, proof, now);
  assertAllLocked(undecided, await undecidedContestsOf(tx, caller.id));

  const plan = await planDeletion(tx, caller.id, undecided, now);
  assertUnchanged(plan, confirmed);
  for (const contest of [...plan.cancels, ...plan.deletes])
    await endContest(tx, clock, contest, { reason: SITE_REASONS.creatorLeft, by: caller });
  for (const { contest, paymentId, amount, withdrawsEntry } of plan.leaves) {
    await endMembership(tx, clock, contest, caller.id, caller);
    if (withdrawsEntry) await withdrawEntry(tx, clock, contest.id, caller, SITE_REASONS.left.text);
    await participationsRepository(tx).refund(paymentId, now);
    await contestsRepository(tx).countParticipants(contest.id, { people: -1, taka: -amount });
    await settleWaitingList(tx, clock, contest.id);
  }
  await tx.delete(sessions).where(eq(sessions.userId, caller.id));
  await deleteMessages(tx, user);
  await anonymizeUser(tx, caller.id, { removedAt: now, leavingProviderSince: now }, caller);
  await notifyDeleted(tx, clock, user, plan);
}

async function notifyDeleted(
  tx: Database,
  clock: Clock,
  { id, email, language }: UserRow,
  plan: DeletionPlan,
): Promise<void> {
  const leaves = plan.leaves.map(({ paymentId }) => paymentId);
  const refundNumbers = await participationsRepository(tx).ledgerNumbersOf(leaves, "refund");
  const refunds = plan.leaves.flatMap(({ contest: { name }, paymentId, amount }) => {
    const number = refundNumbers.get(paymentId);
    return number === undefined ? [] : [{ name, amount, number }];
  });
  const stays = plan.stays.map(({ contest: { name }, ...stay }) => ({ name, ...stay }));
  await notifyAddress(
    tx,
    clock,
    deletedNotification({ id, language, email: email! }, { refunds, stays, ends: endsOf(plan) }),
  );
}

async function lockUser(tx: Database, caller: Caller): Promise<UserRow> {
  const people = usersRepository(tx);
  const isLast = caller.role === "admin" && (await people.lockAdmins(caller.id)).every((id) => id === caller.id);
  const user = await people.lockById(caller.id, { leaving: true });
  // A double click has deleted the account already.
  if (!user) return throwUnauthorized(message("This account was deleted."));
  if (isLast && user.role === "admin") throwConflict("last_admin", LAST_ADMIN);
  return user;
}

async function assertFresh(tx: Database, user: UserRow, proof: VerifiedIdentity | null, now: Date): Promise<void> {
  const isFresh =
    proof !== null &&
    (await isSignInValid(tx, user, proof)) &&
    now.getTime() - proof.signedInAt.getTime() <= MAX_SIGN_IN_AGE_MS;
  if (!isFresh)
    throwConflict(
      "not_confirmed",
      message("Log in again to confirm that it's you. Your last login must be less than 5 minutes ago."),
    );
}

function assertUnchanged(
  plan: DeletionPlan,
  { leaves, entryCount = plan.entryCount, lastEntryCount = plan.lastEntryCount, ...confirmed }: ConfirmedImpact,
): void {
  const ends = endsOf(plan);
  if (!isSame(ends, confirmed)) throwConflict("has_changed", endsChanged(ends));
  const isUnchanged =
    (!leaves || isSame(leavesOf(plan), leaves)) &&
    entryCount === plan.entryCount &&
    lastEntryCount === plan.lastEntryCount;
  if (!isUnchanged)
    throwConflict(
      "has_changed",
      message("The contests you joined changed since you opened this. Review and confirm again."),
    );
}

const isSame = <Numbers extends Record<string, number>>(one: Numbers, other: Numbers) =>
  Object.entries(one).every(([name, value]) => other[name] === value);

function endsChanged({ contestCount, refundedCount, refundedTotal }: AccountDeletion["ends"]): Message {
  if (contestCount === 0)
    return message(
      "Your contests changed since you opened this. Deleting your account would no longer end any contest. Review and confirm again.",
    );
  return refundedCount === 0
    ? message(
        "Your contests changed since you opened this. Deleting your account would now end {contests, plural, one {# contest} other {# contests}}. Review and confirm again.",
        { contests: contestCount },
      )
    : message(
        "Your contests changed since you opened this. Deleting your account would now end {contests, plural, one {# contest} other {# contests}} and refund {payments, plural, one {# payment} other {# payments}}, {total} in total. Review and confirm again.",
        { contests: contestCount, payments: refundedCount, total: takaOf(refundedTotal) },
      );
}

/** Deletes messages sent from the user's address, but only if it is verified: anyone can type any address. */
async function deleteMessages(tx: Database, user: UserRow): Promise<void> {
  if (!user.emailVerifiedAt) return;
  await tx.delete(contactMessages).where(eq(contactMessages.email, user.email!));
}

const MAX_BATCH = 50;

/** Also clears the ids. A job retries until it succeeds; two servers doing it at once is harmless. */
export async function deleteProviderAccount({ db, identity }: Pick<Deps, "db" | "identity">): Promise<void> {
  const pending = await db
    .select({ id: users.id, uid: users.uid })
    .from(users)
    .where(isNotNull(users.leavingProviderSince))
    .orderBy(users.leavingProviderSince)
    .limit(MAX_BATCH);
  const failures: unknown[] = [];
  for (const { id, uid } of pending) {
    try {
      await identity.deleteAccount(uid);
      await db
        .update(users)
        .set({ leavingProviderSince: null, uid: `left ${id}` })
        .where(eq(users.id, id));
    } catch (error) {
      // One failure does not stop the other deletions.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, "Some accounts could not be deleted at the identity provider.");
}
