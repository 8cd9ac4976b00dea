import { and, eq, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { listLedger } from "@conquest/shared/contracts/ledger";
import { newestFirst } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { ledgerEntries } from "../../database/schema/taking-part";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";

type ListQuery = z.output<typeof listLedger.query>;

const keys = [...newestFirst(ledgerEntries), sql`${ledgerEntries.participationId}`];

/** What of the ledger is asked for, each as a walk through one of its indexes. */
async function runsOf(db: Database, { q, contest, person, kind }: ListQuery): Promise<IndexRange[]> {
  const of = and(
    contest === undefined ? undefined : eq(ledgerEntries.contestId, contest),
    person === undefined ? undefined : eq(ledgerEntries.userId, person),
    kind && eq(ledgerEntries.kind, kind),
  );
  const run = (where: SQL | undefined): IndexRange => ({ from: sql`${ledgerEntries}`, where, leading: [], keys });
  if (!q) return [run(of)];
  return (await resolveSubjectFilter(db, q, ledgerEntries)).map((isMeant) => run(and(isMeant, of)));
}

export const ledgerRepository = (db: Database) => ({
  /** Newest first. What an entry names may be gone, or never have been: then it is named by its id alone. */
  async list(query: ListQuery, now: Date) {
    const runs = await runsOf(db, query);
    return readMergedKeysetPage(db, query, now, {
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
