import { eq } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { readMergedPage, type Matches, type Picked } from "../../platform/lists/read-merged-page";
import type { Page, PageQuery } from "../../platform/lists/read-page";
import { cardColumns, toCard } from "../contests/contest-cards";
import { isCreator, type ContestFilter } from "../contests/contest-filter";
import type { ContestOrder } from "../contests/lists/contest-orders";
import { allOf, amongListed, contestRuns, runsOfMatches } from "../contests/lists/contest-runs";
import type { ListOfContests } from "../contests/lists/list-of-contests";
import { searchFor, type Search } from "../contests/lists/contest-search";
import { limitCost } from "../contests/lists/cost-limit";
import { nearlyTyped } from "../contests/lists/nearly-typed";

type Filter = Pick<ContestFilter, "q" | "tag" | "phase" | "maxCost">;
type PublicOrder = ContestOrder | "best match";

interface PublicList {
  filter?: Filter;
  order: PublicOrder;
  query?: PageQuery;
}

/** Where fewer are found, what was nearly typed is found too. */
const FEW_MATCHES = 30;

/** Pages of what everyone may see; they are the same for everyone, also for owners and admins. */
export const listPublicContests = ({ db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">) => {
  const rows = ({ table, id, columns, orderBy }: Picked) =>
    db
      .select({ ...cardColumns, ...columns })
      .from(contests)
      .innerJoin(table, eq(contests.id, id))
      .innerJoin(users, isCreator)
      .orderBy(...orderBy);

  /** What a search finds in this order. */
  const found = (search: Search, order: PublicOrder, list: ListOfContests, turn: number): Matches => ({
    runs: (at) => (order === "best match" ? runsOfMatches(search, turn, list, at) : contestRuns(order, { ...list, search }, at)),
    all: allOf({ ...list, search }),
  });

  async function matches(q: string | undefined, order: PublicOrder, list: ListOfContests): Promise<Matches> {
    if (!q) return { runs: (at) => contestRuns(order === "best match" ? "popular" : order, list, at), all: allOf(list) };
    const among = amongListed(list);
    const exact = await searchFor(db, { text: q, among });
    return {
      ...found(exact, order, list, 0),
      more: async ({ total }) => {
        // Among others by date or prize, what was only nearly typed would be taken for what was.
        if (total >= (order === "best match" ? FEW_MATCHES : 1)) return null;
        const meant = await nearlyTyped(db, exact.typed);
        return meant && found(await searchFor(db, { text: meant, except: exact.wordings, among }), order, list, 2);
      },
    };
  }

  return async ({ filter = {}, order, query = {} }: PublicList): Promise<Page<ContestCard>> => {
    const now = clock.now();
    const { maxCost, tag } = filter;
    const cost = maxCost === undefined ? undefined : await limitCost(db, { most: maxCost, joinAmount, tag });
    const page = await readMergedPage(db, query, now, { ...(await matches(filter.q, order, { filter, cost, sees: "public", now })), rows });
    return page.map((row) => toCard(row, now, joinAmount));
  };
};
