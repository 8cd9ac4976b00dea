import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { judgedBy, managedBy, visibleToWhere, type Viewer } from "./contest-visibility";

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
    /** A contest that the viewer may see. */
    async findVisible(id: string, viewer: Viewer): Promise<Pick<ContestRow, "creatorId"> | undefined> {
      const [row] = await db
        .select({ creatorId: contests.creatorId })
        .from(contests)
        .where(and(eq(contests.id, id), visibleToWhere(viewer)));
      return row;
    },
    /** Whether the viewer may see it; it stays until the transaction ends. Held before people, and no harder than by a row that refers to it. */
    async keepVisible(id: string, viewer: Viewer): Promise<boolean> {
      const rows = await db
        .select({ id: contests.id })
        .from(contests)
        .where(and(eq(contests.id, id), visibleToWhere(viewer)))
        .for("key share");
      return rows.length > 0;
    },
    isVisibleTo: (id: string, viewer: Viewer) => exists(id, visibleToWhere(viewer)),

    /** As `lockVisible`, whoever may see it. */
    lockAny: (id: string) => lock(id, undefined),
    /**
     * A contest that the caller may see, held until the transaction ends: joins, entries, edits, cancelling and results of
     * one contest happen one after another.
     */
    lockVisible: (id: string, viewer: Viewer) => lock(id, visibleToWhere(viewer)),
    /** As `lockVisible`, for its owner alone. */
    lockOwn: (id: string, ownerId: string) => lock(id, eq(contests.creatorId, ownerId)),
    /** As `lockVisible`, for its owner and for admins. */
    lockManaged: (id: string, caller: Caller) => lock(id, managedBy(caller)),
    /** As `lockVisible`, for who judges it. Who waited may not be among them any more: see `judgeOf`. */
    lockJudged: (id: string, caller: Caller) => lock(id, judgedBy(caller)),

    async insert(contest: typeof contests.$inferInsert): Promise<string> {
      const [row] = await db.insert(contests).values(contest).returning({ id: contests.id });
      return row!.id;
    },

    change: (id: string, change: Partial<typeof contests.$inferInsert>) =>
      db.update(contests).set(change).where(eq(contests.id, id)),

    /** So many more people participate, or fewer, and together paid so much more; answers how many participate then. */
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

    /** So many more entries, or fewer. */
    countEntries: (id: string, more: number) =>
      db
        .update(contests)
        .set({ entryCount: sql`${contests.entryCount} + ${more}` })
        .where(eq(contests.id, id)),

    /** Comments go with it; a contest that anyone ever paid for is refused by the database. */
    remove: (id: string) => db.delete(contests).where(eq(contests.id, id)),
  };
};
