import { and, asc, eq, ne, sql, isNotNull, inArray, or } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests, entries } from "../../database/schema/contests";
import { contestJudges, entryRatings } from "../../database/schema/judging";
import { users } from "../../database/schema/people";
import type { InvitationCounts } from "./judge-policy";
import { ratedCount, type JudgeAssignment, isAwaitingAnswer } from "./domain/judge-assignments-repository";
import { assignedCount } from "./domain/entry-assignments";
import { isPresent } from "../../platform/people";
import { epochMs } from "../../database/sort-keys";
import { DASHBOARD_LIMIT, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import type { Caller } from "../../platform/sessions/session";
import { fullContestColumns } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-list";
import { isPublished } from "../contests/domain/contest-visibility";

/** Counted at once: counting for each of thirty judges takes a second with 10,000 entries. */
const ratingsByJudge = (contestId: string) => sql`(
  select given.judge_id, count(*) as count from ${entries} entry join ${entryRatings} given on given.entry_id = entry.id
  where entry.contest_id = ${contestId} and given.rating is not null group by given.judge_id)`;

export const judgesRepository = (db: Database) => ({
  async find(id: string): Promise<JudgeAssignment | undefined> {
    const [row] = await db.select().from(contestJudges).where(eq(contestJudges.id, id));
    return row;
  },

  async findByAddress(contestId: string, email: string): Promise<JudgeAssignment | undefined> {
    const [row] = await db
      .select()
      .from(contestJudges)
      .where(and(eq(contestJudges.contestId, contestId), eq(contestJudges.email, email)));
    return row;
  },

  async count(contestId: string): Promise<InvitationCounts> {
    const [row] = await db
      .select({
        seatCount: sql<number>`(count(*) filter (where ${contestJudges.state} in ('invited', 'accepted')))::int`,
        addressCount: sql<number>`count(*)::int`,
      })
      .from(contestJudges)
      .where(eq(contestJudges.contestId, contestId));
    return row!;
  },

  /** Inserts an invitation, or renews an ended one; returns its id. */
  async invite(contestId: string, email: string, at: Date): Promise<string> {
    const invitation = { state: "invited" as const, judgeId: null, invitedAt: at, changedAt: at };
    const [row] = await db
      .insert(contestJudges)
      .values({ contestId, email, ...invitation })
      .onConflictDoUpdate({ target: [contestJudges.contestId, contestJudges.email], set: invitation })
      .returning({ id: contestJudges.id });
    return row!.id;
  },

  change: (id: string, change: Partial<Pick<JudgeAssignment, "state" | "judgeId" | "changedAt">>) =>
    db.update(contestJudges).set(change).where(eq(contestJudges.id, id)),

  list: (contestId: string) =>
    db
      .select({
        id: contestJudges.id,
        email: contestJudges.email,
        state: contestJudges.state,
        changedAt: contestJudges.changedAt,
        name: users.name,
        status: users.status,
        removedAt: users.removedAt,
        ratedCount: sql<number>`coalesce(rated.count, 0)::int`,
      })
      .from(contestJudges)
      .innerJoin(contests, eq(contests.id, contestJudges.contestId))
      .leftJoin(users, eq(users.id, contestJudges.judgeId))
      .leftJoin(sql`${ratingsByJudge(contestId)} rated`, sql`rated.judge_id = ${contestJudges.judgeId}`)
      .where(and(eq(contestJudges.contestId, contestId), ne(contestJudges.state, "withdrawn")))
      .orderBy(asc(contestJudges.invitedAt), asc(contestJudges.id)),
});

/** Anyone can claim an unverified address. Used only for the audit log: responses must not depend on it. */
export async function findUserByVerifiedEmail(tx: Database, email: string): Promise<string | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isPresent, isNotNull(users.emailVerifiedAt)));
  return user?.id;
}

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
    isPublished,
  );
  const columns = {
    ...fullContestColumns(caller),
    invitationId: contestJudges.id,
    state: contestJudges.state,
    seatCount: sql<number>`(select count(*)::int from contest_judges seat where seat.contest_id = ${contests.id} and seat.state in ('invited', 'accepted'))`,
    ratedCount,
    assignedCount,
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
