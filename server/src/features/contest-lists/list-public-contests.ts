import { eq } from "drizzle-orm";
import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { readMergedKeysetPage, type Matches, type PickedColumns } from "../../platform/lists/merged-page";
import type { Page, PageQuery, Total } from "../../platform/lists/keyset-page";
import { type TermGroups, withoutEdgeSigns } from "../../platform/lists/text-search";
import { type Card, cardColumns, toCard } from "../contest-cards/domain/contest-cards";
import { isCreator, type ContestFilter, type ListOfContests } from "./domain/contest-list";
import type { ContestOrder } from "./domain/contest-orders";
import { rangesToCount, amongListed, buildContestRanges, rangesOfSearch } from "./domain/contest-ranges";
import { foldQuery, searchFor, type FoldedQuery, type Search } from "./domain/contest-search";
import { expandFuzzyQuery, textsSearchedInstead, type SearchedInstead } from "./domain/fuzzy-query";
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
): Promise<Page<Card>> => {
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
  async function isInAny(text: FoldedQuery, now: Date): Promise<boolean> {
    const list: ListOfContests = { filter: {}, sees: "public", now };
    const search = await searchFor(db, { text, among: amongListed(list) });
    const page = await readMergedKeysetPage(db, { limit: 1 }, now, { ...matchesOf(search, "popular", list, 0), rows });
    return page.items.length > 0;
  }

  async function matches(q: string, order: PublicOrder, list: ListOfContests, isNarrowed: boolean) {
    const among = amongListed(list);
    const searched: SearchedInstead = { near: null, inBothScripts: null };
    const search = async (text: FoldedQuery | TermGroups, firstKey: number, except?: TermGroups): Promise<Matches> =>
      matchesOf(await searchFor(db, { text, among, ...(except && { except }) }), order, list, firstKey);
    const near = async (query: FoldedQuery, extraEdits: number): Promise<Matches | null> => {
      searched.near = await expandFuzzyQuery(db, query, { extraEdits });
      return searched.near && search(searched.near, 2, query.wordings);
    };
    const findExact = async (text: string, firstKey: number): Promise<Matches> => {
      const query = await foldQuery(db, text);
      // Near results are never mixed with exact ones, where they would look like exact matches.
      const ifNone = async ({ total }: Pick<Total, "total">): Promise<Matches | null> => {
        if (total > 0 || (isNarrowed && (await isInAny(query, list.now)))) return null;
        const bare = withoutEdgeSigns(query.typed);
        if (bare !== null) {
          searched.near = bare;
          return findExact(bare, 2);
        }
        const nearest = await near(query, 0);
        return (
          nearest && { ...nearest, more: ({ total: count }) => (count > 0 ? Promise.resolve(null) : near(query, 1)) }
        );
      };
      if (query.phrases.length === 0) return { ...(await search(query, firstKey)), more: ifNone };
      if (order !== "best match") {
        searched.inBothScripts = query.inBothScripts;
        return { ...(await search(query.inBothScripts, firstKey)), more: ifNone };
      }
      return {
        ...(await search(query, firstKey)),
        more: async ({ total: asTyped }) => ({
          ...(await search([query.phrases], firstKey + 2, query.wordings)),
          more: ({ total: others }) => {
            searched.inBothScripts = asTyped === 0 ? query.inBothScripts : null;
            return ifNone({ total: asTyped + others });
          },
        }),
      };
    };
    return { ...(await findExact(q, 0)), searched };
  }

  return async ({ filter = {}, order, query = {} }: PublicList, now: Date): Promise<Page<Card>> => {
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
    const ids = page.items.map(({ id }) => id);
    const resultsFor = searchMatches ? await textsSearchedInstead(db, searchMatches.searched, ids) : null;
    return (resultsFor ? page.asResultsFor(resultsFor) : page).map((row) => toCard(row, now, joinAmount));
  };
};
