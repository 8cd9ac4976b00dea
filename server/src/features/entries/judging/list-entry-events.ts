import { and, asc, eq, inArray } from "drizzle-orm";
import type { EntryEvent } from "@conquest/shared/contracts/judging/judging";
import type { Database } from "../../../database/database";
import { auditEntries } from "../../../database/schema/audit";

const KINDS = { entry_withdrawn: "withdrawn", entry_late: "late" } as const;
type EventAct = keyof typeof KINDS;

const MAX_EVENTS = 100;

/** Lists withdrawn and late entries, oldest first. Omits names, since entries may be judged anonymously. */
export async function listEntryEvents(db: Database, contestId: string): Promise<EntryEvent[]> {
  const rows = await db
    .select({ act: auditEntries.act, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.contestId, contestId), inArray(auditEntries.act, Object.keys(KINDS) as EventAct[])))
    .orderBy(asc(auditEntries.at), asc(auditEntries.number))
    .limit(MAX_EVENTS);
  return rows.map(({ act, at }) => ({ kind: KINDS[act as EventAct], at: at.toISOString() }));
}
