import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { badInput, found, refuse } from "../../platform/errors";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayInvite } from "../contests/judges/judge-acts";
import { tellInvited } from "../contests/judges/tell-invited";
import { whoseAddress } from "./whose-address";
import { judgesOf } from "./judges-repository";

/**
 * Invites an address to judge a contest. What it is looked up in is the contest's invitations alone: nothing that the creator is
 * answered depends on whether somebody has an account with it, takes part or is blocked. Whoever may not judge cannot accept.
 */
export const inviteJudge =
  ({ db, clock }: Deps) =>
  (contestId: string, email: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockOwn(contestId, caller.id), "No such contest of yours.");
      await holdCaller(tx, caller);
      if (email === caller.email) badInput({ email: "This is your own address. You judge your contest anyway." });
      const judges = judgesOf(tx);
      const before = await judges.findByAddress(contestId, email);
      if (before?.state === "invited") refuse("already_invited", "You have invited this address already.");
      if (before?.state === "accepted") refuse("already_judges", "Whoever has this address judges the contest already.");
      if (before?.state === "declined") refuse("declined", "This invitation was declined. Whoever declined it can still accept, on their page Judging.");
      const now = clock.now();
      const { seatCount, addressCount } = await judges.count(contestId);
      assertMay(mayInvite(contest, { seatCount, addressCount: before ? addressCount - 1 : addressCount }, now));
      const invitationId = await judges.invite(contestId, email, now);
      await writeAudit(tx, clock, { act: "judge_invited", by: caller, contestId, userId: await whoseAddress(tx, email) });
      await tellInvited(tx, clock, { email, invitationId });
    });
