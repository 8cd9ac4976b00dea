import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { DASHBOARD_LIMIT, isAfter, readPage, type PageQuery } from "../../platform/lists/read-page";
import { dayOfColumn } from "./utc-days";

/** Sorted by the day and then by chance: neither a place in the list nor a cursor says more than the day. */
const day = dayOfColumn(participations.paidAt);
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
export const joinersOf = (db: Database, contestId: string) => {
  const isJoiner = and(eq(participations.contestId, contestId), eq(participations.state, "paid"));
  return {
    list({ q, ...query }: PageQuery & { q?: string | undefined }, now: Date) {
      const where = and(isJoiner, q ? sql`(${users.removedAt} is null and strpos(search_fold(${users.name}), search_fold(${q}::text)) > 0)` : undefined);
      return readPage(db, query, now, {
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
    },

    /** Some at a time, in the order of the list. */
    async *inPages(size: number) {
      for (let after: [number, string] | null = null; ; ) {
        const rows: Awaited<ReturnType<typeof next>> = await next(after);
        yield rows;
        const last = rows.at(-1);
        if (rows.length < size || !last) return;
        after = [-last.day, last.id];
      }
      function next(after: [number, string] | null) {
        return db
          .select(columns)
          .from(participations)
          .innerJoin(users, eq(users.id, participations.userId))
          .where(and(isJoiner, isAfter(lastDayFirst, after)))
          .orderBy(...lastDayFirst)
          .limit(size);
      }
    },
  };
};
