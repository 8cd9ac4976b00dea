import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { endingOf } from "@conquest/shared/contracts/media/unsafe-names";
import { toLatinDigits } from "@conquest/shared/contracts/text/digits";
import { message, type Message, type Text } from "@conquest/shared/contracts/text/message";
import { displayNameOf } from "../../../platform/people";
import { epochMs } from "../../../database/sort-keys";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { criterionRatings, entryRatings } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import {
  DASHBOARD_LIMIT,
  isAfter,
  readKeysetPage,
  type PageColumns,
  type PageQuery,
  type SortKeys,
} from "../../../platform/lists/keyset-page";
import { isOneOf, findUsersByFuzzyName } from "../../../platform/lists/fuzzy-name-search";
import { withoutEdgeSigns } from "../../../platform/lists/text-search";
import type { Deps } from "../../../platform/deps";
import { notFound } from "../../../platform/errors";
import type { FileRow } from "../../../platform/files/files-repository";
import type { Caller } from "../../../platform/sessions/session";
import { isForJudge } from "../../judges/domain/entry-assignments";
import { canReadEntries, canShortlistEntries, readsAllEntries } from "../../judges/domain/judging-policy";
import { assertAllowed } from "../../../platform/policy";
import { contestsRepository } from "../../contests/domain/contests-repository";
import { entryPrizeName } from "../../contests/domain/placements";
import { teamName } from "../../teams/domain/team-columns";
import { answeredTexts } from "../domain/answers";
import { withArrivals } from "../domain/arriving-entries";
import { hidesAuthors, requireJudge, throwNotAJudge } from "../../judges/domain/judge-access";
import { correctedMeans } from "./corrected-means";
import { ensureAssigned } from "./assign-entries";
import { toStoredFiles } from "../entries-repository";

const numberedLabel = (number: number): Message => message("Entry {number}", { number: { digits: String(number) } });

/** Neutral name of a file: original names often contain the author's name. `whole` is the name of its stored content. */
export const numberedFile = (number: number, position: number, whole: string): Message =>
  message("Entry {number}, file {position}.{ending}", {
    number: { digits: String(number) },
    position: { digits: String(position + 1) },
    ending: endingOf(whole),
  });

const namedLabel = (author: { name: string; removedAt: Date | null }): Text =>
  displayNameOf(author) || message("Unnamed participant");

export const labelOf = (number: number, author?: { name: string; removedAt: Date | null }): Text =>
  author ? namedLabel(author) : numberedLabel(number);

type Query = z.output<(typeof listJudgedEntries)["query"]>;

/** An entry of a team is shown with its name. Only admins see that of a hidden entry, to decide about reports. */
const authorNameFor = (isAdmin: boolean) =>
  isAdmin
    ? sql<string>`coalesce(${teamName}, ${users.name})`
    : sql<string>`case when ${entries.teamId} is null then ${users.name} when ${entries.hiddenAt} is null then ${teamName} else '' end`;

const EXCERPT_LENGTH = sql.raw("180");

const whenSubmitted = epochMs(entries.submittedAt);
const meanRating = sql<
  number | null
>`(select round(avg(given.rating), 1)::float8 from ${entryRatings} given where given.entry_id = ${entries.id})`;
const meanKey = sql`(select -coalesce(round(avg(given.rating) * 1000), 0)::int from ${entryRatings} given where given.entry_id = ${entries.id})`;

const OLDEST: SortKeys = [whenSubmitted, sql`${entries.id}`];
const ORDERS: Record<NonNullable<Query["sort"]>, SortKeys> = {
  oldest: OLDEST,
  newest: [sql`-${whenSubmitted}`, sql`${entries.id}`],
  // Keys are whole numbers, so the rating is in tenths.
  rating: [sql`(-coalesce(${entryRatings.rating}, 0) * 10)::int`, whenSubmitted, sql`${entries.id}`],
  mean: [meanKey, ...OLDEST],
  corrected: [sql`(-coalesce(round(corrected.mean * 1000), 0))::int`, ...OLDEST],
  unrated: [sql`(case when ${entryRatings.rating} is null then 0 else 1 end)`, whenSubmitted, sql`${entries.id}`],
};

/** As in {@link numberedLabel}, in any language. */
const AS_NUMBER = /^(?:(?:entry|এন্ট্রি)\s*)?(\d{1,9})$/i;

/** A contest's entries as one judge sees them. Author names are neither searched nor returned while they are hidden. */
const judgedEntriesRepository = (
  db: Database,
  {
    contestId,
    judgeId,
    areNamesHidden,
    isAdmin,
    choosesWinner,
    isShown,
  }: {
    contestId: string;
    judgeId: string;
    areNamesHidden: boolean;
    isAdmin: boolean;
    choosesWinner: boolean;
    /** Condition on entries that the judge can read; undefined for all. */
    isShown: SQL | undefined;
  },
) => {
  const authorName = authorNameFor(isAdmin);
  const isInContest = and(eq(entries.contestId, contestId), isShown);
  const own = and(eq(entryRatings.entryId, entries.id), eq(entryRatings.judgeId, judgeId));
  const isShortlisted = choosesWinner ? entries.isShortlisted : sql<boolean>`false`;
  const columns = {
    id: entries.id,
    contestId: entries.contestId,
    submittedAt: entries.submittedAt,
    number: entries.number,
    name: authorName,
    isTeam: sql<boolean>`(${entries.teamId} is not null)`,
    photo: sql<string>`case when ${entries.teamId} is null then ${users.image} else '' end`,
    removedAt: sql`case when ${entries.teamId} is null then ${users.removedAt} end`.mapWith(users.removedAt),
    isAuthorAway: sql<boolean>`(${users.status} = 'blocked' or ${users.removedAt} is not null)`,
    isWinner: sql<boolean>`${contests.winnerEntryId} is not distinct from ${entries.id}`,
    prizeName: entryPrizeName,
    isShortlisted,
    rating: entryRatings.rating,
    word: entryRatings.word,
  };
  const whole = {
    ...columns,
    text: entries.text,
    link: entries.link,
    answers: entries.answers,
    sha256: entries.sha256,
  };

  const withAuthor = <
    Row extends { number: number; name: string; isTeam: boolean; photo: string; removedAt: Date | null },
  >({
    number,
    name,
    isTeam,
    removedAt,
    photo,
    ...row
  }: Row) => ({
    ...row,
    number,
    ...(areNamesHidden
      ? { label: numberedLabel(number), name: "", photo: "" }
      : {
          label: isTeam && name === "" ? message("Unnamed team") : namedLabel({ name, removedAt }),
          name: removedAt ? namedLabel({ name, removedAt }) : name,
          photo,
        }),
  });

  const matchesQuery = (q: string): SQL | undefined => {
    const term = sql`search_fold(${q}::text)`;
    const texts = [entries.text, entries.link, answeredTexts, ...(areNamesHidden ? [] : [authorName])];
    const number = AS_NUMBER.exec(toLatinDigits(q))?.[1];
    return or(
      number ? eq(entries.number, sql`${Number(number)}::int`) : undefined,
      ...texts.map((text) => sql`strpos(search_fold(${text}), ${term}) > 0`),
    );
  };
  /** Condition for authors with a similar name; texts are not searched fuzzily. */
  const hasSimilarAuthor = async (typed: string): Promise<SQL | undefined> => {
    const isAuthor = sql`exists (select from ${entries} where ${entries.contestId} = ${contestId} and ${entries.userId} = ${users.id})`;
    const ids = await findUsersByFuzzyName(db, typed, { among: isAuthor, byAddress: false });
    return ids.length === 0 ? undefined : isOneOf(users.id, ids);
  };
  const filterBy = ({ rated, shortlisted }: Query, found: SQL | undefined) =>
    and(
      isInContest,
      found,
      rated === undefined ? undefined : rated === "yes" ? isNotNull(entryRatings.rating) : isNull(entryRatings.rating),
      shortlisted ? isShortlisted : undefined,
    );

  const listFound = (query: Query, now: Date, found: SQL | undefined) => {
    const where = filterBy(query, found);
    // Sorting by averages would reveal the other judges' ratings.
    const isHidden = (query.sort === "mean" || query.sort === "corrected") && !choosesWinner;
    const sort = isHidden ? "oldest" : (query.sort ?? "oldest");
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: ORDERS[sort],
      all: sql`select 1 from ${entries} inner join ${users} on ${users.id} = ${entries.userId} left join ${entryRatings} on ${own} where ${where}`,
      rows: ({ columns: pageColumns, after, orderBy, limit }) => {
        const rows = db
          .select({
            ...columns,
            mean: choosesWinner ? meanRating : sql<null>`null`,
            excerpt: sql<string>`left(${entries.text}, ${EXCERPT_LENGTH})`,
            ratedCriteria: sql<number>`(select count(*)::int from ${criterionRatings} given where given.entry_id = ${entries.id} and given.judge_id = ${judgeId})`,
            fileCount: sql<number>`(select count(*)::int from ${files} where ${files.entryId} = ${entries.id})`,
            ...pageColumns,
          })
          .from(entries)
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(users, eq(users.id, entries.userId))
          .leftJoin(entryRatings, own)
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit)
          .$dynamic();
        return sort === "corrected"
          ? rows.leftJoin(sql`${correctedMeans(contestId)} corrected`, sql`corrected.entry_id = ${entries.id}`)
          : rows;
      },
    });
  };

  const selectAfter = (after: SQL | undefined, limit: number, pageColumns: PageColumns) =>
    db
      .select({ ...whole, ...pageColumns })
      .from(entries)
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .innerJoin(users, eq(users.id, entries.userId))
      .leftJoin(entryRatings, own)
      .where(and(isInContest, after))
      .orderBy(...OLDEST)
      .limit(limit);

  return {
    async count() {
      const [row] = await db
        .select({
          entryCount: sql<number>`count(*)::int`,
          ratedCount: sql<number>`count(${entryRatings.rating})::int`,
          shortlistedCount: sql<number>`(count(*) filter (where ${isShortlisted}))::int`,
        })
        .from(entries)
        .leftJoin(entryRatings, own)
        .where(isInContest);
      return row!;
    },

    async list(query: Query, now: Date) {
      const page = await listFound(query, now, query.q ? matchesQuery(query.q) : undefined);
      if (!query.q || page.total > 0) return page.map(withAuthor);
      const { rows } = await db.execute<{ typed: string }>(sql`select search_fold(${query.q}::text) as typed`);
      const bare = withoutEdgeSigns(rows[0]!.typed);
      const barePage = bare === null ? page : await listFound(query, now, matchesQuery(bare));
      if (bare !== null && barePage.total > 0) return barePage.asResultsFor([bare]).map(withAuthor);
      const near = areNamesHidden ? undefined : await hasSimilarAuthor(bare ?? rows[0]!.typed);
      return (near ? (await listFound(query, now, near)).asResultsFor([]) : page).map(withAuthor);
    },

    async find(entryId: string) {
      const [row] = await db
        .select(whole)
        .from(entries)
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .innerJoin(users, eq(users.id, entries.userId))
        .leftJoin(entryRatings, own)
        .where(and(isInContest, eq(entries.id, entryId)));
      return row && withAuthor(row);
    },

    async listWhole(query: PageQuery, now: Date) {
      const page = await readKeysetPage(db, query, now, {
        defaultLimit: DASHBOARD_LIMIT,
        order: OLDEST,
        all: sql`select 1 from ${entries} where ${isInContest}`,
        rows: ({ columns: pageColumns, after, limit }) => selectAfter(after, limit, pageColumns),
      });
      return page.map(withAuthor);
    },

    async readPageAfter(after: { submittedAt: Date; id: string } | null, limit: number) {
      const rows = await selectAfter(
        isAfter(OLDEST, after && [after.submittedAt.getTime(), after.id]),
        limit,
        NOT_COUNTED,
      );
      return rows.map(withAuthor);
    },
  };
};

const NOT_COUNTED: PageColumns = { sortKeys: sql`null`, total: sql`null` };

export type WholeEntry = Awaited<ReturnType<ReturnType<typeof judgedEntriesRepository>["readPageAfter"]>>[number];

/** `choosesWinner`: sees the shortlist and all judges' ratings. `runsContest`: see {@link readsAllEntries}. */
export async function openEntries({ db, clock }: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) {
  const contest =
    (await contestsRepository(db).findJudged(contestId, caller)) ?? (await throwNotAJudge(db, contestId, caller));
  const judge = await requireJudge(db, contest, caller);
  const now = clock.now();
  const contestWithArrivals = await withArrivals(db, contest, now);
  assertAllowed(canReadEntries(contestWithArrivals, judge, now));
  const runsContest = readsAllEntries(contest, judge, now);
  if (!contestWithArrivals.isArriving) await ensureAssigned({ db, clock }, contest);
  const areNamesHidden = hidesAuthors(contest);
  const choosesWinner =
    judge.isOwner || (judge.isAdmin && canShortlistEntries({ ...contest, isArriving: false }, judge, now) === null);
  return {
    contest,
    areNamesHidden,
    choosesWinner,
    runsContest,
    entries: judgedEntriesRepository(db, {
      contestId,
      judgeId: caller.id,
      areNamesHidden,
      isAdmin: judge.isAdmin,
      choosesWinner,
      isShown: runsContest ? undefined : isForJudge(contest, caller.id),
    }),
  };
}

/** Like {@link openEntries}, but not for co-judges: an export contains everything at once. */
export async function openOwnEntries(deps: Pick<Deps, "db" | "clock">, contestId: string, caller: Caller) {
  const opened = await openEntries(deps, contestId, caller);
  return opened.runsContest ? opened : notFound(message("We couldn't find that contest in your account."));
}

export const filesFor = (
  { number, areNamesHidden }: { number: number; areNamesHidden: boolean },
  files: readonly FileRow[] = [],
): (Omit<StoredFile, "name"> & { name: Text })[] =>
  toStoredFiles<Text>(files, areNamesHidden ? (position, whole) => numberedFile(number, position, whole) : undefined);
