import { and, asc, eq, exists, not, or, sql, type SQL } from "drizzle-orm";
import { MAX_UPCOMING, type MyOverview, type UpcomingDeadline } from "@conquest/shared/contracts/overview";
import type { Database } from "../../database/database";
import { contests, entries } from "../../database/schema/contests";
import { hasEntry, isEntryOf, isWonBy } from "../contests/domain/entry-authors";
import { isPlacedOf } from "../contests/domain/placements";
import { contestFollows, participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import type { Caller } from "../../platform/sessions/session";
import { visibleToWhere } from "../contests/domain/contest-visibility";
import { phaseSql } from "../contests/domain/phase";
import { hasLeft, isPaidBy } from "../participation/domain/participations-repository";

const SOONEST_FIRST = [asc(contests.deadline), asc(contests.id)];
const NAMED = { _id: contests.id, name: contests.name };

const ALL = sql<number>`(count(*) over ())::int`;

interface Row {
  contest: { _id: string; name: string };
  deadline: Date;
  hasSubmitted: boolean;
  all: number;
}

const toUpcoming =
  (relation: UpcomingDeadline["relation"]) =>
  ({ contest, deadline, hasSubmitted }: Row): UpcomingDeadline => ({
    contest,
    deadline: deadline.toISOString(),
    relation,
    hasSubmitted,
  });

const deadlinesOf = (db: Database, caller: Caller, now: Date) => {
  const isOpen = eq(phaseSql(now), "open");
  const hasJoined = exists(
    db.select({ id: participations.id }).from(participations).where(isPaidBy(contests.id, caller.id)),
  );
  return {
    joined: (): Promise<Row[]> =>
      db
        .select({ contest: NAMED, deadline: contests.deadline, hasSubmitted: hasEntry(caller.id), all: ALL })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .where(and(eq(participations.userId, caller.id), eq(participations.state, "paid"), isOpen))
        .orderBy(...SOONEST_FIRST)
        .limit(MAX_UPCOMING),
    followed: (): Promise<Row[]> =>
      db
        .select({ contest: NAMED, deadline: contests.deadline, hasSubmitted: sql<boolean>`false`, all: ALL })
        .from(contestFollows)
        .innerJoin(contests, eq(contests.id, contestFollows.contestId))
        .where(and(eq(contestFollows.userId, caller.id), visibleToWhere(caller), isOpen, not(hasJoined)))
        .orderBy(...SOONEST_FIRST)
        .limit(MAX_UPCOMING),
    async countToSubmit(): Promise<number> {
      const open = db
        .select({ id: contests.id })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .where(
          and(eq(participations.userId, caller.id), eq(participations.state, "paid"), isOpen, not(hasEntry(caller.id))),
        );
      return db.$count(open.as("open"));
    },
  };
};

const totalOf = (rows: readonly Row[]) => rows[0]?.all ?? 0;

export const readMyOverview = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
): Promise<MyOverview> => {
  const deadlines = deadlinesOf(db, caller, clock.now());
  const [joined, followed] = [await deadlines.joined(), await deadlines.followed()];
  const contestsWhere = (where?: SQL) =>
    db
      .selectDistinct({ id: participations.contestId })
      .from(participations)
      .innerJoin(contests, eq(contests.id, participations.contestId))
      .where(and(eq(participations.userId, caller.id), where));
  const joinedContests = contestsWhere(not(hasLeft));
  const [row] = await db
    .select({
      joinedCount: db.$count(joinedContests.as("joined")),
      everJoinedCount: db.$count(contestsWhere().as("ever_joined")),
      wonCount: db.$count(contests, or(isWonBy(caller.id), isPlacedOf(caller.id))),
      hasSubmitted: sql<boolean>`exists (select from ${entries} where ${isEntryOf(caller.id)})`,
      isFollowing: sql<boolean>`exists (select from ${contestFollows} where ${contestFollows.userId} = ${caller.id})`,
    })
    .from(sql`(select) one`);
  const upcoming = [...joined.map(toUpcoming("joined")), ...followed.map(toUpcoming("followed"))]
    .sort((one, other) => Date.parse(one.deadline) - Date.parse(other.deadline))
    .slice(0, MAX_UPCOMING);
  const { everJoinedCount, ...counts } = row!;
  return {
    ...counts,
    leftCount: everJoinedCount - counts.joinedCount,
    toSubmitCount: await deadlines.countToSubmit(),
    next: joined[0] ? toUpcoming("joined")(joined[0]) : null,
    upcoming,
    upcomingCount: totalOf(joined) + totalOf(followed),
  };
};
