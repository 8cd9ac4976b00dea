import { sql } from "drizzle-orm";
import { MAX_FEATURED } from "@conquest/shared/contracts/review";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canFeature } from "./domain/review-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { countFeatured } from "../contest-lists/domain/featured-contests";

/** Serializes featuring across servers, so that the limit holds. Acquire it after the lock on the contest's row. */
const FEATURED_LOCK = 76_402;

export const featureContest =
  ({ db, clock }: Deps) =>
  (id: string, isFeatured: boolean, caller: Caller): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockManaged(id, caller), "No such contest.");
      await lockCaller(tx, caller);
      await tx.execute(sql`select pg_advisory_xact_lock(${FEATURED_LOCK})`);
      const now = clock.now();
      if (isFeatured) {
        assertAllowed(canFeature(contest, await contestsRepository(tx).isVisibleTo(id, null), now));
        if (contest.featuredAt) return { modifiedCount: 0 };
        if ((await countFeatured(tx, now)) >= MAX_FEATURED)
          throwConflict(
            "too_many_featured",
            `${MAX_FEATURED} contests are featured already. Take one of them back first.`,
          );
      } else if (!contest.featuredAt) return { modifiedCount: 0 };
      await contestsRepository(tx).change(id, { featuredAt: isFeatured ? now : null });
      await writeAudit(tx, clock, {
        act: isFeatured ? "contest_featured" : "contest_unfeatured",
        by: caller,
        contestId: id,
      });
      return { modifiedCount: 1 };
    });
