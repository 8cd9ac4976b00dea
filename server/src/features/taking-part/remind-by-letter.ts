import { and, eq, gt, isNull, lte, notExists, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { contestFollows, contests, letterChoices, notices, participations } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { deadlineKey, NEAR_MS, remindOfDeadlines } from "./remind-of-deadlines";

/** So many people at a time; the others are there a minute later. */
const MOST = 200;

/** Who asked for letters about deadlines is reminded without coming here first; everybody else is when they do. */
export async function remindByLetter({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const wantsLetters = and(eq(letterChoices.topic, "deadlines"), eq(letterChoices.isWanted, true));
  const isNear = and(isNull(contests.cancelledAt), eq(contests.status, "open"), gt(contests.deadline, now), lte(contests.deadline, new Date(now.getTime() + NEAR_MS)));
  const isNew = notExists(db.select().from(notices).where(and(eq(notices.userId, letterChoices.userId), eq(notices.onceKey, deadlineKey))));
  const joined = db
    .select({ userId: letterChoices.userId })
    .from(contests)
    .innerJoin(participations, and(eq(participations.contestId, contests.id), eq(participations.state, "paid")))
    .innerJoin(letterChoices, and(eq(letterChoices.userId, participations.userId), wantsLetters))
    .where(and(isNear, isNew));
  const followed = db
    .select({ userId: letterChoices.userId })
    .from(contests)
    .innerJoin(contestFollows, eq(contestFollows.contestId, contests.id))
    .innerJoin(letterChoices, and(eq(letterChoices.userId, contestFollows.userId), wantsLetters))
    .where(and(isNear, isNew));
  const waiting = unionAll(joined, followed).as("waiting");
  const people = await db.select({ userId: waiting.userId }).from(waiting).groupBy(waiting.userId).orderBy(sql`random()`).limit(MOST);
  for (const { userId } of people) await remindOfDeadlines({ db, clock }, userId);
}
