import { and, eq, getTableColumns, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listUsers } from "@conquest/shared/contracts/users";
import type { Database } from "../../database/database";
import { byJoining, requestsFirst } from "../../database/requests-first";
import { users } from "../../database/schema/people";
import { orNotFound } from "../../platform/errors";
import { isActiveAdmin, isPresent, nameAndAddress } from "../../platform/people";
import { isOneOf, findUsersByFuzzyName } from "../../platform/lists/fuzzy-name-search";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";
import {
  SAMPLE,
  containsTermIndexed,
  matchesAllTerms,
  containsTerm,
  shouldScanInOrder,
  rowsIn,
  uncounted,
  type MatchSample,
  type Sampled,
  type TermGroups,
} from "../../platform/lists/text-search";

export type UserRow = typeof users.$inferSelect;
/** What a tombstone says: when, and by which hash its address is refused, or since when the provider's account is to go too. */
export type Tombstone = { removedAt: Date } & (
  { removedEmailHash: string; refusedBecause: string } | { leavingProviderSince: Date }
);
export type UserChange = Partial<typeof users.$inferInsert>;
type ListQuery = z.output<typeof listUsers.query>;

const accountColumns = {
  ...getTableColumns(users),
  // Selected from one table a column loses its table's name, and `id` would be the participation's.
  isJudge: sql<boolean>`(
    exists (select 1 from contest_judges seat where seat.judge_id = ${users}.id and seat.state in ('accepted', 'declined'))
    or exists (select 1 from contest_judges sent where sent.email = ${users}.email and sent.state in ('invited', 'declined')))`,
  takesPart: sql<boolean>`exists (select 1 from participations p where p.user_id = ${users}.id)`,
  isOwner: sql<boolean>`exists (select 1 from contests own where own.creator_id = ${users}.id)`,
};
/** A person, and whether they ever took part in a contest, are invited to judge any or have any of their own. */
export type AccountRow = UserRow & { takesPart: boolean; isJudge: boolean; isOwner: boolean };

function hasRole(role: NonNullable<ListQuery["role"]>): SQL | undefined {
  if (role === "requested") return isNotNull(users.requestedAt);
  return role === "user" ? and(eq(users.role, "user"), isNull(users.requestedAt)) : eq(users.role, role);
}

const TURNS = 76_403;

interface SearchedFor {
  /** What was typed, folded. */
  typed: string;
  wordings: TermGroups;
  /** So many hold it that the list is better read in its own order than searched. */
  isCommon: boolean;
  /** Where it is common; null where it is to be counted. */
  total: ReturnType<typeof uncounted>;
}

interface SampledPeople extends Sampled, MatchSample {
  term: string;
}

/** Folds what is sought, and looks how common it is among those who are `meant`. */
async function searchFor(db: Database, text: string, meant: SQL | undefined): Promise<SearchedFor> {
  const typed = sql`search_fold(${text}::text)`;
  const { rows } = await db.execute<SampledPeople>(sql`
    select ${typed} as term, count(*)::int as rows, ${rowsIn("users")} as all,
      count(*) filter (where is_meant)::int as meant, count(*) filter (where is_held)::int as held, count(*) filter (where is_meant and is_held)::int as both
    from (
      select (${or(...nameAndAddress.map((each) => containsTerm(each, sql`typed.term`)))}) as is_held, (${meant}) as is_meant
      from (select ${typed} as term offset 0) typed
      cross join (select * from ${users} order by ${users.id} limit ${SAMPLE}) ${users}
    ) sample`);
  const sample = rows[0]!;
  return {
    typed: sample.term,
    wordings: [[sample.term]],
    isCommon: shouldScanInOrder(sample, sample),
    total: uncounted(sample, sample),
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

  /** Holds a person who was not removed. What refers to them, like a notice, is written meanwhile unless they are `leaving`. */
  async hold(id: string, { leaving = false } = {}): Promise<UserRow | undefined> {
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isPresent))
      .for(leaving ? "update" : "no key update");
    return user;
  },

  /**
   * Holds every admin's row, so that two admins who change each other come one after the other, and with them the person to be
   * changed: who becomes an admin meanwhile has their place in the order too. Held harder they would be waited for by whoever
   * tells the admins something, and whom they wait for. Answers the admins' ids.
   */
  async lockAdmins(beside: string): Promise<string[]> {
    const held = await db
      .select({ id: users.id, isAdmin: sql<boolean>`${isActiveAdmin}` })
      .from(users)
      .where(or(isActiveAdmin, eq(users.id, beside)))
      .orderBy(users.id)
      .for("no key update");
    return held.filter(({ isAdmin }) => isAdmin).map(({ id }) => id);
  },

  /**
   * One person is changed, is removed or leaves after the other, over all servers: whoever leaves tells others, who cannot be told
   * while they leave, and a contest that somebody has made since theirs were held is written with them. Held before anything else.
   */
  async takeTurn(): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(${TURNS})`);
  },

  async list(query: ListQuery, now: Date, only: { id?: string; exceptEmail?: string }) {
    const meant = and(
      isPresent,
      query.role ? hasRole(query.role) : undefined,
      query.status ? eq(users.status, query.status) : undefined,
    );
    const search = query.q ? await searchFor(db, query.q, meant) : undefined;
    const listed = and(
      meant,
      only.id === undefined ? undefined : eq(users.id, only.id),
      only.exceptEmail === undefined ? undefined : ne(users.email, only.exceptEmail),
    );
    const runOf = (found: SQL | undefined, isFew: boolean): IndexRange => ({
      from: sql`${users}`,
      where: and(listed, found),
      leading: [],
      keys: query.sort ? byJoining(users) : requestsFirst(users),
      // Open requests are few, and no index has them by age; who is blocked is in none.
      isFew: isFew || (query.sort !== undefined && query.role === "requested") || query.status === "blocked",
    });
    const run = runOf(
      search && matchesAllTerms(nameAndAddress, search.wordings, search.isCommon ? containsTerm : containsTermIndexed),
      search !== undefined && !search.isCommon,
    );
    let isNearly = false;
    const page = await readMergedKeysetPage(db, query, now, {
      isBackwards: query.sort === "newest",
      runs: () => [[run]],
      all: (search?.isCommon && search.total) || [run],
      more: async ({ total }) => {
        if (!search || total > 0) return null;
        const ids = await findUsersByFuzzyName(db, search.typed, { among: listed, byAddress: true });
        isNearly = ids.length > 0;
        return isNearly ? { runs: () => [[runOf(isOneOf(users.id, ids), true)]] } : null;
      },
      rows: ({ table, id, columns, orderBy }) =>
        db
          .select({ ...accountColumns, ...columns })
          .from(users)
          .innerJoin(table, eq(users.id, id))
          .orderBy(...orderBy),
    });
    return isNearly ? page.asResultsFor([]) : page;
  },

  /** Leaves a tombstone: an account without name, picture, address and role. */
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
      })
      .where(eq(users.id, id)),

  /** Writes what is given, and answers the person as they are then; nothing given writes nothing. */
  async change(id: string, change: UserChange): Promise<AccountRow> {
    if (Object.keys(change).length > 0) {
      await db
        .update(users)
        .set(change)
        .where(and(eq(users.id, id), isPresent));
    }
    return orNotFound(await this.find(id), "There is no such person.");
  },
});
