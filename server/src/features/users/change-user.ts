import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { STATUS } from "@conquest/shared/contracts/http/errors";
import type { Account, BulkAction, updateUsers } from "@conquest/shared/contracts/users";
import { message, type Message, type Text } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { sessions } from "../../database/schema/people";
import { contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwForbidden, throwConflict, HttpError } from "../../platform/errors";
import { requestedActions, notify, resolveActionRequests, resolveActionRequestsWhere } from "../../platform/notify";
import type { Caller } from "../../platform/sessions/session";
import { phaseOf, isUndecided } from "../contests/domain/phase";
import type { ContestRow } from "../contests/domain/contests-repository";
import { wasRatedByAdmin } from "../contests/domain/contest-visibility";
import {
  winnerDueNotifications,
  listWinnerChoosingAdmins,
  listWithoutEligibleEntries,
  notifyNoEligibleEntries,
  notifyEligibleAgain,
  resolveWinnerRequests,
} from "../lifecycle/domain/winner-due-notifications";
import { replaceCaptains } from "../teams/domain/end-membership";
import { assertAllLocked, withLockedContests } from "./deletion/plan-deletion";
import { isInRunningTeam } from "../teams/domain/team-columns";
import { hasEntryOf, hasNoEligibleEntries } from "../entries/domain/entry-columns";
import { draftsRepository } from "../drafts/domain/drafts-repository";
import { judgeAssignmentsRepository } from "../judges/domain/judge-assignments-repository";
import { assignsEntriesTo, requestAssignment } from "../judges/domain/entry-assignments";
import { notifyInvited } from "../judges/domain/judge-notifications";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { settleWaitingListsOf } from "../waiting-list/domain/settle-waiting-list";
import { isWaitedForBy } from "../waiting-list/domain/waiting-columns";
import { userNotifications } from "./user-notifications";
import { usersRepository, type UserChange, type UserRow } from "./users-repository";

interface UserChangeRequest {
  status?: UserRow["status"] | undefined;
  role?: Role | undefined;
  reason: string;
  /** The role that the admin has seen; rejected if it has changed since. Not checked if omitted. */
  expectedRole?: Account["role"] | undefined;
}

/** Requires that the caller is still an admin. Admins cannot change themselves, so one admin always remains. */
export async function lockForAdmin(
  tx: Database,
  id: string,
  caller: Caller,
  ownAccount: Message,
  { leaving = false } = {},
): Promise<UserRow> {
  const people = usersRepository(tx);
  const admins = await people.lockAdmins(id);
  if (!admins.includes(caller.id)) return throwForbidden("wrong_role", message("You're no longer an admin."));
  if (id === caller.id) return throwConflict("own_account", ownAccount);
  return orNotFound(await people.lockById(id, { leaving }), message("We couldn't find that person."));
}

export const changeUser = (deps: Deps, id: string, request: UserChangeRequest, caller: Caller) =>
  withLockedContests(() => changeLocked(deps, id, request, caller));

const changeLocked = ({ db, clock }: Deps, id: string, request: UserChangeRequest, caller: Caller) =>
  db.transaction(async (tx) => {
    await usersRepository(tx).acquireUserChangeLock();
    // Locks contests before users, as joining does. The status of their creator decides whether they are public.
    const locked = await lockContests(tx, id, request);
    const user = await lockForAdmin(
      tx,
      id,
      caller,
      message("You can't change your own role or status. Another admin can."),
    );
    if (request.status !== undefined) {
      if (request.status === user.status) return false;
      assertAllLocked(locked, await tx.select({ id: contests.id }).from(contests).where(isInRunningTeam(id)));
      const own = locked.filter(({ creatorId }) => creatorId === id);
      await (request.status === "blocked"
        ? block(tx, clock, id, request.reason, own)
        : unblock(tx, clock, user, request.reason, own));
      // An offer of a blocked user goes to the next one; an unblocked user can get one again.
      await settleWaitingListsOf(tx, clock, id);
      // Entries of a blocked judge go to others.
      await requestAssignment(tx, assignsEntriesTo(tx, id));
      await writeAudit(tx, clock, {
        act: request.status === "blocked" ? "person_blocked" : "person_unblocked",
        by: caller,
        userId: id,
        from: user.status,
        to: request.status,
        reason: request.reason,
      });
      return true;
    }
    assertRole(user, request.expectedRole);
    const now = clock.now();
    const change = request.role === undefined ? null : roleChange(user, request.role, request.reason, now);
    if (!change) return false;
    if (request.role === "user" && user.role !== "user") await assertNoRunningContests(tx, id);
    if (user.role === "admin" && change.role !== "admin") {
      await judgeAssignmentsRepository(tx).deleteAdminRatings(id);
      await resolveAdminRequests(tx, clock, id);
    }
    await usersRepository(tx).change(id, change);
    await resolveActionRequests(tx, clock, `role:${id}`);
    const hasDrafts =
      user.role === "creator" &&
      change.role !== undefined &&
      change.role !== "creator" &&
      (await draftsRepository(tx, id).count()) > 0;
    await notify(tx, clock, userNotifications.roleChanged(user, change, request.reason, hasDrafts));
    const act =
      change.roleAnswer === "approved"
        ? "request_approved"
        : change.roleAnswer === "declined"
          ? "request_declined"
          : "role_changed";
    await writeAudit(tx, clock, {
      act,
      by: caller,
      userId: id,
      from: user.requestedAt ? "requested" : user.role,
      to: change.role ?? user.role,
      reason: request.reason,
    });
    return true;
  });

/** A request made since then does not matter, since the role is still the same. */
function assertRole(user: UserRow, expected: Account["role"] | undefined): void {
  if (expected === "requested" && !user.requestedAt)
    throwConflict(
      "not_requested",
      user.roleAnswer
        ? message("An admin already {answer, select, approved {approved} other {declined}} this request.", {
            answer: user.roleAnswer,
          })
        : message("This user has no open request."),
    );
  if (expected !== undefined && expected !== "requested" && expected !== user.role)
    throwConflict(
      "role_changed",
      message("An admin changed this user's role after you opened this page. Check it again."),
    );
}

/** Resolves requests the user received only as an admin; requests to choose winners of their own contests stay. */
async function resolveAdminRequests(tx: Database, clock: Clock, userId: string): Promise<void> {
  const own = tx
    .select({ asks: sql<string>`'winner:' || ${contests.id}` })
    .from(contests)
    .where(eq(contests.creatorId, userId));
  const asAdmin = or(
    inArray(requestedActions.kind, ["contest_submitted", "prize_to_settle", "report_opened", "role_requested"]),
    and(eq(requestedActions.kind, "winner_due"), notInArray(requestedActions.asks, own)),
  );
  await resolveActionRequestsWhere(tx, clock, and(eq(requestedActions.userId, userId), asAdmin));
}

async function block(tx: Database, clock: Clock, id: string, reason: string, own: readonly ContestRow[]) {
  // Notifies before the status changes: blocked users get no emails.
  await notify(tx, clock, userNotifications.blocked(id, reason));
  await usersRepository(tx).change(id, { status: "blocked", refusedBecause: reason });
  await replaceCaptains(tx, clock, id);
  // Admins choose the winner from now on. They were already notified of overdue contests.
  for (const contest of own) {
    if (phaseOf(contest, clock.now()) !== "judging" || contest.participantCount === 0) continue;
    if ((await tx.$count(contests, and(eq(contests.id, contest.id), hasNoEligibleEntries))) > 0) continue;
    const words = {
      subject: message("Pick a winner: “{name}”", { name: contest.name }),
      text: message("“{name}” needs a winner, and its creator is blocked. You can pick one.", { name: contest.name }),
    };
    const admins = await listWinnerChoosingAdmins(tx, contest);
    await notify(tx, clock, winnerDueNotifications.winnerDue(contest, admins, words));
  }
  await notifyNoEligibleEntries(tx, clock, id);
  await resolveQuestionRequests(tx, clock, eq(contestQuestions.askerId, id));
}

async function unblock(tx: Database, clock: Clock, { id, email }: UserRow, reason: string, own: readonly ContestRow[]) {
  const ineligibleContests = await listWithoutEligibleEntries(tx, id, clock.now());
  await usersRepository(tx).change(id, { status: "verified", refusedBecause: "" });
  await replaceCaptains(tx, clock, id);
  // Sessions of a blocked user respond with the reason. They are deleted so that none becomes valid again.
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await notify(tx, clock, userNotifications.unblocked(id, reason));
  const judging = own.filter((contest) => phaseOf(contest, clock.now()) === "judging");
  await resolveWinnerRequests(tx, clock, judging, id);
  await notifyEligibleAgain(tx, clock, ineligibleContests);
  // Blocked users are not notified of invitations.
  if (email !== null) await notifyInvited(tx, clock, { email });
}

async function lockContests(tx: Database, personId: string, { status, role }: UserChangeRequest) {
  const isTheirs = eq(contests.creatorId, personId);
  const change = [
    status !== undefined
      ? or(
          isTheirs,
          isInRunningTeam(personId),
          isWaitedForBy(personId),
          and(isUndecided, or(hasEntryOf(personId), assignsEntriesTo(tx, personId))),
        )
      : undefined,
    role !== undefined && role !== "admin" ? wasRatedByAdmin(personId) : undefined,
  ];
  if (!change.some(Boolean)) return [];
  return tx
    .select()
    .from(contests)
    .where(or(...change))
    .orderBy(contests.id)
    .for("no key update");
}

/** Counts closed contests without participants, which may reopen. Lock the user first, as confirming a contest does. */
async function assertNoRunningContests(tx: Database, personId: string): Promise<void> {
  const running = await tx
    .select({ name: contests.name })
    .from(contests)
    .where(and(eq(contests.creatorId, personId), eq(contests.status, "open"), isUndecided))
    .orderBy(contests.id);
  const [first, ...others] = running;
  if (!first) return;
  throwConflict(
    "has_running_contests",
    message(
      "{others, plural, =0 {“{name}” hasn't ended. Delete or cancel it, or pick its winner, before its creator becomes a user.} one {“{name}” and # more haven't ended. Delete or cancel them, or pick their winners, before their creator becomes a user.} other {“{name}” and # more haven't ended. Delete or cancel them, or pick their winners, before their creator becomes a user.}}",
      { name: first.name, others: others.length },
    ),
  );
}

function roleChange(user: UserRow, role: Role, reason: string, now: Date): UserChange | null {
  if (!user.requestedAt) return role === user.role ? null : { role };
  return {
    role,
    requestedAt: null,
    roleAnswer: role === "user" ? "declined" : "approved",
    roleAnswerReason: reason,
    roleAnsweredAt: now,
  };
}

const CHANGES: Record<BulkAction, Omit<UserChangeRequest, "reason">> = {
  block: { status: "blocked" },
  unblock: { status: "verified" },
  approve: { role: "creator", expectedRole: "requested" },
  decline: { role: "user", expectedRole: "requested" },
};

/** Changes several users, each in its own transaction: one refusal does not affect the others. */
export const changeUsers = (deps: Deps) => {
  return async (
    { ids, act, reason }: { ids: readonly string[]; act: BulkAction; reason: string },
    caller: Caller,
  ): Promise<z.input<typeof updateUsers.response>> => {
    const refused: { _id: string; message: Text }[] = [];
    let modifiedCount = 0;
    for (const id of new Set(ids)) {
      try {
        if (await changeUser(deps, id, { ...CHANGES[act], reason }, caller)) modifiedCount += 1;
      } catch (error) {
        // Stops if the caller is no longer an admin.
        if (!(error instanceof HttpError) || error.statusCode === STATUS.notAllowedHere) throw error;
        refused.push({ _id: id, message: error.text });
      }
    }
    return { modifiedCount, refused };
  };
};
