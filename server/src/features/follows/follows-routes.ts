import { and, eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/participation";
import { MAX_FOLLOWED } from "@conquest/shared/contracts/participation";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestFollows } from "../../database/schema/taking-part";
import type { Caller } from "../../platform/sessions/session";
import { visibleToWhere } from "../contests/domain/contest-visibility";
import type { Deps } from "../../platform/deps";
import { notFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import { contestsRepository } from "../contests/domain/contests-repository";
import { epochMs } from "../../database/sort-keys";
import { users } from "../../database/schema/people";
import { DASHBOARD_LIMIT, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-list";
import { registerEndpoint } from "../../platform/register-endpoint";

const followsRepository = (db: Database) => ({
  /** Counts only visible contests, because the user could not unfollow the others. */
  async count(caller: Pick<Caller, "id" | "role">): Promise<number> {
    const seen = db
      .select({ id: contestFollows.contestId })
      .from(contestFollows)
      .innerJoin(contests, eq(contests.id, contestFollows.contestId))
      .where(and(eq(contestFollows.userId, caller.id), visibleToWhere(caller)));
    return db.$count(seen.as("seen"));
  },

  add: (userId: string, contestId: string, followedAt: Date) =>
    db.insert(contestFollows).values({ userId, contestId, followedAt }).onConflictDoNothing(),

  remove: (userId: string, contestId: string) =>
    db.delete(contestFollows).where(and(eq(contestFollows.userId, userId), eq(contestFollows.contestId, contestId))),
});

/** Follows or unfollows a contest. Unfollowing also works if the contest is no longer visible. */
const followContest = ({ db, clock }: Deps, contestId: string, isFollowing: boolean, caller: Caller) =>
  db.transaction(async (tx) => {
    if (!isFollowing) {
      await followsRepository(tx).remove(caller.id, contestId);
      return { isFollowing };
    }
    if (!(await contestsRepository(tx).lockVisibleForKeyShare(contestId, caller)))
      notFound(message("We couldn't find that contest. It may have been deleted."));
    // Locks exclusively, so that the count below is correct.
    await lockCaller(tx, caller, { alone: true });
    await followsRepository(tx).add(caller.id, contestId, clock.now());
    if ((await followsRepository(tx).count(caller)) > MAX_FOLLOWED)
      throwConflict(
        "too_many_followed",
        message("You've reached the limit of {max} followed contests. Unfollow one first.", { max: MAX_FOLLOWED }),
      );
    return { isFollowing };
  });

const lastFollowedFirst = [sql`-${epochMs(contestFollows.followedAt)}`, sql`${contestFollows.contestId}`];

const listFollowedContests = async ({ db, clock, config }: Deps, caller: Caller, query: PageQuery) => {
  const now = clock.now();
  const where = and(eq(contestFollows.userId, caller.id), visibleToWhere(caller));
  const page = await readKeysetPage(db, query, now, {
    defaultLimit: DASHBOARD_LIMIT,
    order: lastFollowedFirst,
    all: sql`select 1 from ${contestFollows} join ${contests} on ${contests.id} = ${contestFollows.contestId} where ${where}`,
    rows: ({ columns, after, orderBy, limit }) =>
      db
        .select({ ...cardColumns, ...columns })
        .from(contestFollows)
        .innerJoin(contests, eq(contests.id, contestFollows.contestId))
        .innerJoin(users, isCreator)
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
  });
  return page.map((row) => toCard(row, now, config.joinAmount));
};

export function followsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.followContest, ({ params, body, caller }) =>
    followContest(deps, params.contestId, body.isFollowing, caller),
  );
  registerEndpoint(app, contract.listFollowedContests, ({ query, caller }) =>
    listFollowedContests(deps, caller, query),
  );
}
