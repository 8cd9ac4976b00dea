import { SYSTEM, type AuditAction } from "@conquest/shared/contracts/audit";
import type { Database } from "../database/database";
import { auditEntries } from "../database/schema/audit";
import type { Clock } from "./clock";
import type { Caller } from "./sessions/session";

export interface AuditDraft {
  act: AuditAction;
  /** Null if the site itself acts. */
  by: Pick<Caller, "id" | "role"> | null;
  /** At least one of these is given: the target user, contest or contact message. */
  userId?: string;
  contestId?: string;
  messageId?: string;
  from?: string;
  to?: string;
  reason?: string;
}

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
