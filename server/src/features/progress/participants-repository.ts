import { and, eq, sql, type SQL } from "drizzle-orm";
import { utcDay } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { DASHBOARD_LIMIT, isAfter, readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { isOneOf, findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import { containsTerm } from "../../platform/lists/text-search";
import { withoutEdgeSigns } from "../../platform/lists/tokens";
import { isPresent } from "../../platform/people";

/** Sorted by day and then by random id, so that neither the position nor a cursor reveals more than the day. */
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

export const participantsRepository = (db: Database, contestId: string) => {
  // A literal, as in the partial index: a generic plan with a parameter for the state could not use it.
  const isParticipant = and(eq(participations.contestId, contestId), sql`${participations.state} = 'paid'`);
  const list = (query: PageQuery, now: Date, found: SQL | undefined) => {
    const where = and(isParticipant, found);
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: lastDayFirst,
      all: sql`select 1 from ${participations} inner join ${users} on ${users.id} = ${participations.userId} where ${where}`,
      rows: ({ columns: pageColumns, after, orderBy, limit }) =>
        db
          .select({ ...columns, ...pageColumns })
          .from(participations)
          .innerJoin(users, eq(users.id, participations.userId))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  };
  return {
    /** Falls back to the text without signs at the edges of words, and to a fuzzy search, if no name matches. */
    async list({ q, ...query }: PageQuery & { q?: string | undefined }, now: Date) {
      if (!q) return list(query, now, undefined);
      const { rows } = await db.execute<{ typed: string }>(sql`select search_fold(${q}::text) as typed`);
      const exactly = (text: string) =>
        list(query, now, and(isPresent, containsTerm(sql`search_fold(${users.name})`, text)));
      const page = await exactly(rows[0]!.typed);
      if (page.total > 0) return page;
      const bare = withoutEdgeSigns(rows[0]!.typed);
      const typed = bare ?? rows[0]!.typed;
      const barePage = bare === null ? page : await exactly(bare);
      if (barePage.total > 0) return barePage.asResultsFor([typed]);
      const participates = sql`exists (select from ${participations} where ${isParticipant} and ${participations.userId} = ${users.id})`;
      const ids = await findUsersByFuzzyName(db, typed, { among: participates, byAddress: false });
      return ids.length === 0 ? page : (await list(query, now, isOneOf(users.id, ids))).asResultsFor([]);
    },

    pageAfter: (after: { day: number; id: string } | null, limit: number) =>
      db
        .select(columns)
        .from(participations)
        .innerJoin(users, eq(users.id, participations.userId))
        .where(and(isParticipant, isAfter(lastDayFirst, after && [-after.day, after.id])))
        .orderBy(...lastDayFirst)
        .limit(limit),
  };
};

export type Joiner = Awaited<ReturnType<ReturnType<typeof participantsRepository>["pageAfter"]>>[number];
