import { and, desc, eq, sql } from "drizzle-orm";
import type { DraftForm } from "@conquest/shared/contracts/drafts";
import type { Database } from "../../../database/database";
import { contestDrafts } from "../../../database/schema/files";
import { releasePictures } from "../../../platform/files/uploaded-pictures";

export type DraftRow = typeof contestDrafts.$inferSelect;

export const draftsRepository = (db: Database, creatorId: string) => {
  const isOwn = eq(contestDrafts.creatorId, creatorId);
  const isThis = (id: string) => and(eq(contestDrafts.id, id), isOwn);
  const lock = async (id: string): Promise<DraftRow | undefined> => {
    const [row] = await db.select().from(contestDrafts).where(isThis(id)).for("update");
    return row;
  };
  const remove = async (id: string): Promise<boolean> => {
    // Locked because a concurrent request may be replacing its picture.
    if (!(await lock(id))) return false;
    await releasePictures(db, { draftId: id });
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

    lock,

    /** Returns undefined if a draft with this id exists. */
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

    /** Removes the draft and its picture; returns false if it does not exist. Requires a transaction. */
    remove,

    async removeAll(): Promise<void> {
      const all = await db.select({ id: contestDrafts.id }).from(contestDrafts).where(isOwn).orderBy(contestDrafts.id);
      for (const { id } of all) await remove(id);
    },
  };
};
