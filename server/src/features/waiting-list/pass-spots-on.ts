import { and, asc, eq, isNotNull, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { waitingList } from "../../database/schema/waiting-list";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { isPublished } from "../contests/domain/contest-visibility";
import { runDueSteps } from "../lifecycle/domain/run-due-steps";
import { settleWaitingList } from "./domain/settle-waiting-list";
import { canTakeOffer, isActive, isBarred } from "./domain/waiting-list-repository";

/** Passes expired offers on, offers spots that became free otherwise, and ends the lists of contests that closed. */
export const passSpotsOn = ({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> =>
  runDueSteps(db, "pass_spots_on", (tx, excludedIds, onLocked) => processNext(tx, clock, excludedIds, onLocked));

async function processNext(tx: Database, clock: Clock, excludedIds: readonly string[], onLocked: (id: string) => void) {
  const now = clock.now();
  const isFree = sql`coalesce(${contests.participantCount} + ${contests.heldSpots} < ${contests.maxParticipants}, true)`;
  const isDue = or(
    and(lte(contests.deadline, now), eq(contests.review, "approved")),
    isNotNull(contests.cancelledAt),
    lte(waitingList.offerEndsAt, now),
    // Returned by an older server during an upgrade.
    and(isNotNull(waitingList.offeredAt), ne(contests.review, "approved")),
    isBarred,
    and(sql`${waitingList.offeredAt} is null`, isFree, canTakeOffer, isPublished),
  );
  const [due] = await tx
    .select({ id: contests.id })
    .from(waitingList)
    .innerJoin(contests, eq(contests.id, waitingList.contestId))
    .where(and(isActive, isDue, excludedIds.length > 0 ? notInArray(contests.id, [...excludedIds]) : undefined))
    .orderBy(asc(waitingList.number))
    .limit(1)
    .for("update", { of: contests, skipLocked: true });
  if (!due) return false;
  onLocked(due.id);
  await settleWaitingList(tx, clock, due.id);
  return true;
}
