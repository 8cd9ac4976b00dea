import { asc, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { publicDisplayNameOf } from "../../../platform/people";
import { isCoJudge } from "../../contests/domain/contest-visibility";

type RatingAuthor = Pick<NonNullable<MyEntry["ratings"]>[number], "by" | "name">;

const isCreator = (judgeId: PgColumn) => sql<boolean>`${judgeId} is not distinct from ${contests.creatorId}`;

export const ratingAuthorJoin = (judgeId: PgColumn) => ({
  isCreators: isCreator(judgeId),
  isCoJudges: isCoJudge(judgeId),
  judgeName: users.name,
  judgeStatus: users.status,
  judgeRemovedAt: users.removedAt,
});

export const creatorFirst = (judgeId: PgColumn): SQL[] => [
  sql`(case when ${isCreator(judgeId)} then 0 else 1 end)`,
  asc(judgeId),
];

export const toRatingAuthor = (row: {
  isCreators: boolean;
  isCoJudges: boolean;
  judgeName: string | null;
  judgeStatus: "verified" | "blocked" | null;
  judgeRemovedAt: Date | null;
}): RatingAuthor =>
  row.isCreators
    ? { by: "creator", name: "" }
    : row.isCoJudges
      ? {
          by: "judge",
          name: publicDisplayNameOf({
            name: row.judgeName ?? "",
            status: row.judgeStatus ?? "verified",
            removedAt: row.judgeRemovedAt,
          }),
        }
      : { by: "admin", name: "" };
