import type { Deps } from "../../../platform/deps";
import { orNotFound, notFound } from "../../../platform/errors";
import { lockCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/sessions/session";
import { canShortlistEntries } from "../../judges/domain/judging-policy";
import { assertAllowed } from "../../../platform/policy";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { withArrivals } from "../domain/arriving-entries";
import { requireJudge } from "../../judges/domain/judge-access";
import { entriesRepository } from "../entries-repository";

export const shortlistEntry =
  ({ db, clock }: Deps) =>
  (
    contestId: string,
    { entryId, isShortlisted }: { entryId: string; isShortlisted: boolean },
    caller: Caller,
  ): Promise<{ isShortlisted: boolean }> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(
        await contestsRepository(tx).lockManaged(contestId, caller),
        "No such contest of yours.",
      );
      await lockCaller(tx, caller);
      const now = clock.now();
      assertAllowed(
        canShortlistEntries(await withArrivals(tx, contest, now), await requireJudge(tx, contest, caller), now),
      );
      if (!(await entriesRepository(tx).isOf(contestId, entryId))) notFound("No such entry in this contest.");
      await entriesRepository(tx).change(entryId, { isShortlisted });
      return { isShortlisted };
    });
