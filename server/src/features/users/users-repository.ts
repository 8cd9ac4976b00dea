import { and, eq, getTableColumns, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listUsers } from "@conquest/shared/contracts/users";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { byJoining, requestsFirst } from "../../database/sort-keys";
import { users } from "../../database/schema/people";
import { orNotFound } from "../../platform/errors";
import { isActiveAdmin, isPresent, nameAndAddress } from "../../platform/people";
import { isOneOf, findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import { readMergedKeysetPage, type IndexRange, type Matches } from "../../platform/lists/merged-page";
import {
  SAMPLE,
  containsTermIndexed,
  matchesAllTerms,
  containsTerm,
  shouldScanInOrder,
  rowsIn,
  scanTotal,
  type MatchSample,
  type Sampled,
  type TermGroups,
  withoutEdgeSigns,
} from "../../platform/lists/text-search";

export type UserRow = typeof users.$inferSelect;
/** Marks an anonymized user, either removed by an admin or awaiting deletion at the identity provider. */
export type Tombstone = { removedAt: Date } & (
  { removedEmailHash: string; refusedBecause: string } | { leavingProviderSince: Date }
);
export type UserChange = Partial<typeof users.$inferInsert>;
type ListQuery = z.output<typeof listUsers.query>;

const accountColumns = {
  ...getTableColumns(users),
  // Drizzle omits the table name when selecting from a single table, so `id` would be the participation's.
  isJudge: sql<boolean>`(
    exists (select 1 from contest_judges seat where seat.judge_id = ${users}.id and seat.state in ('accepted', 'declined'))
    or exists (select 1 from contest_judges sent where sent.email = ${users}.email and sent.state in ('invited', 'declined')))`,
  takesPart: sql<boolean>`(
    exists (select 1 from participations p where p.user_id = ${users}.id)
    or exists (select 1 from waiting_list w where w.user_id = ${users}.id and w.ended_at is null))`,
  isOwner: sql<boolean>`exists (select 1 from contests own where own.creator_id = ${users}.id)`,
};
export type AccountRow = UserRow & { takesPart: boolean; isJudge: boolean; isOwner: boolean };

function hasRole(role: NonNullable<ListQuery["role"]>): SQL | undefined {
  if (role === "requested") return isNotNull(users.requestedAt);
  return role === "user" ? and(eq(users.role, "user"), isNull(users.requestedAt)) : eq(users.role, role);
}

const USER_CHANGE_LOCK = 76_403;

interface UserSearch {
  typed: string;
  wordings: TermGroups;
  /** True if so many rows match that scanning in list order is faster than the index. */
  isCommon: boolean;
  /** Total of a common search, or null if the rows have to be counted. */
  total: ReturnType<typeof scanTotal>;
}

interface UserSample extends Sampled, MatchSample {
  term: string;
}

async function searchFor(db: Database, text: string, listFilter: SQL | undefined): Promise<UserSearch> {
  const typed = sql`search_fold(${text}::text)`;
  const { rows } = await db.execute<UserSample>(sql`
    select ${typed} as term, count(*)::int as rows, ${rowsIn("users")} as all,
      count(*) filter (where is_eligible)::int as eligible, count(*) filter (where is_matching)::int as matching, count(*) filter (where is_eligible and is_matching)::int as both
    from (
      select (${or(...nameAndAddress.map((each) => containsTerm(each, sql`typed.term`)))}) as is_matching, (${listFilter}) as is_eligible
      from (select ${typed} as term offset 0) typed
      cross join (select * from ${users} order by ${users.id} limit ${SAMPLE}) ${users}
    ) sample`);
  const sample = rows[0]!;
  return {
    typed: sample.term,
    wordings: [[sample.term]],
    isCommon: shouldScanInOrder(sample, sample),
    total: scanTotal(sample, sample),
  };
}

export const usersRepository = (db: Database) => ({
  async find(id: string): Promise<AccountRow | undefined> {
    const [user] = await db
      .select(accountColumns)
      .from(users)
      .where(and(eq(users.id, id), isPresent));
    return user;
  },

  /** Lets others insert rows that reference the user, like notifications, unless `leaving`. */
  async lockById(id: string, { leaving = false } = {}): Promise<UserRow | undefined> {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isPresent))
      .for(leaving ? "update" : "no key update");
    return user;
  },

  /** Serializes admins who change each other. A stronger lock could deadlock with transactions that notify admins. */
  async lockAdmins(otherId: string): Promise<string[]> {
    const locked = await db
      .select({ id: users.id, isAdmin: sql<boolean>`${isActiveAdmin}` })
      .from(users)
      .where(or(isActiveAdmin, eq(users.id, otherId)))
      .orderBy(users.id)
      .for("no key update");
    return locked.filter(({ isAdmin }) => isAdmin).map(({ id }) => id);
  },

  /** Acquire it before any other lock: leaving users notify each other, and may have created contests by then. */
  async acquireUserChangeLock(): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(${USER_CHANGE_LOCK})`);
  },

  async list(query: ListQuery, now: Date, only: { id?: string; exceptEmail?: string }) {
    const listFilter = and(
      isPresent,
      query.role ? hasRole(query.role) : undefined,
      query.status ? eq(users.status, query.status) : undefined,
    );
    const listed = and(
      listFilter,
      only.id === undefined ? undefined : eq(users.id, only.id),
      only.exceptEmail === undefined ? undefined : ne(users.email, only.exceptEmail),
    );
    const rangeOf = (found: SQL | undefined, isFew: boolean): IndexRange => ({
      from: sql`${users}`,
      where: and(listed, found),
      leading: [],
      keys: query.sort ? byJoining(users) : requestsFirst(users),
      // No index orders open requests by age, but there are few; no index covers blocked users.
      isFew: isFew || (query.sort !== undefined && query.role === "requested") || query.status === "blocked",
    });
    let resultsFor: string[] | null = null;
    const findExact = async (text: string): Promise<Matches> => {
      const { typed, wordings, isCommon, total: estimated } = await searchFor(db, text, listFilter);
      const range = rangeOf(
        matchesAllTerms(nameAndAddress, wordings, isCommon ? containsTerm : containsTermIndexed),
        !isCommon,
      );
      return {
        runs: () => [[range]],
        all: (isCommon && estimated) || [range],
        more: async ({ total }) => {
          if (total > 0) return null;
          const bare = withoutEdgeSigns(typed);
          if (bare !== null) {
            resultsFor = [bare];
            return findExact(bare);
          }
          const ids = await findUsersByFuzzyName(db, typed, { among: listed, byAddress: true });
          resultsFor = [];
          return ids.length > 0 ? { runs: () => [[rangeOf(isOneOf(users.id, ids), true)]] } : null;
        },
      };
    };
    const everyone = rangeOf(undefined, false);
    const page = await readMergedKeysetPage(db, query, now, {
      isBackwards: query.sort === "newest",
      ...(query.q ? await findExact(query.q) : { runs: () => [[everyone]], all: [everyone] }),
      rows: ({ table, id, columns, orderBy }) =>
        db
          .select({ ...accountColumns, ...columns })
          .from(users)
          .innerJoin(table, eq(users.id, id))
          .orderBy(...orderBy),
    });
    return resultsFor ? page.asResultsFor(resultsFor) : page;
  },

  remove: (id: string, tombstone: Tombstone) =>
    db
      .update(users)
      .set({
        refusedBecause: "",
        ...tombstone,
        email: null,
        name: "",
        image: "",
        role: "user",
        requestedAt: null,
        roleAnswer: null,
        roleAnswerReason: "",
        roleAnsweredAt: null,
        signInsValidSince: null,
        termsVersion: null,
        language: null,
        timeZone: null,
      })
      .where(eq(users.id, id)),

  async change(id: string, change: UserChange): Promise<AccountRow> {
    if (Object.keys(change).length > 0) {
      await db
        .update(users)
        .set(change)
        .where(and(eq(users.id, id), isPresent));
    }
    return orNotFound(await this.find(id), message("We couldn't find that person."));
  },
});
