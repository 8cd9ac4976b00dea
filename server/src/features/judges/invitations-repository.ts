import { and, eq, inArray, or, sql } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestJudges } from "../../database/schema/judging";
import { users } from "../../database/schema/people";
import { DASHBOARD_LIMIT, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import type { Caller } from "../../platform/sessions/session";
import { fullContestColumns } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-filter";
import { visibleToWhere } from "../contests/domain/contest-visibility";
import { ratedCount } from "./domain/judge-columns";
import { isAwaitingAnswer, type JudgeAssignment } from "./domain/judge-assignments-repository";

/** Condition: sent to the caller's address and not accepted, or answered by the caller. */
const isOf = (caller: Caller) =>
  or(
    eq(contestJudges.judgeId, caller.id),
    and(eq(contestJudges.email, caller.email), inArray(contestJudges.state, ["invited", "declined"])),
  );

const ORDER = [
  sql`(case ${contestJudges.state} when 'invited' then 0 when 'accepted' then 1 else 2 end)`,
  sql`-${epochMs(contests.deadline)}`,
  sql`${contestJudges.id}`,
];

export const invitationsRepository = (db: Database, caller: Caller) => {
  const isShown = and(
    isOf(caller),
    or(inArray(contestJudges.state, ["accepted", "declined"]), isAwaitingAnswer),
    visibleToWhere(null),
  );
  const columns = {
    ...fullContestColumns(caller),
    invitationId: contestJudges.id,
    state: contestJudges.state,
    seatCount: sql<number>`(select count(*)::int from contest_judges seat where seat.contest_id = ${contests.id} and seat.state in ('invited', 'accepted'))`,
    ratedCount,
  };
  return {
    async find(id: string): Promise<JudgeAssignment | undefined> {
      const [row] = await db
        .select()
        .from(contestJudges)
        .where(and(eq(contestJudges.id, id), isOf(caller)));
      return row;
    },

    list: (query: PageQuery, now: Date) =>
      readKeysetPage(db, query, now, {
        defaultLimit: DASHBOARD_LIMIT,
        order: ORDER,
        all: sql`select 1 from ${contestJudges} inner join ${contests} on ${contests.id} = ${contestJudges.contestId} where ${isShown}`,
        rows: ({ columns: ofPage, after, orderBy, limit }) =>
          db
            .select({ ...columns, ...ofPage })
            .from(contestJudges)
            .innerJoin(contests, eq(contests.id, contestJudges.contestId))
            .innerJoin(users, isCreator)
            .where(and(isShown, after))
            .orderBy(...orderBy)
            .limit(limit),
      }),

    async findWhole(id: string) {
      const [row] = await db
        .select(columns)
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .innerJoin(users, isCreator)
        .where(and(isShown, eq(contestJudges.id, id)));
      return row;
    },

    isProven: async (): Promise<boolean> =>
      (await db.$count(users, and(eq(users.id, caller.id), sql`${users.emailVerifiedAt} is not null`))) > 0,
  };
};
