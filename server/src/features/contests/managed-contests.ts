import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { AdminContest, ContestComment, MyContest } from "@conquest/shared/contracts/contests";
import type { Database } from "../../database/database";
import { contests, entries } from "../../database/schema/contests";
import { entryRatings } from "../../database/schema/judging";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { contestComments } from "../../database/schema/talk";
import type { Deps } from "../../platform/deps";
import { nameOf } from "../../platform/people";
import { findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import type { TermGroups } from "../../platform/lists/text-search";
import { readMergedKeysetPage, type Matches } from "../../platform/lists/merged-page";
import { DASHBOARD_LIMIT, type Page, type PageQuery } from "../../platform/lists/keyset-page";
import { canFeature } from "./policies/review-policy";
import { permissionsFor, toCard, wholeColumns } from "./contest-cards";
import { isCreator, type ContestFilter } from "./contest-filter";
import type { ContestOrder } from "./lists/contest-orders";
import { allOf, amongListed, buildContestRanges, rangeOfCreator } from "./lists/contest-ranges";
import { asTyped, searchFor, type Search } from "./lists/contest-search";
import { correctionsIn } from "./lists/corrections";
import { movedSince } from "./lists/moved-contests";
import { expandFuzzyQuery } from "./lists/fuzzy-query";
import { visibleToWhere, type Viewer } from "./contest-visibility";
import { winnerDueAt } from "./clock/lifecycle-schedule";

type Caller = NonNullable<Viewer>;

/** What was nearly typed is read where nothing is found that was: among others, in the order of the list, it would be taken for that. */
const otherwise =
  (find: () => Promise<Matches | null>): NonNullable<Matches["more"]> =>
  ({ total }) =>
    total > 0 ? Promise.resolve(null) : find();

/** Condition on `users`. */
const hasContests = sql`exists (select from ${contests} where ${contests.creatorId} = ${users.id})`;

/** What the owner and admins see of a contest beside everybody's columns. */
const managedColumns = (caller: Caller) => ({
  ...wholeColumns(caller),
  creatorEmail: users.email,
  paidCount: contests.participantCount,
  refundedCount: sql<number>`case when ${contests.cancelledAt} is null then 0 else (
    select count(*)::int from ${participations} where ${participations.contestId} = ${contests.id} and ${participations.state} = 'refunded' and ${participations.refundedAt} = ${contests.cancelledAt}) end`,
  ratedCount: sql<number>`case when ${contests.creatorId} = ${caller.id} and ${contests.entryCount} > 0 then (
    select count(*)::int from ${entries} join ${entryRatings} on ${entryRatings.entryId} = ${entries.id}
    where ${entries.contestId} = ${contests.id} and ${entryRatings.judgeId} = ${caller.id} and ${entryRatings.rating} is not null) else 0 end`,
});

/** Of all these contests in one query, newest first. */
const listComments = (db: Database, contestIds: string[]) =>
  db
    .select({
      id: contestComments.id,
      contestId: contestComments.contestId,
      text: contestComments.text,
      decision: contestComments.decision,
      // A decision has its word; of rounds only a confirmation that was taken back is told by a mere comment.
      isReturn: sql<boolean>`(${contestComments.decision} = 'comment' and ${contestComments.revision} is not null)`,
      createdAt: contestComments.createdAt,
      name: users.name,
      removedAt: users.removedAt,
    })
    .from(contestComments)
    .innerJoin(users, eq(users.id, contestComments.authorId))
    .where(inArray(contestComments.contestId, contestIds))
    .orderBy(desc(contestComments.createdAt), asc(contestComments.id));
type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

/** `name` is the author's. */
export const toComment = (row: Omit<CommentRow, "contestId">): ContestComment => ({
  _id: row.id,
  text: row.text,
  decision: row.decision,
  author: nameOf(row),
  at: row.createdAt.toISOString(),
  isReturn: row.isReturn,
});

/** A contest as whoever runs it sees it, and the address of its creator, which is for admins. */
export type ManagedContest = MyContest & {
  creatorId: string;
  creatorEmail: string;
  revision: number;
  isFeatured: boolean;
};

/** The same in the words that admins have it in. */
export const toAdminContest = ({ creatorId, creatorEmail, ...contest }: ManagedContest): AdminContest => ({
  ...contest,
  creator: { ...contest.creator, _id: creatorId, email: creatorEmail },
});

/** Contests as their owner and admins see them. */
export const managedContestsRepository = ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) => {
  const select = (caller: Caller) => db.select(managedColumns(caller)).from(contests).innerJoin(users, isCreator);
  type Row = Awaited<ReturnType<typeof select>>[number];

  const toManaged = (row: Row, comments: readonly CommentRow[], caller: Caller, now: Date): ManagedContest => ({
    // What the row says under the contract's own names goes as it is; of the rest the contract lets nothing out.
    ...row,
    ...toCard(row, now, config.joinAmount),
    isFeatured: row.featuredAt !== null && canFeature(row, row.isPublic, now) === null,
    comments: comments.filter((comment) => comment.contestId === row.id).map(toComment),
    createdAt: row.createdAt.toISOString(),
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
    winnerDueAt: winnerDueAt(row.deadline).toISOString(),
    creatorEmail: row.creatorEmail ?? "",
    may: permissionsFor(row, caller, now),
  });

  return {
    async find(id: string, caller: Caller): Promise<ManagedContest | undefined> {
      const [row] = await select(caller).where(eq(contests.id, id));
      return row && toManaged(row, await listComments(db, [id]), caller, clock.now());
    },

    /** Those of one creator, last created first or what is due first, or of all. */
    async list(
      caller: Caller,
      { filter, order, query }: { filter: ContestFilter; order: ContestOrder | "due"; query: PageQuery },
    ): Promise<Page<ManagedContest>> {
      const now = clock.now();
      const { q, withCreator = false, creatorId, contest } = filter;
      // Everybody sees what is their own; asked all the same, an index alone could not count it.
      const where = and(
        creatorId === caller.id ? undefined : visibleToWhere(caller),
        contest === undefined ? undefined : eq(contests.id, contest),
      );
      const scope = {
        filter,
        where,
        sees: "all" as const,
        moved: creatorId === undefined ? await movedSince(db, query.cursor, now) : undefined,
        now,
      };
      /** Wordings of the near search; null if only creators' names matched. */
      let nearly: TermGroups | null = null;
      let isByCreators = false;
      const matches = async (): Promise<Matches> => {
        if (creatorId !== undefined) {
          const own = (wordings?: TermGroups): Matches => {
            const runs = (at: Date) => [
              [rangeOfCreator(creatorId, { ...scope, wordings, ...(order === "due" && { dueAt: at }) })],
            ];
            return { runs, all: q || order === "due" ? undefined : runs(now)[0] };
          };
          if (!q) return own();
          const { typed, wordings } = await asTyped(db, q);
          return {
            ...own(wordings),
            more: otherwise(async () => {
              nearly = await expandFuzzyQuery(db, typed, creatorId);
              return nearly && own(nearly);
            }),
          };
        }
        if (order === "due") throw new Error("What is due is asked of one creator's contests.");
        const all = (search?: Search): Matches => ({
          runs: (at) => buildContestRanges(order, { ...scope, search }, at),
          all: allOf({ ...scope, search }),
        });
        if (!q) return all();
        const among = amongListed(scope);
        const exact = await searchFor(db, { text: q, creators: withCreator ? "called so" : undefined, among });
        return {
          ...all(exact),
          more: otherwise(async () => {
            const meant = await expandFuzzyQuery(db, exact.typed);
            const creators = withCreator
              ? await findUsersByFuzzyName(db, exact.typed, { among: hasContests, byAddress: true })
              : [];
            if (!meant && creators.length === 0) return null;
            isByCreators = creators.length > 0;
            nearly = meant ?? exact.wordings;
            return all(await searchFor(db, { text: nearly, creators: isByCreators ? creators : undefined, among }));
          }),
        };
      };
      const page = await readMergedKeysetPage(db, query, now, {
        ...(await matches()),
        defaultLimit: DASHBOARD_LIMIT,
        rows: ({ table, id, columns, orderBy }) =>
          db
            .select({ ...managedColumns(caller), ...columns })
            .from(contests)
            .innerJoin(table, eq(contests.id, id))
            .innerJoin(users, isCreator)
            .orderBy(...orderBy),
      });
      const ids = page.items.map(({ id }) => id);
      const comments = await listComments(db, ids);
      const named = nearly ? page.asResultsFor(isByCreators ? [] : await correctionsIn(db, nearly, ids)) : page;
      return named.map((row) => toManaged(row, comments, caller, now));
    },
  };
};
