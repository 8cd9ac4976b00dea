import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contestFollows } from "../../database/schema/taking-part";

/** Who follows which contests. */
export const followsOf = (db: Database) => ({
  /** Counted no further than there may be. */
  count: (userId: string): Promise<number> => db.$count(contestFollows, eq(contestFollows.userId, userId)),

  /** Who follows it already follows it since then. */
  add: (userId: string, contestId: string, followedAt: Date) => db.insert(contestFollows).values({ userId, contestId, followedAt }).onConflictDoNothing(),

  remove: (userId: string, contestId: string) => db.delete(contestFollows).where(and(eq(contestFollows.userId, userId), eq(contestFollows.contestId, contestId))),
});
