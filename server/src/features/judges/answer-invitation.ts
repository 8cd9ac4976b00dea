import type { Database } from "../../database/database";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { canAccept, canDecline, canStepDown } from "./judge-policy";
import { judgeAssignmentsRepository, type JudgeAssignment } from "./domain/judge-assignments-repository";
import { judgeNotifications, resolveJudgeRequests } from "./domain/judge-notifications";
import { participationsRepository } from "../participation/domain/participations-repository";
import { invitationsRepository } from "./invitations-repository";
import { judgesRepository } from "./judges-repository";

const NO_SUCH = "There is no such invitation for you. It may have been withdrawn, or sent to another address of yours.";

/** Locks the invitation's contest, which serialises answers with joining, rating and choosing the winner. */
async function lockInvitation(
  tx: Database,
  id: string,
  caller: Caller,
): Promise<{ contest: ContestRow; invitation: JudgeAssignment; isPublic: boolean }> {
  const { contestId } = orNotFound(await invitationsRepository(tx, caller).find(id), NO_SUCH);
  const contest = orNotFound(await contestsRepository(tx).lockAny(contestId), NO_SUCH);
  // Read again under the lock: it may have been withdrawn before.
  const invitation = orNotFound(await invitationsRepository(tx, caller).find(id), NO_SUCH);
  await lockCaller(tx, caller);
  return { contest, invitation, isPublic: await contestsRepository(tx).isVisibleTo(contestId, null) };
}

/** Accepts or declines an invitation. Repeating an answer changes nothing. */
export const answerInvitation =
  (deps: Deps) =>
  (id: string, accepts: boolean, caller: Caller): Promise<void> =>
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
          : canDecline(contest, invitationFacts, who),
      );
      await judgesRepository(tx).change(id, {
        state: accepts ? "accepted" : "declined",
        judgeId: caller.id,
        changedAt: deps.clock.now(),
      });
      await resolveActionRequests(tx, deps.clock, `invitation:${id}`);
      if (accepts)
        await writeAudit(tx, deps.clock, {
          act: "judge_accepted",
          by: caller,
          contestId: contest.id,
          userId: caller.id,
        });
      await notify(tx, deps.clock, judgeNotifications[accepts ? "accepted" : "declined"](contest));
    });

export const stepDown =
  (deps: Deps) =>
  (id: string, caller: Caller): Promise<{ modifiedCount: number }> =>
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
