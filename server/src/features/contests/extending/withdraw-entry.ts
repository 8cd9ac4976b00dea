import { and, eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { entries } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { filesOf } from "../../../platform/files/files-repository";
import { contestsOf } from "../contests-repository";

/** Takes back what somebody handed in to a contest that is held and open, with its files: nothing is left of it. */
export async function withdrawEntry(tx: Database, contestId: string, userId: string): Promise<void> {
  const [entry] = await tx
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
  if (!entry) return;
  const handedIn = await tx.select({ id: files.id }).from(files).where(eq(files.entryId, entry.id));
  await filesOf(tx).letGo(handedIn.map(({ id }) => id));
  await tx.delete(entries).where(eq(entries.id, entry.id));
  await contestsOf(tx).countEntries(contestId, -1);
}
