import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canWithdraw } from "./judge-policy";
import { judgeAssignmentsRepository } from "./domain/judge-assignments-repository";
import { judgeNotifications, notifyInvitationEnded, resolveJudgeRequests } from "./domain/judge-notifications";
import { findUserByVerifiedEmail, judgesRepository } from "./judges-repository";

const NO_SUCH = "No such invitation of yours.";

/** Withdraws an invitation, and deletes the ratings of a judge who accepted it; returns the contest's id. */
export const withdrawJudge =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<string> =>
    db.transaction(async (tx) => {
      const { contestId } = orNotFound(await judgesRepository(tx).find(id), NO_SUCH);
      const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NO_SUCH);
      await lockCaller(tx, caller);
      // Read again under the lock: it may have been answered before.
      const assignment = orNotFound(await judgesRepository(tx).find(id), NO_SUCH);
      assertAllowed(canWithdraw(contest, assignment));
      await judgeAssignmentsRepository(tx).end(assignment, { state: "withdrawn", changedAt: clock.now() });
      const userId =
        assignment.judgeId ??
        (assignment.email === null ? undefined : await findUserByVerifiedEmail(tx, assignment.email));
      await writeAudit(tx, clock, {
        act: "judge_withdrawn",
        by: caller,
        contestId,
        userId,
        from: assignment.state,
        to: "withdrawn",
      });
      if (assignment.state === "accepted") {
        await notify(tx, clock, judgeNotifications.withdrawn(contest, assignment.judgeId!));
        await resolveJudgeRequests(tx, clock, contestId, assignment.judgeId!);
      } else if (assignment.email !== null)
        await notifyInvitationEnded(
          tx,
          { id, email: assignment.email, contestName: contest.name },
          "that was withdrawn",
        );
      return contestId;
    });
