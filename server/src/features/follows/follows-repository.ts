import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestFollows } from "../../database/schema/taking-part";
import type { Caller } from "../../platform/sessions/session";
import { visibleToWhere } from "../contests/domain/contest-visibility";

export const followsRepository = (db: Database) => ({
  /** Counts only visible contests, because the user could not unfollow the others. */
  async count(caller: Pick<Caller, "id" | "role">): Promise<number> {
    const seen = db
      .select({ id: contestFollows.contestId })
      .from(contestFollows)
      .innerJoin(contests, eq(contests.id, contestFollows.contestId))
      .where(and(eq(contestFollows.userId, caller.id), visibleToWhere(caller)));
    return db.$count(seen.as("seen"));
  },

  add: (userId: string, contestId: string, followedAt: Date) =>
    db.insert(contestFollows).values({ userId, contestId, followedAt }).onConflictDoNothing(),

  remove: (userId: string, contestId: string) =>
    db.delete(contestFollows).where(and(eq(contestFollows.userId, userId), eq(contestFollows.contestId, contestId))),
});
