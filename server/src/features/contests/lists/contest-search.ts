import { or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestPopularity, contestSearch, searchWords } from "../../../database/schema/contest-lists";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import type { Total } from "../../../platform/lists/keyset-page";
import { idsOf } from "../../../platform/lists/fuzzy-name-search";
import { nameAndAddress } from "../../../platform/people";
import { withoutGroups, numberFormatVariants } from "../../../platform/lists/tokens";
import {
  SAMPLE,
  containsTermIndexed,
  matchesAllTerms,
  containsTerm,
  shouldScanInOrder,
  rowsIn,
  uncounted,
  type Sampled,
  type Test,
  type TermGroups,
} from "../../../platform/lists/text-search";

/** In the name; in tag or description, where the name does not hold it; or in any of them. */
export type Place = "name" | "rest" | "anywhere";

/** What contests are to be found by, and how the database finds them soonest. */
export interface Search {
  wordings: TermGroups;
  /** Contests that hold these are not meant. */
  except?: TermGroups;
  /** Whether so many hold it there that the list is better read in its own order than searched. */
  isCommon: Record<Place, boolean>;
  /** Of what is common anywhere; null where it is to be counted. */
  total: Total | "not counted" | null;
  /** Contests of these people are found too, whatever they hold: selects their ids. */
  creators: SQL | undefined;
  /** What was typed, folded. */
  typed: string;
  /** Some word of it is in no word of any contest: nothing needs to be searched. */
  isNowhere: boolean;
}

interface SearchedFor extends Pick<Search, "wordings" | "except" | "creators"> {
  place: Place;
}

const name = sql`${contestSearch.name}`;
const rest = sql`${contestSearch.rest}`;
function conditionOn({ wordings, except, place }: SearchedFor, test?: Test): SQL {
  const inPlace = {
    name: () => matchesAllTerms([name], wordings, test),
    // Of several words the name may hold some.
    rest: () =>
      sql`${matchesAllTerms(wordings.length === 1 ? [rest] : [name, rest], wordings, test)} and not ${matchesAllTerms([name], wordings)}`,
    anywhere: () => matchesAllTerms([name, rest], wordings, test),
  }[place]();
  return except ? sql`(${inPlace} and not ${matchesAllTerms([name, rest], except)})` : sql`(${inPlace})`;
}

const calledSo = (wordings: TermGroups): SQL =>
  sql`select ${users.id} from ${users} where ${matchesAllTerms(nameAndAddress, wordings, containsTermIndexed)}`;

/** Condition: the contest's creator is among them. They are found once, and not looked at for each contest. */
const isBy = (creators: SQL, contestId: SQL) =>
  sql`(select made.creator_id from ${contests} made where made.id = ${contestId}) in (${creators})`;

/** Rows of `table` of which each is looked at, and those that hold it are left. */
export function holding(table: SQL, id: SQL, sought: SearchedFor): SQL {
  const condition = sought.creators
    ? sql`(${conditionOn(sought)} or ${isBy(sought.creators, id)})`
    : conditionOn(sought);
  // Without the fence the database may join all of both tables where it does not know what is sought.
  return sql`${table} cross join lateral (select from ${contestSearch} where ${contestSearch.contestId} = ${id} and ${condition} offset 0) holding`;
}

/** Contests that hold it, found by an index. */
export function found(sought: SearchedFor): SQL {
  const ids = sql`select ${contestSearch.contestId} as id from ${contestSearch} where ${conditionOn(sought, containsTermIndexed)}`;
  return sql`(${sought.creators ? sql`${ids} union select ${contests.id} from ${contests} where ${contests.creatorId} in (${sought.creators})` : ids} offset 0) found
    cross join lateral (select * from ${contests} where ${contests.id} = found.id offset 0) ${contests}`;
}

interface Sought {
  /** As typed, or folded wordings. */
  text: string | TermGroups;
  except?: TermGroups;
  /** Contests of these people too, or of whoever is called so. */
  creators?: readonly string[] | "called so" | undefined;
  /** What else must hold of the contests that are meant, as a condition on `contest_popularity`. */
  among?: SQL | undefined;
}

interface SampledContests extends Sampled, Record<Place, number> {
  term: string;
  /** Of the sample, those that are meant, whatever they hold. */
  meant: number;
  /** Those that hold it, whether they are meant or not. */
  held: Record<Place, number>;
}

/** What was typed, folded and otherwise as it is; of numbers it is the same however their digits are grouped. */
export async function asTyped(db: Database, text: string): Promise<{ typed: string; wordings: TermGroups }> {
  const { rows } = await db.execute<{ term: string }>(sql`select search_fold(${text}::text) as term`);
  const typed = rows[0]!.term;
  return { typed, wordings: [[typed, ...numberFormatVariants(typed)]] };
}

const HAS_DIGIT = /\p{Nd}/u;

/** So many words of what was typed are looked up among all that were ever written. */
const LOOKED_UP = sql.raw("8");

/**
 * Condition: each word of it is, or is in, a word of some contest. Asked once: where it is not so, nothing else is read. Of a
 * long number the last three digits are looked up: however it is grouped, these stand together.
 */
const isInWords = (typed: SQL) =>
  sql`(select not exists (
    select from (select part from search_words_of(${typed}) part limit ${LOOKED_UP}) parts
    where not exists (select from ${searchWords} where ${searchWords.word} like '%' || case when part ~ '^[0-9]{4,}$' then right(part, 3) else part end || '%')))`;

/** Folds what is sought, and looks how common it is. */
export async function searchFor(db: Database, sought: Sought): Promise<Search> {
  const { except, among } = sought;
  // Which index finds such creators depends on what the text is when it is folded, and so do other ways to write a number.
  const known =
    typeof sought.text === "string" && (sought.creators !== undefined || HAS_DIGIT.test(sought.text))
      ? await asTyped(db, sought.text)
      : undefined;
  const text = known?.wordings ?? sought.text;
  const creators =
    sought.creators === "called so" ? calledSo(text as TermGroups) : sought.creators && idsOf(sought.creators);
  const typed = sql`search_fold(${typeof text === "string" ? text : (known?.typed ?? "")}::text)`;
  const isSomewhere =
    typeof sought.text === "string" && !creators
      ? isInWords(known ? sql`${withoutGroups(known.typed)}::text` : typed)
      : sql`true`;
  const holds = (...texts: SQL[]) =>
    typeof text === "string"
      ? sql`(${or(...texts.map((each) => containsTerm(each, sql`typed.term`)))})`
      : matchesAllTerms(texts, text);
  const { rows } = await db.execute<SampledContests>(sql`
    select ${typed} as term, count(*)::int as rows, ${rowsIn("contest_search")} as all, count(*) filter (where is_meant)::int as meant,
      count(*) filter (where is_meant and in_name)::int as name,
      count(*) filter (where is_meant and in_rest)::int as rest,
      count(*) filter (where is_meant and anywhere)::int as anywhere,
      json_build_object('name', count(*) filter (where in_name), 'rest', count(*) filter (where in_rest), 'anywhere', count(*) filter (where anywhere)) as held
    from (select is_meant, in_name, in_text and not in_name as in_rest, in_text or is_by_such as anywhere from (
      select ${holds(name)} as in_name, ${holds(name, rest)} as in_text, ${creators ? isBy(creators, sql`contest_id`) : sql`false`} as is_by_such,
        ${among ?? sql`true`} and ${except ? sql`not ${matchesAllTerms([name, rest], except)}` : sql`true`} as is_meant
      from (select ${typed} as term offset 0) typed
      cross join (select * from ${contestSearch} order by ${contestSearch.contestId} limit ${SAMPLE}) ${contestSearch}
      join (select * from ${contestPopularity} order by ${contestPopularity.contestId} limit ${SAMPLE}) ${contestPopularity} using (contest_id)
      offset 0
    ) looked_at) sample where ${isSomewhere}`);
  const sample = rows[0]!;
  const metIn = (place: Place) => ({ meant: sample.meant, held: sample.held[place], both: sample[place] });
  const isCommon = (place: Place) => shouldScanInOrder(metIn(place), sample);
  return {
    wordings: typeof text === "string" ? [[sample.term]] : text,
    ...(except && { except }),
    isCommon: { name: isCommon("name"), rest: isCommon("rest"), anywhere: isCommon("anywhere") },
    total: uncounted(metIn("anywhere"), sample),
    creators,
    typed: sample.term,
    // Where it may be somewhere there is a sample, unless there is no contest at all.
    isNowhere: sample.rows === 0,
  };
}
