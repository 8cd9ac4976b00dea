import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayWithdraw } from "../contests/judges/judge-acts";
import { seatsOf } from "../contests/judges/seats-repository";
import { JUDGING_PAGE, sayEnded } from "../contests/judges/tell-invited";
import { unaskJudge } from "../contests/judges/tell-judges";
import { whoseAddress } from "./whose-address";
import { judgesOf } from "./judges-repository";

const NO_SUCH = "No such invitation of yours.";

/** Takes an invitation back, and from who accepted it what they said of entries too; answers the id of its contest. */
export const withdrawJudge =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<string> =>
    db.transaction(async (tx) => {
      const { contestId } = found(await judgesOf(tx).find(id), NO_SUCH);
      const contest = found(await contestsOf(tx).lockOwn(contestId, caller.id), NO_SUCH);
      await holdCaller(tx, caller);
      // Read again: it may have been answered before the contest was held.
      const seat = found(await judgesOf(tx).find(id), NO_SUCH);
      assertMay(mayWithdraw(contest, seat));
      await seatsOf(tx).end(seat, { state: "withdrawn", changedAt: clock.now() });
      const userId = seat.judgeId ?? (seat.email === null ? undefined : await whoseAddress(tx, seat.email));
      await writeAudit(tx, clock, { act: "judge_withdrawn", by: caller, contestId, userId, from: seat.state, to: "withdrawn" });
      if (seat.state === "accepted") {
        const text = `You no longer judge “${contest.name}”: its creator withdrew the invitation. What you said of its entries was taken back.`;
        await notify(tx, clock, [{ userId: seat.judgeId!, kind: "judge_ended", text, href: `${JUDGING_PAGE}/${contestId}` }]);
        await unaskJudge(tx, clock, contestId, seat.judgeId!);
      } else if (seat.email !== null) await sayEnded(tx, { id, email: seat.email, contestName: contest.name }, "that was withdrawn");
      return contestId;
    });
