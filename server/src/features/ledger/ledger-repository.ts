import { and, eq, notInArray, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listLedger } from "@conquest/shared/contracts/ledger";
import { newestFirst } from "../../database/epoch-ms";
import type { Database } from "../../database/open-database";
import { contestSearch } from "../../database/schema/contest-lists";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { ledgerEntries } from "../../database/schema/taking-part";
import { badInput } from "../../platform/errors";
import { readMergedPage, type Run } from "../../platform/lists/read-merged-page";
import { findsIt, hold } from "../../platform/lists/text-search";

type ListQuery = z.output<typeof listLedger.query>;

/** Of more the list is not made of theirs: whoever looks for somebody's money means somebody. */
const MOST_MEANT = 50;

const keys = [...newestFirst(ledgerEntries), sql`${ledgerEntries.participationId}`];

/** Contests and people that are called so, or have this id. */
async function meantBy(db: Database, words: string): Promise<{ contestIds: string[]; userIds: string[] }> {
  const { rows } = await db.execute<{ folded: string }>(sql`select search_fold(${words}::text) as folded`);
  const wordings = [[rows[0]!.folded]];
  const ids = async (table: SQL, id: SQL, texts: SQL[]) => {
    const found = await db.execute<{ id: string }>(sql`select ${id} as id from ${table} where ${id} = ${words} or ${hold(texts, wordings, findsIt)} limit ${MOST_MEANT + 1}`);
    return found.rows.map((row) => row.id);
  };
  const contestIds = await ids(sql`${contestSearch}`, sql`${contestSearch.contestId}`, [sql`${contestSearch.name}`]);
  const userIds = await ids(sql`${users}`, sql`${users.id}`, [sql`search_fold(${users.name})`, sql`${users.email}`]);
  if (contestIds.length > MOST_MEANT || userIds.length > MOST_MEANT) badInput({ q: `More than ${MOST_MEANT} contests or people are called so. Please type more of the name or the address.` });
  return { contestIds, userIds };
}

/** What of the ledger is asked for, each as a walk through one of its indexes. */
async function runsOf(db: Database, { q, contest, person, kind }: ListQuery): Promise<Run[]> {
  const of = and(contest === undefined ? undefined : eq(ledgerEntries.contestId, contest), person === undefined ? undefined : eq(ledgerEntries.userId, person), kind && eq(ledgerEntries.kind, kind));
  const run = (where: SQL | undefined): Run => ({ from: sql`${ledgerEntries}`, where, leading: [], keys });
  if (!q) return [run(of)];
  const { contestIds, userIds } = await meantBy(db, q);
  const elsewhere = contestIds.length > 0 ? notInArray(ledgerEntries.contestId, contestIds) : undefined;
  return [
    ...contestIds.map((id) => run(and(eq(ledgerEntries.contestId, id), of))),
    ...userIds.map((id) => run(and(eq(ledgerEntries.userId, id), elsewhere, of))),
  ];
}

export const ledgerOf = (db: Database) => ({
  /** Newest first. What an entry names may be gone, or never have been: then it is named by its id alone. */
  async list(query: ListQuery, now: Date) {
    const runs = await runsOf(db, query);
    return readMergedPage(db, query, now, {
      defaultLimit: 50,
      runs: () => [runs],
      all: runs,
      rows: ({ table, id, columns, orderBy }) =>
        db
          .select({
            entry: ledgerEntries,
            contestName: contests.name,
            person: { name: users.name, email: users.email, removedAt: users.removedAt },
            ...columns,
          })
          .from(ledgerEntries)
          .innerJoin(table, and(eq(ledgerEntries.participationId, id), eq(ledgerEntries.number, sql`-${orderBy[1]!}`)))
          .leftJoin(contests, eq(contests.id, ledgerEntries.contestId))
          .leftJoin(users, eq(users.id, ledgerEntries.userId))
          .orderBy(...orderBy),
    });
  },
});
