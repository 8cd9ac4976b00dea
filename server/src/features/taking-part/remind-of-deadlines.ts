import { and, eq, gt, isNull, lte, notExists, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { contestFollows, contests, notices, participations } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { notify, type NoticeDraft } from "../../platform/notify";
import { visibleTo } from "../contests/contest-visibility";

export const NEAR_MS = 24 * 60 * 60 * 1000;

/** Of the reminder of a contest: a deadline that was moved is another. */
export const deadlineKey = sql<string>`'deadline:' || ${contests.id} || ':' || extract(epoch from ${contests.deadline})`;

/**
 * Leaves a notice for each contest this person takes part in or follows whose deadline is less than a day away, once for a
 * deadline. Called when somebody reads their notices, so that no server needs a timer and two servers cannot write it twice.
 */
export async function remindOfDeadlines({ db, clock }: Pick<Deps, "db" | "clock">, userId: string): Promise<void> {
  const now = clock.now();
  const isNear = and(
    isNull(contests.cancelledAt),
    gt(contests.deadline, now),
    lte(contests.deadline, new Date(now.getTime() + NEAR_MS)),
    notExists(
      db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), eq(notices.onceKey, deadlineKey))),
    ),
  );
  const columns = { id: contests.id, name: contests.name, onceKey: deadlineKey };
  const joined = db
    .select({ ...columns, hasJoined: sql<boolean>`true` })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .where(and(eq(participations.userId, userId), eq(participations.state, "paid"), isNear));
  const followed = db
    .select({ ...columns, hasJoined: sql<boolean>`false` })
    .from(contestFollows)
    .innerJoin(contests, eq(contests.id, contestFollows.contestId))
    .where(and(eq(contestFollows.userId, userId), isNear, visibleTo(null)));
  const near = await unionAll(joined, followed);
  const reminder = ({ id, onceKey: key }: (typeof near)[number], text: string): NoticeDraft => ({ userId, kind: "deadline_near", text, href: `/contest-details/${id}`, onceKey: key });
  await notify(db, clock, [
    // First: whoever joined what they follow is told of that, once.
    ...near.filter(({ hasJoined }) => hasJoined).map((contest) => reminder(contest, `“${contest.name}” closes in less than a day. Until then you can submit your entry or change it.`)),
    ...near.filter(({ hasJoined }) => !hasJoined).map((contest) => reminder(contest, `“${contest.name}”, which you follow, closes in less than a day. Until then you can join it.`)),
  ]);
}
