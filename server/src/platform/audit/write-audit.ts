import { SYSTEM, type AuditAct } from "@conquest/shared/contracts/audit";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import type { Clock } from "../clock";
import type { Caller } from "../session";

export interface AuditDraft {
  act: AuditAct;
  /** Null: the site itself. */
  by: Pick<Caller, "id" | "role"> | null;
  /** Upon whom, upon which contest, or upon which contact message: one of them at least. */
  userId?: string;
  contestId?: string;
  messageId?: string;
  from?: string;
  to?: string;
  reason?: string;
}

/** Writes down who did it, in the transaction of the act. */
export async function writeAudit(
  tx: Database,
  clock: Clock,
  { act, by, userId, contestId, messageId, from, to, reason }: AuditDraft,
): Promise<void> {
  const { id: actorId, role: actorRole } = by ?? { id: SYSTEM, role: SYSTEM };
  await tx
    .insert(auditEntries)
    .values({
      act,
      actorId,
      actorRole,
      userId,
      contestId,
      messageId,
      fromValue: from,
      toValue: to,
      reason,
      at: clock.now(),
    });
}
