import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { isPublished, judgedBy, managedBy, visibleToWhere, type Viewer } from "./contest-visibility";

export type ContestRow = typeof contests.$inferSelect;
type Caller = NonNullable<Viewer>;

export const contestsRepository = (db: Database) => {
  const lock = async (id: string, where: SQL | undefined): Promise<ContestRow | undefined> => {
    const [row] = await db
      .select()
      .from(contests)
      .where(and(eq(contests.id, id), where))
      .for("update");
    return row;
  };
  const exists = async (id: string, where: SQL | undefined): Promise<boolean> => {
    const rows = await db
      .select({ id: contests.id })
      .from(contests)
      .where(and(eq(contests.id, id), where));
    return rows.length > 0;
  };

  const find = async (id: string, where: SQL | undefined): Promise<ContestRow | undefined> => {
    const [row] = await db
      .select()
      .from(contests)
      .where(and(eq(contests.id, id), where));
    return row;
  };

  return {
    findOwn: (id: string, ownerId: string) => find(id, eq(contests.creatorId, ownerId)),
    findManaged: (id: string, caller: Caller) => find(id, managedBy(caller)),
    findJudged: (id: string, caller: Caller) => find(id, judgedBy(caller)),
    async findVisible(id: string, viewer: Viewer): Promise<Pick<ContestRow, "creatorId"> | undefined> {
      const [row] = await db
        .select({ creatorId: contests.creatorId })
        .from(contests)
        .where(and(eq(contests.id, id), visibleToWhere(viewer)));
      return row;
    },
    /** Checks visibility and locks FOR KEY SHARE until the transaction ends. Lock contests before users. */
    async lockVisibleForKeyShare(id: string, viewer: Viewer): Promise<boolean> {
      const rows = await db
        .select({ id: contests.id })
        .from(contests)
        .where(and(eq(contests.id, id), visibleToWhere(viewer)))
        .for("key share");
      return rows.length > 0;
    },
    findAny: (id: string) => find(id, undefined),
    isVisibleTo: (id: string, viewer: Viewer) => exists(id, visibleToWhere(viewer)),
    isPublished: (id: string) => exists(id, isPublished),

    lockAny: (id: string) => lock(id, undefined),
    /** Serialises joins, entries, edits, cancelling and results of a contest until the transaction ends. */
    async lockVisible(id: string, viewer: Viewer): Promise<ContestRow | undefined> {
      const row = await lock(id, visibleToWhere(viewer));
      // Access may have ended while waiting for the lock, which only re-reads the contest's own row.
      return row?.visibility === "private" && !(await exists(id, visibleToWhere(viewer))) ? undefined : row;
    },
    lockOwn: (id: string, ownerId: string) => lock(id, eq(contests.creatorId, ownerId)),
    lockManaged: (id: string, caller: Caller) => lock(id, managedBy(caller)),
    /** The caller may have stopped judging while waiting for the lock: check with `requireJudge`. */
    lockJudged: (id: string, caller: Caller) => lock(id, judgedBy(caller)),

    async insert(contest: typeof contests.$inferInsert): Promise<string> {
      const [row] = await db.insert(contests).values(contest).returning({ id: contests.id });
      return row!.id;
    },

    change: (id: string, change: Partial<typeof contests.$inferInsert>) =>
      db.update(contests).set(change).where(eq(contests.id, id)),

    /** Adds to (or subtracts from) the participant count and paid total; returns the new participant count. */
    async countParticipants(id: string, { people, taka }: { people: number; taka: number }): Promise<number> {
      const [row] = await db
        .update(contests)
        .set({
          participantCount: sql`${contests.participantCount} + ${people}`,
          paidTotal: sql`${contests.paidTotal} + ${taka}`,
        })
        .where(eq(contests.id, id))
        .returning({ participantCount: contests.participantCount });
      return row!.participantCount;
    },

    countEntries: (id: string, delta: number) =>
      db
        .update(contests)
        .set({ entryCount: sql`${contests.entryCount} + ${delta}` })
        .where(eq(contests.id, id)),

    /** Deletes its comments too. The database rejects deleting a contest that was ever paid for. */
    remove: (id: string) => db.delete(contests).where(eq(contests.id, id)),
  };
};
