import { and } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { contests, users } from "../../database/schema";
import type { Deps } from "../../platform/deps";
import { readPage, type Page, type PageQuery } from "../../platform/read-page";
import { cardColumns, toCard } from "../contests/contest-cards";
import { countContests, isCreator, matching, sortedBy, type ContestFilter, type ContestOrder } from "../contests/contest-list";
import { visibleTo } from "../contests/contest-visibility";

interface PublicList {
  filter?: ContestFilter;
  order: ContestOrder;
  query?: PageQuery;
}

/** A page of what everyone may see; it is the same for everyone, also for owners and admins. */
export const listPublicContests =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async ({ filter = {}, order, query = {} }: PublicList): Promise<Page<ContestCard>> => {
    const now = clock.now();
    const where = and(visibleTo(null), matching(filter, now));
    const page = await readPage(query, now, {
      order: sortedBy(order),
      rows: ({ sortKeys, after, orderBy, limit }) =>
        db
          .select({ ...cardColumns, sortKeys })
          .from(contests)
          .innerJoin(users, isCreator)
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
      total: () => countContests(db, where),
    });
    return page.map((row) => toCard(row, now));
  };
