import { and, eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contests } from "../../../database/schema/contests";
import type { Clock } from "../../../platform/clock";
import { filesRepository } from "../../../platform/files/files-repository";
import { notify, resolveActionRequests, type Notification } from "../../../platform/notify";
import { awardNotifications, awardRequest, prizeTitle, type NamedAward } from "./award-notifications";
import { UNSENT, isOpen } from "./award-columns";

/** Ends a deleted account's unsent and won prizes; what it sent stays, for the winner. Lock the contests first. */
export async function endAwardsOf(tx: Database, clock: Clock, userId: string): Promise<void> {
  await end(
    tx,
    clock,
    and(eq(awards.creatorId, userId), inArray(awards.state, UNSENT)),
    "undelivered",
    awardNotifications.creatorGone,
  );
  await end(tx, clock, and(eq(awards.winnerId, userId), isOpen), "void", awardNotifications.winnerGone);
  // An address of the winner may be in them.
  const proofs = await tx
    .select({ id: awards.proofId })
    .from(awards)
    .where(and(eq(awards.winnerId, userId), isNotNull(awards.proofId)));
  await tx.update(awards).set({ sentNote: "", problem: "", proofId: null }).where(eq(awards.winnerId, userId));
  await filesRepository(tx).release(proofs.map(({ id }) => id!));
}

async function end(
  tx: Database,
  clock: Clock,
  where: SQL | undefined,
  state: "undelivered" | "void",
  toNotification: (award: NamedAward) => Notification,
): Promise<void> {
  const ended = await tx
    .update(awards)
    .set({ state, endedAt: clock.now(), nextAt: null })
    .from(contests)
    .where(and(where, eq(contests.id, awards.contestId)))
    .returning({
      contestId: awards.contestId,
      place: awards.place,
      creatorId: awards.creatorId,
      winnerId: awards.winnerId,
      waitingSince: awards.waitingSince,
      name: contests.name,
      prizeName: sql<string | null>`(
        select placement.prize_name from placements placement
        where placement.contest_id = ${awards.contestId} and placement.place = ${awards.place})`,
    });
  await resolveActionRequests(tx, clock, ...ended.map(awardRequest));
  await notify(
    tx,
    clock,
    ended.map((award) => toNotification({ ...award, name: prizeTitle(award) })),
  );
}
