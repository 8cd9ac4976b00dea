import { asc, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { publicNameOf } from "../../../platform/people";
import { isCoJudge } from "../../contests/contest-visibility";

type Whose = Pick<NonNullable<MyEntry["ratings"]>[number], "by" | "name">;

const isCreator = (judgeId: PgColumn) => sql<boolean>`${judgeId} is not distinct from ${contests.creatorId}`;

/** Who said something of an entry, as columns beside its contest and the judge's `users`. */
export const ratingAuthorJoin = (judgeId: PgColumn) => ({
  isCreators: isCreator(judgeId),
  isCoJudges: isCoJudge(judgeId),
  judgeName: users.name,
  judgeStatus: users.status,
  judgeRemovedAt: users.removedAt,
});

/** The contest's creator first, then others in an order that stays. */
export const creatorFirst = (judgeId: PgColumn): SQL[] => [
  sql`(case when ${isCreator(judgeId)} then 0 else 1 end)`,
  asc(judgeId),
];

/** Co-judges are named, as the site names people to others; the creator and admins by what they are. */
export const toWhose = (row: {
  isCreators: boolean;
  isCoJudges: boolean;
  judgeName: string | null;
  judgeStatus: "verified" | "blocked" | null;
  judgeRemovedAt: Date | null;
}): Whose =>
  row.isCreators
    ? { by: "creator", name: "" }
    : row.isCoJudges
      ? {
          by: "judge",
          name: publicNameOf({
            name: row.judgeName ?? "",
            status: row.judgeStatus ?? "verified",
            removedAt: row.judgeRemovedAt,
          }),
        }
      : { by: "admin", name: "" };
