import { and, asc, eq, ne, sql, isNotNull } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestJudges } from "../../database/schema/judging";
import { users } from "../../database/schema/people";
import type { InvitationCounts } from "./judge-policy";
import { ratedCount } from "./domain/judge-columns";
import type { JudgeAssignment } from "./domain/judge-assignments-repository";
import { isPresent } from "../../platform/people";

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
        ratedCount,
      })
      .from(contestJudges)
      .innerJoin(contests, eq(contests.id, contestJudges.contestId))
      .leftJoin(users, eq(users.id, contestJudges.judgeId))
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
