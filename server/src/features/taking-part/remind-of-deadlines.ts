import { and, eq, gt, isNull, lte, notExists, sql } from "drizzle-orm";
import { contests, notices, participations } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { notify } from "../../platform/notify";

const NEAR_MS = 24 * 60 * 60 * 1000;

/**
 * Leaves a notice for each contest this person takes part in whose deadline is less than a day away, once for a deadline.
 * Called when somebody reads their notices, so that no server needs a timer and two servers cannot write it twice.
 */
export async function remindOfDeadlines({ db, clock }: Pick<Deps, "db" | "clock">, userId: string): Promise<void> {
  const now = clock.now();
  const onceKey = sql<string>`'deadline:' || ${contests.id} || ':' || extract(epoch from ${contests.deadline})`;
  const near = await db
    .select({ id: contests.id, name: contests.name, onceKey })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .where(
      and(
        eq(participations.userId, userId),
        eq(participations.state, "paid"),
        isNull(contests.cancelledAt),
        gt(contests.deadline, now),
        lte(contests.deadline, new Date(now.getTime() + NEAR_MS)),
        notExists(
          db
            .select()
            .from(notices)
            .where(and(eq(notices.userId, userId), eq(notices.onceKey, onceKey))),
        ),
      ),
    );
  await notify(
    db,
    clock,
    near.map((contest) => ({
      userId,
      kind: "deadline_near",
      text: `“${contest.name}” closes in less than a day. Until then you can submit your entry or change it.`,
      href: `/contest-details/${contest.id}`,
      onceKey: contest.onceKey,
    })),
  );
}
