import type { Database } from "../../../database/database";
import type { NotificationDraft } from "../../../platform/notify";
import { listAdminIds } from "../../../platform/people";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { participationsRepository } from "../../participation/domain/participations-repository";

export const requestWinnerChoice = (
  { id }: Pick<ContestRow, "id">,
  userId: string,
  text: string,
): NotificationDraft => ({
  userId,
  kind: "winner_due",
  text,
  href: `/dashboard/contest_submitted/${id}`,
  asks: `winner:${id}`,
});

/** Notifications asking admins to choose the winner, except the creator and participants. */
export async function winnerChoosingAdmins(
  tx: Database,
  contest: Pick<ContestRow, "id" | "creatorId">,
  text: string,
): Promise<NotificationDraft[]> {
  const { id, creatorId } = contest;
  const adminIds = await listAdminIds(tx);
  const rivals = await participationsRepository(tx).filterPaid(id, adminIds);
  return adminIds
    .filter((userId) => userId !== creatorId && !rivals.has(userId))
    .map((userId) => requestWinnerChoice(contest, userId, text));
}
