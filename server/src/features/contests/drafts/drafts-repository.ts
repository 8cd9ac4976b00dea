import { and, desc, eq, sql } from "drizzle-orm";
import type { DraftForm } from "@conquest/shared/contracts/drafts";
import type { Database } from "../../../database/database";
import { contestDrafts } from "../../../database/schema/files";
import { letGoOfPictures } from "../../../platform/files/uploaded-pictures";

export type DraftRow = typeof contestDrafts.$inferSelect;

/** The drafts of one person. Nothing here reads or changes anybody else's. */
export const draftsRepository = (db: Database, creatorId: string) => {
  const isOwn = eq(contestDrafts.creatorId, creatorId);
  const isThis = (id: string) => and(eq(contestDrafts.id, id), isOwn);
  const lock = async (id: string): Promise<DraftRow | undefined> => {
    const [row] = await db.select().from(contestDrafts).where(isThis(id)).for("update");
    return row;
  };
  const remove = async (id: string): Promise<boolean> => {
    // Somebody may be giving it another picture.
    if (!(await lock(id))) return false;
    await letGoOfPictures(db, { draftId: id });
    await db.delete(contestDrafts).where(isThis(id));
    return true;
  };

  return {
    count: (): Promise<number> => db.$count(contestDrafts, isOwn),

    list: () =>
      db
        .select({
          id: contestDrafts.id,
          name: sql<string>`coalesce(${contestDrafts.form} ->> 'name', '')`,
          image: sql<string>`coalesce(${contestDrafts.form} ->> 'image', '')`,
          savedAt: contestDrafts.savedAt,
        })
        .from(contestDrafts)
        .where(isOwn)
        .orderBy(desc(contestDrafts.savedAt), contestDrafts.id),

    async find(id: string): Promise<DraftRow | undefined> {
      const [row] = await db.select().from(contestDrafts).where(isThis(id));
      return row;
    },

    /** Held until the transaction ends. */
    lock,

    /** Undefined where there is one of this id. */
    async insert({ form, id }: { form: DraftForm; id?: string | undefined }, now: Date): Promise<DraftRow | undefined> {
      const [row] = await db
        .insert(contestDrafts)
        .values({ ...(id !== undefined && { id }), creatorId, form, createdAt: now, savedAt: now })
        .onConflictDoNothing()
        .returning();
      return row;
    },

    async change(id: string, form: DraftForm, now: Date): Promise<DraftRow> {
      const [row] = await db
        .update(contestDrafts)
        .set({ form, savedAt: now, revision: sql`${contestDrafts.revision} + 1` })
        .where(isThis(id))
        .returning();
      return row!;
    },

    /** With its picture, in a transaction; false where there is none. */
    remove,

    async removeAll(): Promise<void> {
      const all = await db.select({ id: contestDrafts.id }).from(contestDrafts).where(isOwn).orderBy(contestDrafts.id);
      for (const { id } of all) await remove(id);
    },
  };
};
