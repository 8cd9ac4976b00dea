import { and, eq } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { entries } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { writeAudit } from "../../../platform/write-audit";
import type { Clock } from "../../../platform/clock";
import { filesRepository } from "../../../platform/files/files-repository";
import type { Caller } from "../../../platform/sessions/session";
import { contestsRepository } from "../../contests/domain/contests-repository";

/** Deletes the caller's entry and its files, and records the withdrawal without the content. The contest must be open and locked. */
export async function withdrawEntry(tx: Database, clock: Clock, contestId: string, by: Caller, reason?: string) {
  const { id: userId } = by;
  const [entry] = await tx
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
  if (!entry) return;
  const entryFiles = await tx.select({ id: files.id }).from(files).where(eq(files.entryId, entry.id));
  await filesRepository(tx).release(entryFiles.map(({ id }) => id));
  await tx.delete(entries).where(eq(entries.id, entry.id));
  await contestsRepository(tx).countEntries(contestId, -1);
  await writeAudit(tx, clock, { act: "entry_withdrawn", by, contestId, userId, ...(reason && { reason }) });
}
