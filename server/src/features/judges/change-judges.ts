import { eq } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { throwValidationError, orNotFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { maskedEmail } from "../../platform/text/format";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canInvite, canAccept, canDecline, canStepDown, canWithdraw } from "./judge-policy";
import {
  notifyInvited,
  judgeNotifications,
  resolveJudgeRequests,
  notifyInvitationEnded,
} from "./domain/judge-notifications";
import { findUserByVerifiedEmail, judgesRepository, invitationsRepository } from "./judges-repository";
import type { Database } from "../../database/database";
import { notify, resolveActionRequests } from "../../platform/notify";
import { contests } from "../../database/schema/contests";
import { requestAssignment } from "./domain/entry-assignments";
import { judgeAssignmentsRepository } from "./domain/judge-assignments-repository";
import { participationsRepository } from "../participation/domain/participations-repository";
import { settleWaitingList } from "../waiting-list/domain/settle-waiting-list";

/** The response never depends on whether an account exists, participates or is blocked; acceptance checks that. */
export const inviteJudge = ({ db, clock }: Deps, contestId: string, email: string, caller: Caller): Promise<void> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockOwn(contestId, caller.id),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    if (email === caller.email)
      throwValidationError({ email: message("That's your own address. You already judge your contest.") });
    const judges = judgesRepository(tx);
    const existing = await judges.findByAddress(contestId, email);
    if (existing?.state === "invited")
      throwConflict("already_invited", message("You've already invited this address."));
    if (existing?.state === "accepted")
      throwConflict("already_judges", message("The person with this address is already a judge."));
    if (existing?.state === "declined")
      throwConflict(
        "declined",
        message("This invitation was declined. The invited person can still accept it on their Judging page."),
      );
    const now = clock.now();
    const { seatCount, addressCount } = await judges.count(contestId);
    assertAllowed(canInvite(contest, { seatCount, addressCount: existing ? addressCount - 1 : addressCount }, now));
    const invitationId = await judges.invite(contestId, email, now);
    const userId = await findUserByVerifiedEmail(tx, email);
    // The audit log can't be changed, so it has no address in full.
    await writeAudit(tx, clock, {
      act: "judge_invited",
      by: caller,
      contestId,
      ...(userId ? { userId } : { to: maskedEmail(email) }),
    });
    await notifyInvited(tx, clock, { email, invitationId });
  });

const NOT_INVITED = message(
  "We couldn't find that invitation. It may have been withdrawn, or sent to another of your addresses.",
);

/** Locks the invitation's contest, which serialises answers with joining, rating and choosing the winner. */
async function lockInvitation(tx: Database, id: string, caller: Caller) {
  const { contestId } = orNotFound(await invitationsRepository(tx, caller).find(id), NOT_INVITED);
  const contest = orNotFound(await contestsRepository(tx).lockAny(contestId), NOT_INVITED);
  // Read again under the lock: it may have been withdrawn before.
  const invitation = orNotFound(await invitationsRepository(tx, caller).find(id), NOT_INVITED);
  await lockCaller(tx, caller);
  return { contest, invitation, isPublic: await contestsRepository(tx).isPublished(contestId) };
}

/** Accepts or declines an invitation. Repeating an answer changes nothing. */
export const answerInvitation = (deps: Deps, id: string, accepts: boolean, caller: Caller): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { contest, invitation, isPublic } = await lockInvitation(tx, id, caller);
    if (invitation.state === (accepts ? "accepted" : "declined")) return;
    const invitationFacts = { state: invitation.state, isPublic };
    const who = {
      isOwner: contest.creatorId === caller.id,
      hasJoined: (await participationsRepository(tx).findPaid(contest.id, caller.id)) !== undefined,
      isJudge: await judgeAssignmentsRepository(tx).isJudge(contest.id, caller.id),
      isProven: await invitationsRepository(tx, caller).isProven(),
    };
    assertAllowed(
      accepts
        ? canAccept(contest, invitationFacts, who, await judgesRepository(tx).count(contest.id))
        : canDecline(contest, invitationFacts),
    );
    await judgesRepository(tx).change(id, {
      state: accepts ? "accepted" : "declined",
      // An unverified address may be someone else's, who can still accept.
      judgeId: who.isProven ? caller.id : null,
      changedAt: deps.clock.now(),
    });
    await resolveActionRequests(tx, deps.clock, `invitation:${id}`);
    if (accepts) {
      await requestAssignment(tx, eq(contests.id, contest.id));
      await settleWaitingList(tx, deps.clock, contest.id);
      await writeAudit(tx, deps.clock, { act: "judge_accepted", by: caller, contestId: contest.id, userId: caller.id });
    }
    await notify(tx, deps.clock, judgeNotifications[accepts ? "accepted" : "declined"](contest));
  });

export const stepDown = (deps: Deps, id: string, caller: Caller): Promise<{ modifiedCount: number }> =>
  deps.db.transaction(async (tx) => {
    const { contest, invitation } = await lockInvitation(tx, id, caller);
    assertAllowed(canStepDown(contest, invitation));
    await judgeAssignmentsRepository(tx).end(invitation, { state: "stepped_down", changedAt: deps.clock.now() });
    await resolveJudgeRequests(tx, deps.clock, contest.id, caller.id);
    await writeAudit(tx, deps.clock, {
      act: "judge_stepped_down",
      by: caller,
      contestId: contest.id,
      userId: caller.id,
    });
    await notify(tx, deps.clock, judgeNotifications.steppedDown(contest));
    return { modifiedCount: 1 };
  });

const NO_OWN_INVITATION = message("We couldn't find that invitation.");

/** Withdraws an invitation, and deletes the ratings of a judge who accepted it; returns the contest's id. */
export const withdrawJudge = ({ db, clock }: Deps, id: string, caller: Caller): Promise<string> =>
  db.transaction(async (tx) => {
    const { contestId } = orNotFound(await judgesRepository(tx).find(id), NO_OWN_INVITATION);
    const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NO_OWN_INVITATION);
    await lockCaller(tx, caller);
    // Read again under the lock: it may have been answered before.
    const assignment = orNotFound(await judgesRepository(tx).find(id), NO_OWN_INVITATION);
    assertAllowed(canWithdraw(contest, assignment));
    await judgeAssignmentsRepository(tx).end(assignment, { state: "withdrawn", changedAt: clock.now() });
    const { email, state } = assignment;
    const userId = assignment.judgeId ?? (email === null ? undefined : await findUserByVerifiedEmail(tx, email));
    await writeAudit(tx, clock, {
      act: "judge_withdrawn",
      by: caller,
      contestId,
      userId,
      from: userId || email === null ? state : `${state} ${maskedEmail(email)}`,
      to: "withdrawn",
    });
    if (state === "accepted") {
      await notify(tx, clock, judgeNotifications.withdrawn(contest, assignment.judgeId!));
      await resolveJudgeRequests(tx, clock, contestId, assignment.judgeId!);
    } else if (email !== null) await notifyInvitationEnded(tx, { id, email, contestName: contest.name }, "withdrawn");
    return contestId;
  });
