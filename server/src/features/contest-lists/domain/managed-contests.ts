import type { z } from "zod";
import { and, asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { adminContest, contestComment, myContest } from "@conquest/shared/contracts/contests";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { entryRatings } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import { participations } from "../../../database/schema/taking-part";
import { contestComments } from "../../../database/schema/talk";
import type { Deps } from "../../../platform/deps";
import { displayNameOf } from "../../../platform/people";
import { findUsersByFuzzyName } from "../../../platform/lists/fuzzy-name-search";
import { type TermGroups, withoutEdgeSigns } from "../../../platform/lists/text-search";
import { readMergedKeysetPage, type Matches } from "../../../platform/lists/merged-page";
import { DASHBOARD_LIMIT, type Page, type PageQuery } from "../../../platform/lists/keyset-page";
import { canFeature } from "../../review/domain/review-policy";
import { permissionsFor, toCard, fullContestColumns } from "../../contest-cards/domain/contest-cards";
import { isCreator, type ContestFilter } from "./contest-list";
import type { ContestOrder } from "./contest-orders";
import { rangesToCount, amongListed, buildContestRanges, rangeOfCreator } from "./contest-ranges";
import { foldQuery, searchFor, type Search } from "./contest-search";
import { expandFuzzyQuery, textsSearchedInstead, type SearchedInstead } from "./fuzzy-query";
import { findMovedSince } from "./moved-contests";
import { visibleToWhere, type Viewer } from "../../contests/domain/contest-visibility";
import { winnerDueAt } from "../../lifecycle/domain/lifecycle-schedule";

type Caller = NonNullable<Viewer>;

/** Fuzzy matches would look like exact ones if mixed into the list. */
const fallbackIfEmpty =
  (find: () => Promise<Matches | null>): NonNullable<Matches["more"]> =>
  ({ total }) =>
    total > 0 ? Promise.resolve(null) : find();

const hasContests = sql`exists (select from ${contests} where ${contests.creatorId} = ${users.id})`;

const managedColumns = (caller: Caller) => ({
  ...fullContestColumns(caller),
  creatorEmail: users.email,
  paidCount: contests.participantCount,
  refundedCount: sql<number>`case when ${contests.cancelledAt} is null then 0 else (
    select count(*)::int from ${participations} where ${participations.contestId} = ${contests.id} and ${participations.state} = 'refunded' and ${participations.refundedAt} = ${contests.cancelledAt}) end`,
  ratedCount: sql<number>`case when ${contests.creatorId} = ${caller.id} and ${contests.entryCount} > 0 then (
    select count(*)::int from ${entries} join ${entryRatings} on ${entryRatings.entryId} = ${entries.id}
    where ${entries.contestId} = ${contests.id} and ${entryRatings.judgeId} = ${caller.id} and ${entryRatings.rating} is not null) else 0 end`,
});

const listComments = (db: Database, contestIds: string[]) =>
  db
    .select({
      ...getTableColumns(contestComments),
      // Decisions have their own label; a plain comment with a revision always revokes a confirmation.
      isReturn: sql<boolean>`(${contestComments.decision} = 'comment' and ${contestComments.revision} is not null)`,
      name: users.name,
      removedAt: users.removedAt,
    })
    .from(contestComments)
    .innerJoin(users, eq(users.id, contestComments.authorId))
    .where(inArray(contestComments.contestId, contestIds))
    .orderBy(desc(contestComments.createdAt), asc(contestComments.id));
type CommentRow = Awaited<ReturnType<typeof listComments>>[number];

export const toComment = (row: CommentRow): z.input<typeof contestComment> => ({
  _id: row.id,
  text: row.text,
  decision: row.decision,
  author: displayNameOf(row),
  at: row.createdAt.toISOString(),
  isReturn: row.isReturn,
});

/** A contest as its managers see it, plus the creator's email address, which only admins get. */
export type ManagedContest = z.input<typeof myContest> & {
  creatorId: string;
  creatorEmail: string;
  revision: number;
  isFeatured: boolean;
};

export const toAdminContest = ({
  creatorId,
  creatorEmail,
  ...contest
}: ManagedContest): z.input<typeof adminContest> => ({
  ...contest,
  creator: { ...contest.creator, _id: creatorId, email: creatorEmail },
});

export const managedContests = ({ db, clock, config }: Pick<Deps, "db" | "clock" | "config">) => {
  const select = (caller: Caller) => db.select(managedColumns(caller)).from(contests).innerJoin(users, isCreator);
  type Row = Awaited<ReturnType<typeof select>>[number];

  const toManaged = (row: Row, comments: readonly CommentRow[], caller: Caller, now: Date): ManagedContest => ({
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

    async list(
      caller: Caller,
      { filter, order, query }: { filter: ContestFilter; order: ContestOrder | "due"; query: PageQuery },
    ): Promise<Page<ManagedContest>> {
      const now = clock.now();
      const { q, withCreator = false, creatorId, contest } = filter;
      // Skips the visibility check for the caller's own contests: with it, an index alone could not count them.
      const where = and(
        creatorId === caller.id ? undefined : visibleToWhere(caller),
        contest === undefined ? undefined : eq(contests.id, contest),
      );
      const scope = {
        filter,
        where,
        sees: "all" as const,
        moved: creatorId === undefined ? await findMovedSince(db, query.cursor, now) : undefined,
        now,
      };
      const searched: SearchedInstead = { near: null, inBothScripts: null };
      let matchesCreators = false;
      const matches = async (): Promise<Matches> => {
        if (creatorId !== undefined) {
          const own = (wordings?: TermGroups): Matches => {
            const runs = (at: Date) => [
              [rangeOfCreator(creatorId, { ...scope, wordings, ...(order === "due" && { dueAt: at }) })],
            ];
            return { runs, all: q || order === "due" ? undefined : runs(now)[0] };
          };
          if (!q) return own();
          const findExact = async (text: string): Promise<Matches> => {
            const query = await foldQuery(db, text);
            searched.inBothScripts = query.phrases.length > 0 ? query.inBothScripts : null;
            return {
              ...own(query.inBothScripts),
              more: fallbackIfEmpty(async () => {
                const bare = withoutEdgeSigns(query.typed);
                if (bare !== null) {
                  searched.near = bare;
                  return findExact(bare);
                }
                searched.near = await expandFuzzyQuery(db, query, { creatorId });
                return searched.near && own(searched.near);
              }),
            };
          };
          return findExact(q);
        }
        if (order === "due") throw new Error("Filter for one creator's contests to list what is due.");
        const all = (search?: Search): Matches => ({
          runs: (at) => buildContestRanges(order, { ...scope, search }, at),
          all: rangesToCount({ ...scope, search }),
        });
        if (!q) return all();
        const among = amongListed(scope);
        const findExact = async (text: string): Promise<Matches> => {
          const query = await foldQuery(db, text);
          const exact = await searchFor(db, {
            text: query.phrases.length > 0 ? query.inBothScripts : query,
            creators: withCreator ? "called so" : undefined,
            among,
          });
          return {
            ...all(exact),
            more: fallbackIfEmpty(async () => {
              const bare = withoutEdgeSigns(query.typed);
              if (bare !== null) {
                searched.near = bare;
                return findExact(bare);
              }
              const expanded = await expandFuzzyQuery(db, query);
              const creators = withCreator
                ? await findUsersByFuzzyName(db, query.typed, { among: hasContests, byAddress: true })
                : [];
              if (!expanded && creators.length === 0) return null;
              matchesCreators = creators.length > 0;
              searched.near = expanded ?? query.wordings;
              return all(
                await searchFor(db, { text: searched.near, creators: matchesCreators ? creators : undefined, among }),
              );
            }),
          };
        };
        return findExact(q);
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
      const resultsFor = matchesCreators ? [] : await textsSearchedInstead(db, searched, ids);
      return (resultsFor ? page.asResultsFor(resultsFor) : page).map((row) => toManaged(row, comments, caller, now));
    },
  };
};
