import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { throwValidationError, orNotFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canInvite } from "./judge-policy";
import { notifyInvited } from "./domain/judge-notifications";
import { findUserByVerifiedEmail, judgesRepository } from "./judges-repository";

/** The response never depends on whether an account exists, participates or is blocked; acceptance checks that. */
export const inviteJudge =
  ({ db, clock }: Deps) =>
  (contestId: string, email: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(
        await contestsRepository(tx).lockOwn(contestId, caller.id),
        "No such contest of yours.",
      );
      await lockCaller(tx, caller);
      if (email === caller.email)
        throwValidationError({ email: "This is your own address. You judge your contest anyway." });
      const judges = judgesRepository(tx);
      const existing = await judges.findByAddress(contestId, email);
      if (existing?.state === "invited") throwConflict("already_invited", "You have invited this address already.");
      if (existing?.state === "accepted")
        throwConflict("already_judges", "Whoever has this address judges the contest already.");
      if (existing?.state === "declined")
        throwConflict(
          "declined",
          "This invitation was declined. Whoever declined it can still accept, on their page Judging.",
        );
      const now = clock.now();
      const { seatCount, addressCount } = await judges.count(contestId);
      assertAllowed(canInvite(contest, { seatCount, addressCount: existing ? addressCount - 1 : addressCount }, now));
      const invitationId = await judges.invite(contestId, email, now);
      await writeAudit(tx, clock, {
        act: "judge_invited",
        by: caller,
        contestId,
        userId: await findUserByVerifiedEmail(tx, email),
      });
      await notifyInvited(tx, clock, { email, invitationId });
    });
