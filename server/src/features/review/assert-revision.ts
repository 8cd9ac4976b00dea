import { and, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contestRounds } from "../../database/schema/contests";
import { throwConflict } from "../../platform/errors";
import type { ContestRow } from "../contests/domain/contests-repository";

/** Throws a 409 if the locked contest was changed or decided since revision `read`; without one, checks nothing. */
export async function assertRevision(
  tx: Database,
  contest: Pick<ContestRow, "id" | "revision">,
  read: number | undefined,
): Promise<void> {
  if (read === undefined || read === contest.revision) return;
  const changes = await tx.$count(
    contestRounds,
    and(
      eq(contestRounds.contestId, contest.id),
      gt(contestRounds.revision, read),
      inArray(contestRounds.act, ["submitted", "edited"]),
    ),
  );
  if (changes > 0)
    throwConflict(
      "contest_changed",
      "Its creator changed this contest after you opened it. Please read what changed, then decide.",
    );
  throwConflict(
    "decided_meanwhile",
    "Another admin decided about this contest after you opened it. Please look at it again.",
  );
}
