import { message } from "@conquest/shared/contracts/text/message";
import { and, eq, inArray, like, notInArray, or } from "drizzle-orm";
import { writeAudit } from "../../../platform/write-audit";
import type { Deps } from "../../../platform/deps";
import { emailHash } from "../../../platform/people";
import { throwConflict } from "../../../platform/errors";
import { emailOutbox } from "../../../platform/email/email-outbox";
import { notifyAddress } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { lockForAdmin } from "../change-user";
import { SITE_REASONS } from "../../lifecycle/domain/site-reasons";
import { endContest } from "../../cancellation/domain/end-contest";
import { assertAllLocked, withLockedContests, contestsToRemoveWith } from "./plan-deletion";
import { removedNotification, roleRequestKey } from "../user-notifications";
import { usersRepository, type Tombstone } from "../users-repository";
import type { Database } from "../../../database/database";
import { contests, lateEntries } from "../../../database/schema/contests";
import { letterChoices, notices } from "../../../database/schema/messages";
import { users } from "../../../database/schema/people";
import { contestFollows } from "../../../database/schema/taking-part";
import { filesRepository } from "../../../platform/files/files-repository";
import { releasePictures } from "../../../platform/files/uploaded-pictures";
import { endAwardsOf } from "../../awards/domain/end-awards";
import { draftsRepository } from "../../drafts/domain/drafts-repository";
import { rescheduleLifecycle } from "../../lifecycle/domain/lifecycle-schedule";
import { notifyNoEligibleEntries } from "../../lifecycle/domain/winner-due-notifications";
import { forgetCalendar } from "../../calendars/domain/forget-calendar";
import { forgetAccess } from "../../contest-access/domain/forget-access";
import { judgeAssignmentsRepository } from "../../judges/domain/judge-assignments-repository";
import { notifyJudgeSteppedDown } from "../../judges/domain/judge-notifications";
import { deleteUnansweredQuestions } from "../../questions/domain/question-notifications";
import { forgetTeamInvitations, replaceCaptains } from "../../teams/domain/end-membership";
import { leaveWaitingLists } from "../../waiting-list/domain/settle-waiting-list";
import { anonymizeWinner } from "../../winners/domain/winner-notifications";

/** Sends a last email with the reason. Throws if an undecided contest of the user has participants. */
export const removeUser = ({ db, clock }: Deps, id: string, reason: string, caller: Caller): Promise<void> =>
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
  const user = await lockForAdmin(tx, id, caller, message("You can't remove your own account. Another admin can."), {
    leaving: true,
  });
  assertAllLocked(locked, await contestsToRemoveWith(tx, id));
  const undecided = locked.filter(
    ({ creatorId, cancelledAt, winnerAt }) => creatorId === id && cancelledAt === null && winnerAt === null,
  );
  const [first, ...others] = undecided.filter(({ participantCount }) => participantCount > 0);
  if (first) {
    throwConflict(
      "has_running_contests",
      message(
        "People have joined “{name}”{others, plural, =0 {} one { and # more} other { and # more}}. Cancel it or pick its winner first.",
        { name: first.name, others: others.length },
      ),
    );
  }
  for (const contest of undecided)
    await endContest(tx, clock, contest, { reason: SITE_REASONS.creatorRemoved, by: caller });
  const { language, email } = user;
  await anonymizeUser(
    tx,
    id,
    { removedEmailHash: emailHash(email!), refusedBecause: reason, removedAt: clock.now() },
    caller,
  );
  await notifyAddress(tx, clock, removedNotification({ id, language, email: email! }, reason));
  await writeAudit(tx, clock, {
    act: "person_removed",
    by: caller,
    userId: id,
    from: user.requestedAt ? "requested" : user.role,
    reason,
  });
}

/** Rows that others depend on stay, without personal data; pending emails about money stay until they are sent. */
export async function anonymizeUser(tx: Database, id: string, tombstone: Tombstone, by: Caller): Promise<void> {
  await releasePictures(tx, { userId: id });
  await filesRepository(tx).releaseOrphaned({ uploaderId: id });
  const at = tombstone.removedAt;
  const [person] = await tx
    .select({
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      role: users.role,
      status: users.status,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, id));
  const provenEmail = person?.emailVerifiedAt ? person.email : null;
  const judgedContestIds = await judgeAssignmentsRepository(tx).forget({ userId: id, provenEmail, at });
  await forgetAccess(tx, id, provenEmail);
  await forgetCalendar(tx, id);
  if (person?.role === "admin") await judgeAssignmentsRepository(tx).deleteAdminRatings(id);
  const { text: reason } = by.id === id ? SITE_REASONS.left : SITE_REASONS.removed;
  for (const contestId of judgedContestIds)
    await writeAudit(tx, { now: () => at }, { act: "judge_stepped_down", by, contestId, userId: id, reason });
  await notifyJudgeSteppedDown(tx, { now: () => at }, inArray(contests.id, judgedContestIds));
  await usersRepository(tx).remove(id, tombstone);
  await replaceCaptains(tx, { now: () => at }, id);
  await forgetTeamInvitations(tx, id);
  await rescheduleLifecycle(tx, id, at);
  // A blocked user was not eligible before either.
  if (person?.status === "verified") await notifyNoEligibleEntries(tx, { now: () => at }, id);
  const { email, language = null } = person ?? {};
  const kept = email ? await emailOutbox(tx).addressPayments(id, { email, language }, at) : [];
  const isOwn = and(eq(notices.userId, id), notInArray(notices.id, kept));
  await tx.delete(notices).where(or(isOwn, like(notices.onceKey, `${roleRequestKey(id)}%`)));
  await tx.delete(letterChoices).where(eq(letterChoices.userId, id));
  await draftsRepository(tx, id).removeAll();
  await tx.delete(lateEntries).where(eq(lateEntries.userId, id));
  await tx.delete(contestFollows).where(eq(contestFollows.userId, id));
  await leaveWaitingLists(tx, { now: () => at }, id);
  await deleteUnansweredQuestions(tx, id);
  await endAwardsOf(tx, { now: () => at }, id);
  await anonymizeWinner(tx, id);
}
