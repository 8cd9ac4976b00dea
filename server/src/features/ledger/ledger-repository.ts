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

async function buildRanges(db: Database, { q, contest, person, kind }: ListQuery): Promise<IndexRange[]> {
  const filter = and(
    contest === undefined ? undefined : eq(ledgerEntries.contestId, contest),
    person === undefined ? undefined : eq(ledgerEntries.userId, person),
    kind && eq(ledgerEntries.kind, kind),
  );
  const range = (where: SQL | undefined): IndexRange => ({ from: sql`${ledgerEntries}`, where, leading: [], keys });
  if (!q) return [range(filter)];
  return (await resolveSubjectFilter(db, q, ledgerEntries)).map((isSubject) => range(and(isSubject, filter)));
}

export const ledgerRepository = (db: Database) => ({
  /** Newest first. Contests and users may be missing; then the entry only has their ids. */
  async list(query: ListQuery, now: Date) {
    const ranges = await buildRanges(db, query);
    return readMergedKeysetPage(db, query, now, {
      defaultLimit: 50,
      runs: () => [ranges],
      all: ranges,
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
