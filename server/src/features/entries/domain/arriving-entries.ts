import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { arrivingEntries, contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { isPaidBy } from "../../participation/domain/participations-repository";

/** Grace period for submissions that began before the deadline. */
export const ARRIVAL_MS = 60_000;

/** Returns the time of the first byte if all of it arrived in time, so that opening a request early gains nothing. */
export const sentAt = (arrivedAt: Date, now: Date): Date =>
  now.getTime() - arrivedAt.getTime() <= ARRIVAL_MS && arrivedAt < now ? arrivedAt : now;

/** The latest deadline before which no submission can still arrive, and the earliest arrival that still counts. */
export const lastSettled = (now: Date): Date => new Date(now.getTime() - ARRIVAL_MS);

/** Submissions still arriving at any server, recorded only if the deadline falls within the grace period. */
export const arrivingEntriesRepository = (db: Database) => ({
  /** Adds a row if the user has joined and the deadline is near; returns whether it did. */
  async add(
    { id, contestId, userId, arrivedAt }: { id: string; contestId: string; userId: string; arrivedAt: Date },
    now: Date,
  ): Promise<boolean> {
    const near = db
      .select({
        id: sql<string>`${id}::text`.as("id"),
        contestId: contests.id,
        arrivedAt: sql<Date>`${sql.param(arrivedAt, arrivingEntries.arrivedAt)}::timestamptz`.as("arrived_at"),
      })
      .from(contests)
      .innerJoin(participations, isPaidBy(contests.id, userId))
      .where(
        and(
          eq(contests.id, contestId),
          gt(contests.deadline, arrivedAt),
          lte(contests.deadline, new Date(now.getTime() + ARRIVAL_MS)),
        ),
      );
    const added = await db.insert(arrivingEntries).select(near).returning({ id: arrivingEntries.id });
    return added.length > 0;
  },

  remove: (id: string) => db.delete(arrivingEntries).where(eq(arrivingEntries.id, id)),

  deleteExpired: (now: Date) => db.delete(arrivingEntries).where(lte(arrivingEntries.arrivedAt, lastSettled(now))),

  async isAnyArriving({ id, deadline }: Pick<ContestRow, "id" | "deadline">, now: Date): Promise<boolean> {
    // Skips the query except in the minute in which entries can arrive.
    if (now < deadline || deadline <= lastSettled(now)) return false;
    const ofContest = and(
      eq(arrivingEntries.contestId, id),
      lt(arrivingEntries.arrivedAt, deadline),
      gt(arrivingEntries.arrivedAt, lastSettled(now)),
    );
    return (await db.$count(arrivingEntries, ofContest)) > 0;
  },
});

/** Adds whether an entry is still arriving. Lock the contest first if judging depends on it. */
export const withArrivals = async <Contest extends Pick<ContestRow, "id" | "deadline">>(
  db: Database,
  contest: Contest,
  now: Date,
) => ({ ...contest, isArriving: await arrivingEntriesRepository(db).isAnyArriving(contest, now) });
