import { MAX_FOLLOWED } from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { followsRepository } from "./follows-repository";

/** Follows or unfollows a contest. Unfollowing also works if the contest is no longer visible. */
export const followContest =
  ({ db, clock }: Deps) =>
  (contestId: string, isFollowing: boolean, caller: Caller): Promise<{ isFollowing: boolean }> =>
    db.transaction(async (tx) => {
      if (!isFollowing) {
        await followsRepository(tx).remove(caller.id, contestId);
        return { isFollowing };
      }
      if (!(await contestsRepository(tx).lockVisibleForKeyShare(contestId, caller))) notFound("No such contest.");
      // Locks exclusively, so that the count below is correct.
      await lockCaller(tx, caller, { alone: true });
      await followsRepository(tx).add(caller.id, contestId, clock.now());
      if ((await followsRepository(tx).count(caller)) > MAX_FOLLOWED)
        throwConflict(
          "too_many_followed",
          `You follow ${MAX_FOLLOWED} contests, which is as many as one can. Please stop following another first.`,
        );
      return { isFollowing };
    });
