import { and, asc, eq, lte, notInArray } from "drizzle-orm";
import type { Database } from "../../database/database";
import { awards } from "../../database/schema/awards";
import { contests } from "../../database/schema/contests";
import { placements } from "../../database/schema/placements";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { notify } from "../../platform/notify";
import { runDueSteps } from "../lifecycle/domain/run-due-steps";
import { isPlacementOfAward } from "./domain/award-columns";
import { awardNotifications, prizeTitle } from "./domain/award-notifications";
import { awardDueAt, nextReminderAt } from "./domain/award-schedule";
import { awardsRepository } from "./domain/awards-repository";
import { listSettlingAdmins } from "./hand-over";

/** Reminds creators and winners, and ends their time. Locks each contest, as every action on its prize does. */
export const runAwardSteps = ({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> =>
  runDueSteps(db, "remind_of_prizes", (tx, excludedIds, onLocked) => processNext(tx, clock, excludedIds, onLocked));

async function processNext(tx: Database, clock: Clock, excludedIds: readonly string[], onLocked: (id: string) => void) {
  const now = clock.now();
  const [due] = await tx
    .select({ id: contests.id, name: contests.name, place: awards.place })
    .from(awards)
    .innerJoin(contests, eq(contests.id, awards.contestId))
    .where(and(lte(awards.nextAt, now), excludedIds.length > 0 ? notInArray(contests.id, [...excludedIds]) : undefined))
    .orderBy(asc(awards.nextAt), asc(awards.contestId))
    .limit(1)
    .for("update", { of: contests, skipLocked: true });
  if (!due) return false;
  const { id, name, place } = due;
  onLocked(id);
  // Read again under the lock: it may have just been sent, confirmed or processed elsewhere.
  const [found] = await tx
    .select({ award: awards, prizeName: placements.prizeName })
    .from(awards)
    .leftJoin(placements, isPlacementOfAward)
    .where(and(eq(awards.contestId, id), eq(awards.place, place), lte(awards.nextAt, now)));
  if (!found) return true;
  const { award, prizeName } = found;
  const named = { ...award, name: prizeTitle({ name, prizeName }) };
  const isUnsent = award.state === "to_send";
  if (now < awardDueAt(award.waitingSince)) {
    await tx
      .update(awards)
      .set({ nextAt: nextReminderAt(award.waitingSince, now) })
      .where(and(eq(awards.contestId, id), eq(awards.place, place)));
    await notify(
      tx,
      clock,
      isUnsent ? awardNotifications.sendReminder(named) : awardNotifications.confirmReminder(named),
    );
    return true;
  }
  await awardsRepository(tx).change(award, { state: isUnsent ? "late" : "unconfirmed", nextAt: null });
  await notify(
    tx,
    clock,
    isUnsent
      ? awardNotifications.late(named)
      : awardNotifications.unconfirmed(named, await listSettlingAdmins(tx, award)),
  );
  return true;
}
