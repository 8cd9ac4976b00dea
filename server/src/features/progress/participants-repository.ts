import { and, eq, sql, type SQL } from "drizzle-orm";
import { utcDay } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { DASHBOARD_LIMIT, isAfter, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { isOneOf, findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import { containsTerm } from "../../platform/lists/text-search";
import { isPresent } from "../../platform/people";

/** Sorted by the day and then by chance: neither a place in the list nor a cursor says more than the day. */
const day = utcDay(participations.paidAt);
const lastDayFirst = [sql`(-${day})`, sql`${participations.id}`];

const columns = {
  id: participations.id,
  name: users.name,
  photo: users.image,
  removedAt: users.removedAt,
  day,
  amount: participations.amount,
  hasSubmitted: sql<boolean>`exists (select 1 from ${entries} where ${entries.contestId} = ${participations.contestId} and ${entries.userId} = ${participations.userId})`,
};

/** Those who take part in a contest now. */
export const participantsRepository = (db: Database, contestId: string) => {
  // Said as the index of this order says it: a plan that is kept for any state cannot use one of those who have paid.
  const isJoiner = and(eq(participations.contestId, contestId), sql`${participations.state} = 'paid'`);
  const list = (query: PageQuery, now: Date, found: SQL | undefined) => {
    const where = and(isJoiner, found);
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: lastDayFirst,
      all: sql`select 1 from ${participations} inner join ${users} on ${users.id} = ${participations.userId} where ${where}`,
      rows: ({ columns: ofPage, after, orderBy, limit }) =>
        db
          .select({ ...columns, ...ofPage })
          .from(participations)
          .innerJoin(users, eq(users.id, participations.userId))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  };
  return {
    /** Of a name that nobody has, those who are called nearly so. */
    async list({ q, ...query }: PageQuery & { q?: string | undefined }, now: Date) {
      if (!q) return list(query, now, undefined);
      const { rows } = await db.execute<{ typed: string }>(sql`select search_fold(${q}::text) as typed`);
      const typed = rows[0]!.typed;
      const page = await list(query, now, and(isPresent, containsTerm(sql`search_fold(${users.name})`, typed)));
      if (page.total > 0) return page;
      const isHere = sql`exists (select from ${participations} where ${isJoiner} and ${participations.userId} = ${users.id})`;
      const ids = await findUsersByFuzzyName(db, typed, { among: isHere, byAddress: false });
      return ids.length === 0 ? page : (await list(query, now, isOneOf(users.id, ids))).asResultsFor([]);
    },

    /** So many after one, in the order of the list. */
    pageAfter: (after: { day: number; id: string } | null, limit: number) =>
      db
        .select(columns)
        .from(participations)
        .innerJoin(users, eq(users.id, participations.userId))
        .where(and(isJoiner, isAfter(lastDayFirst, after && [-after.day, after.id])))
        .orderBy(...lastDayFirst)
        .limit(limit),
  };
};

export type Joiner = Awaited<ReturnType<ReturnType<typeof participantsRepository>["pageAfter"]>>[number];
