import type { Clock } from "../../platform/clock";
import type { Database } from "../../database/database";
import { notify } from "../../platform/notify";
import { listAdminIds } from "../../platform/people";

export async function notifyContestSubmitted(
  tx: Database,
  clock: Clock,
  contestId: string,
  text: string,
): Promise<void> {
  const adminIds = await listAdminIds(tx);
  await notify(
    tx,
    clock,
    adminIds.map((userId) => ({
      userId,
      kind: "contest_submitted",
      text,
      href: `/dashboard/contest_review/${contestId}`,
      asks: `review:${contestId}` as const,
    })),
  );
}
