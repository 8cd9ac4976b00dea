import { eq } from "drizzle-orm";
import type { ContestCard } from "@conquest/shared/contracts/contests";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { readMergedKeysetPage, type Matches, type PickedColumns } from "../../platform/lists/merged-page";
import type { Page, PageQuery } from "../../platform/lists/keyset-page";
import { type TermGroups, withoutEdgeSigns } from "../../platform/lists/text-search";
import { cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator, type ContestFilter, type ListOfContests } from "./domain/contest-list";
import type { ContestOrder } from "./domain/contest-orders";
import { rangesToCount, amongListed, buildContestRanges, rangesOfSearch } from "./domain/contest-ranges";
import { searchFor, type Search } from "./domain/contest-search";
import { correctionsIn, expandFuzzyQuery } from "./domain/fuzzy-query";
import { findMovedSince } from "./domain/moved-contests";
import { createCostLimit } from "./domain/cost-limit";
type PublicOrder = ContestOrder | "best match";

interface PublicList {
  filter?: Pick<ContestFilter, "q" | "tag" | "phase" | "maxCost">;
  order: PublicOrder;
  query?: PageQuery;
}

/** The result is the same for every caller, including owners and admins. */
export const listPublicContests = (
  { db, clock, config: { joinAmount } }: Pick<Deps, "db" | "clock" | "config">,
  publicList: PublicList,
): Promise<Page<ContestCard>> => {
  const now = clock.now();
  if (!publicList.query?.cursor) return readList(db, joinAmount)(publicList, now);
  // Uses one snapshot: a join between the two statements could move a contest that the first one saw unmoved.
  return db.transaction((tx) => readList(tx, joinAmount)(publicList, now), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
};

const readList = (db: Database, joinAmount: JoinAmount) => {
  const rows = ({ table, id, columns, orderBy }: PickedColumns) =>
    db
      .select({ ...cardColumns, ...columns })
      .from(contests)
      .innerJoin(table, eq(contests.id, id))
      .innerJoin(users, isCreator)
      .orderBy(...orderBy);

  const matchesOf = (search: Search, order: PublicOrder, list: ListOfContests, firstKey: number): Matches => ({
    runs: (at) =>
      order === "best match"
        ? rangesOfSearch(search, firstKey, list, at)
        : buildContestRanges(order, { ...list, search }, at),
    all: rangesToCount({ ...list, search }),
  });

  /** Whether any public contest matches the words without filters. If so, they are no typo. */
  async function isInAny(q: string, now: Date): Promise<boolean> {
    const list: ListOfContests = { filter: {}, sees: "public", now };
    const search = await searchFor(db, { text: q, among: amongListed(list) });
    const page = await readMergedKeysetPage(db, { limit: 1 }, now, { ...matchesOf(search, "popular", list, 0), rows });
    return page.items.length > 0;
  }

  async function matches(q: string, order: PublicOrder, list: ListOfContests, isNarrowed: boolean) {
    const among = amongListed(list);
    let instead: string | TermGroups | null = null;
    const near = async (exact: Search, moreSlips: number): Promise<Matches | null> => {
      instead = await expandFuzzyQuery(db, exact.typed, undefined, moreSlips);
      return (
        instead && matchesOf(await searchFor(db, { text: instead, except: exact.wordings, among }), order, list, 2)
      );
    };
    const exactly = async (text: string, firstKey: number): Promise<Matches> => {
      const exact = await searchFor(db, { text, among });
      return {
        ...matchesOf(exact, order, list, firstKey),
        // Near results are never mixed with exact ones, where they would look like exact matches.
        more: async ({ total }) => {
          if (total > 0 || (isNarrowed && (await isInAny(text, list.now)))) return null;
          const bare = withoutEdgeSigns(exact.typed);
          if (bare !== null) {
            instead = bare;
            return exactly(bare, 2);
          }
          const nearest = await near(exact, 0);
          return (
            nearest && { ...nearest, more: ({ total: count }) => (count > 0 ? Promise.resolve(null) : near(exact, 1)) }
          );
        },
      };
    };
    return { ...(await exactly(q, 0)), searchedInstead: () => instead };
  }

  return async ({ filter = {}, order, query = {} }: PublicList, now: Date): Promise<Page<ContestCard>> => {
    const { q, maxCost, tag, phase } = filter;
    const cost = maxCost === undefined ? undefined : await createCostLimit(db, { most: maxCost, joinAmount, tag });
    const list: ListOfContests = {
      filter,
      cost,
      sees: "public",
      moved: await findMovedSince(db, query.cursor, now),
      now,
    };
    const searchMatches = q ? await matches(q, order, list, (tag ?? phase ?? maxCost) !== undefined) : undefined;
    const all: Matches = {
      runs: (at) => buildContestRanges(order === "best match" ? "popular" : order, list, at),
      all: rangesToCount(list),
    };
    const page = await readMergedKeysetPage(db, query, now, { ...(searchMatches ?? all), rows });
    const instead = searchMatches?.searchedInstead();
    const resultPage = instead
      ? page.asResultsFor(
          await correctionsIn(
            db,
            instead,
            page.items.map(({ id }) => id),
          ),
        )
      : page;
    return resultPage.map((row) => toCard(row, now, joinAmount));
  };
};
