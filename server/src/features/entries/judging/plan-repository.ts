import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, entryJudges, entryRecusals } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import { epochMs } from "../../../database/sort-keys";
import { DASHBOARD_LIMIT, readKeysetPage, type PageQuery } from "../../../platform/lists/keyset-page";
import { teamName } from "../../teams/domain/team-columns";

const isSeated = (contestId: string) =>
  and(eq(contestJudges.contestId, contestId), eq(contestJudges.state, "accepted"));
const person = { name: users.name, status: users.status, removedAt: users.removedAt };

type JudgeProgress = {
  id: string;
  judgeId: string;
  name: string;
  status: "verified" | "blocked";
  removedAt: string | null;
  ratedCount: number;
  recusedCount: number;
  assignedCount: number;
};

/** Recusals of present judges: one who left may come back, and still knows the author. */
const isOfSeat = and(eq(contestJudges.judgeId, entryRecusals.judgeId), eq(contestJudges.state, "accepted"));

export const planRepository = (db: Database, contestId: string) => ({
  /** Counts by judge at once: counting for each of thirty judges takes a second with 10,000 entries. */
  async judges() {
    const countOf = (table: string, where = sql`true`) => sql`(
      select given.judge_id, count(*)::int as count from ${entries} entry join ${sql.identifier(table)} given on given.entry_id = entry.id
      where entry.contest_id = ${contestId} and ${where} group by given.judge_id)`;
    const { rows } = await db.execute<JudgeProgress>(sql`
      select seat.id, seat.judge_id as "judgeId", person.name, person.status, person.removed_at::text as "removedAt",
        coalesce(rated.count, 0) as "ratedCount", coalesce(recused.count, 0) as "recusedCount",
        (case when contest.judges_per_entry is null then contest.entry_count - coalesce(recused.count, 0) else coalesce(asked.count, 0) end)::int as "assignedCount"
      from ${contestJudges} seat join ${contests} contest on contest.id = seat.contest_id join ${users} person on person.id = seat.judge_id
      left join ${countOf("entry_ratings", sql`given.rating is not null`)} rated on rated.judge_id = seat.judge_id
      left join ${countOf("entry_recusals")} recused on recused.judge_id = seat.judge_id
      left join ${countOf("entry_judges")} asked on asked.judge_id = seat.judge_id
      where seat.contest_id = ${contestId} and seat.state = 'accepted' order by seat.invited_at, seat.id`);
    return rows.map(({ removedAt, ...row }) => ({
      ...row,
      removedAt: removedAt === null ? null : new Date(removedAt),
    }));
  },

  /** Counts entries with fewer judges than planned. */
  async countShort(judgesPerEntry: number): Promise<number> {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select entry.id from ${entries} entry left join ${entryJudges} given on given.entry_id = entry.id
        where entry.contest_id = ${contestId} group by entry.id having count(given.judge_id) < ${judgesPerEntry}) short`);
    return rows[0]!.count;
  },

  async countRecusals(): Promise<number> {
    const [row] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(entries)
      .innerJoin(entryRecusals, eq(entryRecusals.entryId, entries.id))
      .innerJoin(contestJudges, and(eq(contestJudges.contestId, entries.contestId), isOfSeat))
      .where(eq(entries.contestId, contestId));
    return row!.count;
  },

  recusals(query: PageQuery, now: Date) {
    const isHere = eq(entries.contestId, contestId);
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: [sql`-${epochMs(entryRecusals.recusedAt)}`, sql`${entryRecusals.entryId}`, sql`${entryRecusals.judgeId}`],
      all: sql`select 1 from ${entries} inner join ${entryRecusals} on ${entryRecusals.entryId} = ${entries.id}
        inner join ${contestJudges} on ${and(eq(contestJudges.contestId, entries.contestId), isOfSeat)} where ${isHere}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({
            entryId: entries.id,
            number: entries.number,
            authorId: entries.userId,
            team: teamName,
            judgeId: contestJudges.id,
            ...person,
            reason: entryRecusals.reason,
            at: entryRecusals.recusedAt,
            ...columns,
          })
          .from(entries)
          .innerJoin(entryRecusals, eq(entryRecusals.entryId, entries.id))
          .innerJoin(contestJudges, and(eq(contestJudges.contestId, entries.contestId), isOfSeat))
          .innerJoin(users, eq(users.id, entryRecusals.judgeId))
          .where(and(isHere, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },

  async judgesOf(entryId: string) {
    return db
      .select({
        id: contestJudges.id,
        judgeId: sql<string>`${contestJudges.judgeId}`,
        ...person,
        isAssigned: sql<boolean>`${entryJudges.entryId} is not null`,
        reason: entryRecusals.reason,
        hasRated: sql<boolean>`(exists (select from entry_ratings given where given.entry_id = ${entryId} and given.judge_id = ${contestJudges.judgeId})
          or exists (select from criterion_ratings given where given.entry_id = ${entryId} and given.judge_id = ${contestJudges.judgeId}))`,
      })
      .from(contestJudges)
      .innerJoin(users, eq(users.id, contestJudges.judgeId))
      .leftJoin(entryJudges, and(eq(entryJudges.entryId, entryId), eq(entryJudges.judgeId, contestJudges.judgeId)))
      .leftJoin(
        entryRecusals,
        and(eq(entryRecusals.entryId, entryId), eq(entryRecusals.judgeId, contestJudges.judgeId)),
      )
      .where(isSeated(contestId))
      .orderBy(asc(contestJudges.invitedAt), asc(contestJudges.id));
  },

  async assign(entryId: string, judgeId: string): Promise<void> {
    await db
      .insert(entryJudges)
      .values({ entryId, judgeId, isByHand: true })
      .onConflictDoUpdate({ target: [entryJudges.entryId, entryJudges.judgeId], set: { isByHand: true } });
  },

  unassign: (entryId: string, judgeId: string) =>
    db.delete(entryJudges).where(and(eq(entryJudges.entryId, entryId), eq(entryJudges.judgeId, judgeId))),

  recuse: (entryId: string, judgeId: string, reason: string, recusedAt: Date) =>
    db.insert(entryRecusals).values({ entryId, judgeId, reason, recusedAt }),

  isRecused: async (entryId: string, judgeId: string): Promise<boolean> =>
    (await db.$count(entryRecusals, and(eq(entryRecusals.entryId, entryId), eq(entryRecusals.judgeId, judgeId)))) > 0,

  async endRecusal(entryId: string, judgeId: string): Promise<boolean> {
    const ended = await db
      .delete(entryRecusals)
      .where(and(eq(entryRecusals.entryId, entryId), eq(entryRecusals.judgeId, judgeId)))
      .returning({ entryId: entryRecusals.entryId });
    return ended.length > 0;
  },
});

/** Counts the judges who are asked to rate each entry, and those who recused themselves. */
export async function countJudges(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, { assigned: number; recused: number }>> {
  const { rows } = await db.execute<{ entryId: string; assigned: number; recused: number }>(sql`
    select entry.id as "entryId", (select count(*)::int from ${entryJudges} given where given.entry_id = entry.id) as assigned,
      (select count(*)::int from ${entryRecusals} recusal where recusal.entry_id = entry.id) as recused
    from ${entries} entry where entry.id = any(${sql.param([...entryIds])}::text[])`);
  return new Map(rows.map(({ entryId, ...counts }) => [entryId, counts]));
}
