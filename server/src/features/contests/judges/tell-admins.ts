import type { Database } from "../../../database/database";
import type { NoticeDraft } from "../../../platform/notify";
import { listAdminIds } from "../../../platform/people";
import type { ContestRow } from "../contests-repository";
import { participationsOf } from "../participations-repository";

/** What the admins are told who may choose a contest's winner: not whose it is, and nobody who takes part in it. */
export async function toChoosingAdmins(tx: Database, { id, creatorId }: Pick<ContestRow, "id" | "creatorId">, text: string): Promise<NoticeDraft[]> {
  const adminIds = await listAdminIds(tx);
  const rivals = await participationsOf(tx).whoHasPaid(id, adminIds);
  return adminIds.filter((userId) => userId !== creatorId && !rivals.has(userId)).map((userId) => ({ userId, kind: "winner_due", text, href: `/dashboard/contest_submitted/${id}`, asks: `winner:${id}` as const }));
}
