import { and, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/ledger";
import { message } from "@conquest/shared/contracts/text/message";
import { inPeriod, newestFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { ledgerEntries } from "../../database/schema/taking-part";
import { resolveSubjectFilter } from "../../platform/lists/resolve-subject-filter";
import type { Page, PageQuery } from "../../platform/lists/keyset-page";
import { exportTable } from "../../platform/lists/export-table";
import type { CsvCell } from "../../platform/http/csv";
import { readMergedKeysetPage, type IndexRange } from "../../platform/lists/merged-page";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { toNamedPerson } from "../../platform/people";
import { auditLedger } from "./audit-ledger";

type Filter = Omit<z.output<typeof contract.exportLedger.query>, "language">;
type Entry = z.input<typeof contract.ledgerEntry>;

const [newest, writtenLast] = newestFirst(ledgerEntries);
const keys = [newest, writtenLast, sql`${ledgerEntries.participationId}`];

/** Returns disjoint conditions for the filtered entries. */
async function buildFilters(db: Database, { q, contest, person, kind, ...period }: Filter) {
  const filter = and(
    contest === undefined ? undefined : eq(ledgerEntries.contestId, contest),
    person === undefined ? undefined : eq(ledgerEntries.userId, person),
    kind && eq(ledgerEntries.kind, kind),
    inPeriod(newest, period),
  );
  if (!q) return [filter];
  return (await resolveSubjectFilter(db, q, ledgerEntries)).map((isSubject) => and(isSubject, filter));
}

/** Returns a function that reads a page, newest first. Contests and users may be missing; then only ids are known. */
async function openList({ db, clock }: Pick<Deps, "db" | "clock">, filter: Filter, isCounted = true) {
  const ranges = (await buildFilters(db, filter)).map((where): IndexRange => ({
    from: sql`${ledgerEntries}`,
    where,
    leading: [],
    keys,
  }));
  return async (query: PageQuery): Promise<Page<Entry>> => {
    const page = await readMergedKeysetPage(db, query, clock.now(), {
      defaultLimit: 50,
      runs: () => [ranges],
      all: isCounted ? ranges : "not counted",
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
    return page.map(({ entry: { number, kind, amount, at, contestId, userId }, contestName, person }) => ({
      _id: String(number),
      kind,
      amount,
      at: at.toISOString(),
      contest: { _id: contestId, name: contestName ?? message("Contest {id}", { id: contestId }) },
      person: toNamedPerson(userId, person),
    }));
  };
}

const HEADER = [
  message("Number"),
  message("Time (UTC)"),
  message("Type"),
  message("Amount (taka)"),
  message("Contest"),
  message("Contest (ID)"),
  message("Person"),
  message("Person (email)"),
  message("Person (ID)"),
];

const toCells = ({ _id, at, kind, amount, contest, person }: Entry): CsvCell[] => [
  Number(_id),
  at,
  kind,
  amount,
  contest.name,
  contest._id,
  person.name,
  person.email ?? "",
  person._id,
];

const sums = {
  collected: sql<number>`coalesce(sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.amount} > 0), 0)::float8`,
  refunded: sql<number>`coalesce(-sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.amount} < 0), 0)::float8`,
};

async function readTotals(
  db: Database,
  { bounds, ...filter }: z.output<typeof contract.getLedgerTotals.query>,
): Promise<contract.LedgerTotals> {
  const filters = await buildFilters(db, { ...filter, since: bounds[0], until: bounds.at(-1) });
  // A list as text, since each count of parameters would be a different statement.
  const starts = sql`string_to_array(${bounds.map((bound) => Date.parse(bound)).join(" ")}, ' ')::bigint[]`;
  const step = sql<number>`width_bucket(-${newest}, ${starts}) - 1`.as("step");
  const found =
    filters.length === 0
      ? []
      : await db
          .select({ step, ...sums })
          .from(ledgerEntries)
          .where(or(...filters))
          .groupBy(sql`step`);
  const [ofContest] =
    filter.contest === undefined
      ? []
      : await db.select(sums).from(ledgerEntries).where(eq(ledgerEntries.contestId, filter.contest));
  const byStep = new Map(found.map(({ step: index, ...totals }) => [index, totals]));
  return {
    steps: bounds.slice(1).map((_, index) => byStep.get(index) ?? { collected: 0, refunded: 0 }),
    contest: ofContest ?? null,
  };
}

export function ledgerRoutes(app: FastifyInstance, deps: Pick<Deps, "db" | "clock">): void {
  const { db, clock } = deps;

  registerEndpoint(app, contract.listLedger, async ({ query: { limit, cursor, ...filter } }) =>
    (await openList(deps, filter))({ limit, cursor }),
  );

  registerEndpoint(app, contract.exportLedger, async ({ query: { language, ...filter }, caller }) =>
    exportTable(
      { ...deps, exports: app.exports },
      { act: "ledger_exported", by: caller, language, name: message("Ledger"), header: HEADER, toCells },
      await openList(deps, filter, false),
    ),
  );

  registerEndpoint(app, contract.getLedgerTotals, ({ query }) => readTotals(db, query));

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
