import { and, eq, sql } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { epochMs } from "../../database/epoch-ms";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { contestFollows } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { DASHBOARD_LIMIT, readKeysetPage, type Page, type PageQuery } from "../../platform/lists/keyset-page";
import type { Caller } from "../../platform/sessions/session";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator } from "../contest-lists/domain/contest-filter";
import { visibleToWhere } from "../contests/domain/contest-visibility";

const lastFollowedFirst = [sql`-${epochMs(contestFollows.followedAt)}`, sql`${contestFollows.contestId}`];

export const listFollowedContests =
  ({ db, clock, config }: Deps) =>
  async (caller: Caller, query: PageQuery): Promise<Page<ContestCard>> => {
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
