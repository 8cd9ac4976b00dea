import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestPopularity, contestSearch } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import type { Total } from "../../../platform/lists/keyset-page";
import { idsOf } from "../../../platform/lists/fuzzy-name-search";
import { nameAndAddress } from "../../../platform/people";
import {
  withoutGroups,
  numberFormatVariants,
  SAMPLE,
  containsTermIndexed,
  matchesAllTerms,
  shouldScanInOrder,
  rowsIn,
  scanTotal,
  type Sampled,
  type TermPredicate,
  type TermGroups,
} from "../../../platform/lists/text-search";
import { areWordsKnown } from "./known-words";
import { findInOtherScript, soundAlikes, type Candidate, type OtherScript } from "./other-script";

/** Searched text: the name; tag and description, if the name does not match; or all of them. */
export type SearchField = "name" | "rest" | "anywhere";

export interface Search {
  wordings: TermGroups;
  except?: TermGroups;
  /** Whether there are so many matches that scanning the list in its own order is faster than the search index. */
  isCommon: Record<SearchField, boolean>;
  /** Total for terms common anywhere; null if it must be counted. */
  total: Total | "not counted" | null;
  /** Subquery of creator ids whose contests match regardless of their text. */
  creators: SQL | undefined;
  /** A query word occurs in no contest, so the result is empty. */
  isNowhere: boolean;
}

interface SearchCriteria extends Pick<Search, "wordings" | "except" | "creators"> {
  place: SearchField;
}

const name = sql`${contestSearch.name}`;
const rest = sql`${contestSearch.rest}`;
function conditionOn({ wordings, except, place }: SearchCriteria, test?: TermPredicate): SQL {
  const inPlace = {
    name: () => matchesAllTerms([name], wordings, test),
    // Some of several words may be in the name.
    rest: () =>
      sql`${matchesAllTerms(wordings.length === 1 ? [rest] : [name, rest], wordings, test)} and not ${matchesAllTerms([name], wordings)}`,
    anywhere: () => matchesAllTerms([name, rest], wordings, test),
  }[place]();
  return except ? sql`(${inPlace} and not ${matchesAllTerms([name, rest], except)})` : sql`(${inPlace})`;
}

const userIdsByName = (wordings: TermGroups): SQL =>
  sql`select ${users.id} from ${users} where ${matchesAllTerms(nameAndAddress, wordings, containsTermIndexed)}`;

/** Condition: the contest's creator is among them. `creators` is evaluated once instead of per contest. */
const isBy = (creators: SQL, contestId: SQL) =>
  sql`(select made.creator_id from ${contests} made where made.id = ${contestId}) in (${creators})`;

/** Rows of `table`, filtered by testing each one. */
export function filterBySearch(table: SQL, id: SQL, request: SearchCriteria): SQL {
  const condition = request.creators
    ? sql`(${conditionOn(request)} or ${isBy(request.creators, id)})`
    : conditionOn(request);
  // OFFSET 0 is a planner fence: if the query is a parameter, PostgreSQL may join both whole tables.
  return sql`${table} cross join lateral (select from ${contestSearch} where ${contestSearch.contestId} = ${id} and ${condition} offset 0) holding`;
}

export function findBySearch(request: SearchCriteria): SQL {
  const ids = sql`select ${contestSearch.contestId} as id from ${contestSearch} where ${conditionOn(request, containsTermIndexed)}`;
  return sql`(${request.creators ? sql`${ids} union select ${contests.id} from ${contests} where ${contests.creatorId} in (${request.creators})` : ids} offset 0) found
    cross join lateral (select * from ${contests} where ${contests.id} = found.id offset 0) ${contests}`;
}

interface SearchRequest {
  text: FoldedQuery | TermGroups;
  except?: TermGroups;
  /** Also matches contests of these users, or of users whose name matches the query ("called so"). */
  creators?: readonly string[] | "called so" | undefined;
  among?: SQL | undefined;
}

interface SampledContests extends Sampled, Record<SearchField, number> {
  /** Sampled contests in the list, whether they match or not. */
  eligible: number;
  /** Matches per field, whether they are in the list or not. */
  matching: Record<SearchField, number>;
}

export interface FoldedQuery extends OtherScript {
  typed: string;
  /** The query in its own script. */
  wordings: TermGroups;
  inBothScripts: TermGroups;
}

/** Folds the query as it is; numbers also match with their digits grouped differently. */
export async function foldQuery(db: Database, text: string): Promise<FoldedQuery> {
  const { rows } = await db.execute<{ typed: string; candidates: Candidate[] | null }>(
    sql`select typed, ${soundAlikes(sql`typed`)} as candidates from (select search_fold(${text}::text) as typed offset 0) folded`,
  );
  const { typed, candidates } = rows[0]!;
  const wordings = [typed, ...numberFormatVariants(typed)];
  const others = await findInOtherScript(db, typed, candidates ?? []);
  return { typed, wordings: [wordings], inBothScripts: [[...wordings, ...others.phrases]], ...others };
}

export async function searchFor(db: Database, request: SearchRequest): Promise<Search> {
  const { text, except, among } = request;
  const wordings = "typed" in text ? text.wordings : text;
  const creators =
    request.creators === "called so" ? userIdsByName(wordings) : request.creators && idsOf(request.creators);
  const canMatch = "typed" in text && !creators ? areWordsKnown(sql`${withoutGroups(text.typed)}::text`) : sql`true`;
  const { rows } = await db.execute<SampledContests>(sql`
    select count(*)::int as rows, ${rowsIn("contest_search")} as all, count(*) filter (where is_eligible)::int as eligible,
      count(*) filter (where is_eligible and in_name)::int as name,
      count(*) filter (where is_eligible and in_rest)::int as rest,
      count(*) filter (where is_eligible and anywhere)::int as anywhere,
      json_build_object('name', count(*) filter (where in_name), 'rest', count(*) filter (where in_rest), 'anywhere', count(*) filter (where anywhere)) as matching
    from (select is_eligible, in_name, in_text and not in_name as in_rest, in_text or is_by_such as anywhere from (
      select ${matchesAllTerms([name], wordings)} as in_name, ${matchesAllTerms([name, rest], wordings)} as in_text, ${creators ? isBy(creators, sql`contest_id`) : sql`false`} as is_by_such,
        ${among ?? sql`true`} and ${except ? sql`not ${matchesAllTerms([name, rest], except)}` : sql`true`} as is_eligible
      from (select * from ${contestSearch} order by ${contestSearch.contestId} limit ${SAMPLE}) ${contestSearch}
      join (select * from ${contestPopularity} order by ${contestPopularity.contestId} limit ${SAMPLE}) ${contestPopularity} using (contest_id)
      offset 0
    ) looked_at) sample where ${canMatch}`);
  const sample = rows[0]!;
  const matchSampleOf = (place: SearchField) => ({
    eligible: sample.eligible,
    matching: sample.matching[place],
    both: sample[place],
  });
  const isCommon = (place: SearchField) => shouldScanInOrder(matchSampleOf(place), sample);
  return {
    wordings,
    ...(except && { except }),
    isCommon: { name: isCommon("name"), rest: isCommon("rest"), anywhere: isCommon("anywhere") },
    total: scanTotal(matchSampleOf("anywhere"), sample),
    creators,
    // The sample is empty only if a word is unknown or there are no contests.
    isNowhere: sample.rows === 0,
  };
}
