import { MOST_FOLLOWED } from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { notFound, refuse } from "../../platform/errors";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { contestsOf } from "../contests/contests-repository";
import { followsOf } from "./follows-repository";

/** Follows a contest that the caller may see, or no longer follows one, which may have gone from their sight. */
export const followContest =
  ({ db, clock }: Deps) =>
  (contestId: string, isFollowing: boolean, caller: Caller): Promise<{ isFollowing: boolean }> =>
    db.transaction(async (tx) => {
      if (!isFollowing) {
        await followsOf(tx).remove(caller.id, contestId);
        return { isFollowing };
      }
      if (!(await contestsOf(tx).keepVisible(contestId, caller))) notFound("No such contest.");
      // Alone: what is counted below.
      await holdCaller(tx, caller, { alone: true });
      await followsOf(tx).add(caller.id, contestId, clock.now());
      if ((await followsOf(tx).count(caller)) > MOST_FOLLOWED) refuse("too_many_followed", `You follow ${MOST_FOLLOWED} contests, which is as many as one can. Please stop following another first.`);
      return { isFollowing };
    });
