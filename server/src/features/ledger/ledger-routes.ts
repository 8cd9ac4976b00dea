import { and, eq, sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/ledger";
import { newestFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { ledgerEntries } from "../../database/schema/taking-part";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { toNamedPerson } from "../../platform/people";
import { auditLedger } from "./audit-ledger";

type ListQuery = z.output<typeof contract.listLedger.query>;

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

/** Newest first. Contests and users may be missing; then the entry only has their ids. */
async function listEntries(db: Database, query: ListQuery, now: Date) {
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
}

export function ledgerRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  registerEndpoint(app, contract.listLedger, async ({ query }) => {
    const page = await listEntries(db, query, clock.now());
    return page.map(({ entry: { number, kind, amount, at, contestId, userId }, contestName, person }) => ({
      _id: String(number),
      kind,
      amount,
      at: at.toISOString(),
      contest: { _id: contestId, name: contestName ?? `Contest ${contestId}` },
      person: toNamedPerson(userId, person),
    }));
  });

  // An audit reads the whole ledger, so concurrent requests share one.
  let runningAudit: Promise<contract.LedgerAudit> | undefined;
  const audit = async (): Promise<contract.LedgerAudit> => {
    const asOf = clock.now().toISOString();
    const differences: string[] = [];
    const result = await auditLedger(
      db,
      (sentence) => void (differences.length < contract.MAX_DIFFERENCES && differences.push(sentence)),
    );
    return { asOf, ...result, differences };
  };
  registerEndpoint(
    app,
    contract.auditLedger,
    () => (runningAudit ??= audit().finally(() => (runningAudit = undefined))),
  );
}
