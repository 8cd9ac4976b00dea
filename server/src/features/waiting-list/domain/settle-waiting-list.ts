import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { waitingList, type WaitEnding } from "../../../database/schema/waiting-list";
import type { Clock } from "../../../platform/clock";
import type { Deps } from "../../../platform/deps";
import { notify, resolveActionRequests } from "../../../platform/notify";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { spotsLeft } from "../../contests/domain/contest-policy";
import { offerEndsAt } from "../../contests/domain/spot-offers";
import { phaseOf } from "../../contests/domain/phase";
import { waitingListNotifications } from "./waiting-list-notifications";
import { isActive, isBarred, waitingListRepository } from "./waiting-list-repository";

/** Brings the waiting list of a locked contest up to date: ends what is over and offers free spots. Returns the contest. */
export async function settleWaitingList(tx: Database, clock: Clock, contestId: string): Promise<ContestRow> {
  const contest = await read(tx, contestId);
  const list = waitingListRepository(tx, contestId);
  if (!(await list.isAnyoneWaiting())) return contest;
  const now = clock.now();
  const isOpen = phaseOf(contest, now) === "open";
  // Only a contest under review can become open again.
  if (!isOpen && (contest.cancelledAt || contest.review === "approved")) {
    await endWaits(tx, clock, contestId, "all", "closed");
    return read(tx, contestId);
  }
  await endWhere(tx, clock, contestId, list.hasJoined, "joined");
  const expired = await endWhere(tx, clock, contestId, list.hasExpired(now), "expired");
  await notify(
    tx,
    clock,
    expired.map((wait) => waitingListNotifications.expired(contest, wait)),
  );
  await endWhere(tx, clock, contestId, isBarred, "barred");
  if (!isOpen) await withdrawOffers(tx, clock, contest);
  else if (await contestsRepository(tx).isPublished(contestId))
    await offerFreeSpots(tx, clock, await read(tx, contestId));
  return read(tx, contestId);
}

async function offerFreeSpots(tx: Database, clock: Clock, contest: ContestRow): Promise<void> {
  const free = spotsLeft(contest) ?? Infinity;
  if (free === 0) return;
  const now = clock.now();
  const offer = { offeredAt: now, offerEndsAt: offerEndsAt(contest, now) };
  const offered = await waitingListRepository(tx, contest.id).offer(free, offer);
  await notify(
    tx,
    clock,
    offered.map((wait) => waitingListNotifications.offered(contest, { ...wait, ...offer })),
  );
}

/** Under review, the terms that people were offered a spot for may change. */
async function withdrawOffers(tx: Database, clock: Clock, contest: ContestRow): Promise<void> {
  const withdrawn = await waitingListRepository(tx, contest.id).withdrawOffers();
  await resolveActionRequests(tx, clock, ...withdrawn.map(({ number }) => `spot:${number}` as const));
  const at = clock.now();
  await notify(
    tx,
    clock,
    withdrawn.map((wait) => waitingListNotifications.withdrawn(contest, { ...wait, at })),
  );
}

/** The contest is locked, so this returns the caller's own changes. */
const read = async (tx: Database, contestId: string): Promise<ContestRow> =>
  (await contestsRepository(tx).findAny(contestId))!;

async function endWhere(tx: Database, clock: Clock, contestId: string, where: SQL | undefined, ending: WaitEnding) {
  const ended = await waitingListRepository(tx, contestId).end(where, ending, clock.now());
  const offered = ended.filter(({ offeredAt }) => offeredAt !== null);
  await resolveActionRequests(tx, clock, ...offered.map(({ number }) => `spot:${number}` as const));
  return ended;
}

/** Ends the waiting of these users of a locked contest. */
export const endWaits = (
  tx: Database,
  clock: Clock,
  contestId: string,
  whose: "all" | { userIds: readonly string[] },
  ending: WaitEnding,
) =>
  endWhere(
    tx,
    clock,
    contestId,
    whose === "all" ? undefined : waitingListRepository(tx, contestId).of(whose.userIds),
    ending,
  );

export const lockAndSettle = ({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string): Promise<void> =>
  db.transaction(async (tx) => {
    if (await contestsRepository(tx).lockAny(contestId)) await settleWaitingList(tx, clock, contestId);
  });

/** Settles the lists that the user is on. Their contests are locked: see `isWaitedForBy`. */
export async function settleWaitingListsOf(tx: Database, clock: Clock, userId: string): Promise<void> {
  const waits = await tx
    .select({ contestId: waitingList.contestId })
    .from(waitingList)
    .where(and(eq(waitingList.userId, userId), isActive))
    .orderBy(waitingList.contestId);
  for (const { contestId } of waits) await settleWaitingList(tx, clock, contestId);
}

/** Deletes a removed user's rows and passes their offers on. Their contests are locked: see `isWaitedForBy`. */
export async function leaveWaitingLists(tx: Database, clock: Clock, userId: string): Promise<void> {
  const left = await tx
    .delete(waitingList)
    .where(eq(waitingList.userId, userId))
    .returning({ contestId: waitingList.contestId, wasActive: sql<boolean>`${waitingList.endedAt} is null` });
  for (const { contestId } of left.filter(({ wasActive }) => wasActive)) await settleWaitingList(tx, clock, contestId);
}
