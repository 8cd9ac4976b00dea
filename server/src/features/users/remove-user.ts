import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { emailHash } from "../../platform/email-hash";
import { throwConflict } from "../../platform/errors";
import { notifyAddress } from "../../platform/notify";
import type { Caller } from "../../platform/sessions/session";
import { lockForAdmin } from "./change-user";
import { endContest } from "../cancellation/domain/remove-contest";
import { assertAllLocked, withLockedContests } from "./deletion/lock-contests";
import { anonymizeUser } from "./deletion/anonymize-user";
import { contestsToRemoveWith } from "./deletion/plan-deletion";
import { removedNotification } from "./user-notifications";
import { usersRepository } from "./users-repository";

/** Sends a last email with the reason. Throws if an undecided contest of the user has participants. */
export const removeUser =
  ({ db, clock }: Deps) =>
  (id: string, reason: string, caller: Caller): Promise<void> =>
    withLockedContests(() => db.transaction((tx) => removeInTransaction({ db: tx, clock }, id, reason, caller)));

async function removeInTransaction(
  { db: tx, clock }: Pick<Deps, "db" | "clock">,
  id: string,
  reason: string,
  caller: Caller,
): Promise<void> {
  await usersRepository(tx).acquireUserChangeLock();
  // Locks contests before users, as joining does: no one can join in between, and all of them become hidden.
  const locked = await contestsToRemoveWith(tx, id).for("update");
  const user = await lockForAdmin(tx, id, caller, "You cannot remove your own account. Another admin can.", {
    leaving: true,
  });
  assertAllLocked(locked, await contestsToRemoveWith(tx, id));
  const undecided = locked.filter(
    ({ creatorId, cancelledAt, winnerAt }) => creatorId === id && cancelledAt === null && winnerAt === null,
  );
  const [first, ...others] = undecided.filter(({ participantCount }) => participantCount > 0);
  if (first) {
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    throwConflict(
      "has_running_contests",
      `People have paid to take part in “${first.name}”${more}. Cancel or decide that first.`,
    );
  }
  for (const contest of undecided)
    await endContest(tx, clock, contest, { reason: "Its creator’s account was removed", by: caller });
  const email = user.email!;
  await anonymizeUser(
    tx,
    id,
    { removedEmailHash: emailHash(email), refusedBecause: reason, removedAt: clock.now() },
    caller,
  );
  await notifyAddress(tx, clock, removedNotification(id, email, reason));
  await writeAudit(tx, clock, {
    act: "person_removed",
    by: caller,
    userId: id,
    from: user.requestedAt ? "requested" : user.role,
    reason,
  });
}
