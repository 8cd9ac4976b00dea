import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { EntryEvent } from "@conquest/shared/contracts/judging/judging";
import type { Database } from "../../../database/database";
import { auditEntries } from "../../../database/schema/audit";

const KINDS = { entry_withdrawn: "withdrawn", entry_late: "late" } as const;
type EventAct = keyof typeof KINDS;
const ACTS = Object.keys(KINDS) as EventAct[];

const MAX_EVENTS = 100;

/** Lists the newest withdrawn and late entries, oldest first. Omits names, since entries may be judged anonymously. */
export async function listEntryEvents(db: Database, contestId: string): Promise<EntryEvent[]> {
  const newest = await Promise.all(
    ACTS.map((act) =>
      db
        .select({ act: auditEntries.act, at: auditEntries.at })
        .from(auditEntries)
        .where(and(eq(auditEntries.contestId, contestId), eq(auditEntries.act, act)))
        .orderBy(desc(auditEntries.at), desc(auditEntries.number))
        .limit(MAX_EVENTS),
    ),
  );
  return newest
    .flat()
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ act, at }) => ({ kind: KINDS[act as EventAct], at: at.toISOString() }));
}

/** Counts all events per kind, including those that the list omits. Kinds without events are absent. */
export async function countEntryEvents(db: Database, contestId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ act: auditEntries.act, total: count() })
    .from(auditEntries)
    .where(and(eq(auditEntries.contestId, contestId), inArray(auditEntries.act, ACTS)))
    .groupBy(auditEntries.act);
  return Object.fromEntries(rows.map(({ act, total }) => [KINDS[act as EventAct], total]));
}
