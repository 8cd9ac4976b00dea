import { sql, type SQL } from "drizzle-orm";
import type { LedgerAudit } from "@conquest/shared/contracts/ledger";
import type { Database } from "../../database/database";
import { formatTaka } from "../../platform/text/taka";
import {
  findParticipationDifferences,
  describeParticipation,
  type ParticipationDifference,
} from "./participation-differences";

interface Check<Row> {
  /** Selects the rows that differ, with an `id` to order by. */
  query: SQL;
  toSentences: (row: Row) => string[];
}

const check = <Row>(query: SQL, toSentences: Check<Row>["toSentences"]): Check<never> => ({ query, toSentences });

const CHECKS = [
  check<ParticipationDifference>(findParticipationDifferences, describeParticipation),
  check<{ id: string; paidTotal: number | null; held: number; count: number; participations: number }>(
    sql`
      select coalesce(c.id, l.contest_id) as id, c.paid_total as "paidTotal", coalesce(l.held, 0) as held, c.participant_count as count, coalesce(p.paid, 0) as participations
      from contests c
      full join (select contest_id, sum(amount) as held from ledger_entries group by contest_id) l on l.contest_id = c.id
      left join (select contest_id, count(*) as paid from participations where state = 'paid' group by contest_id) p on p.contest_id = c.id
      where c.id is null or c.paid_total <> coalesce(l.held, 0) or c.participant_count <> coalesce(p.paid, 0)`,
    ({ id, paidTotal, held, count, participations }) => {
      if (paidTotal === null)
        return [`The ledger has ${formatTaka(held)} of contest ${id}, and there is no such contest.`];
      return [
        ...(paidTotal !== held
          ? [
              `Of contest ${id} ${formatTaka(held)} are held by the ledger, and ${formatTaka(paidTotal)} by the contest.`,
            ]
          : []),
        ...(count !== participations
          ? [`Contest ${id} says that ${count} take part, and ${participations} have a place.`]
          : []),
      ];
    },
  ),
  check<{ id: string; isThere: boolean; held: number; paid: number }>(
    sql`
      select coalesce(l.user_id, p.user_id) as id, u.id is not null as "isThere", coalesce(l.held, 0) as held, coalesce(p.paid, 0) as paid
      from (select user_id, sum(amount) as held from ledger_entries group by user_id) l
      full join (select user_id, sum(amount) as paid from participations where state = 'paid' group by user_id) p on p.user_id = l.user_id
      left join users u on u.id = coalesce(l.user_id, p.user_id)
      where u.id is null or coalesce(l.held, 0) <> coalesce(p.paid, 0)`,
    ({ id, isThere, held, paid }) =>
      isThere
        ? [`Of person ${id} ${formatTaka(held)} are held by the ledger, and ${formatTaka(paid)} by their places.`]
        : [`The ledger has ${formatTaka(held)} of person ${id}, and there is no such person.`],
  ),
  check<{ held: number; places: number; contests: number }>(
    sql`
      select 'all' as id, * from (select
        (select coalesce(sum(amount), 0) from ledger_entries) as held,
        (select coalesce(sum(amount), 0) from participations where state = 'paid') as places,
        (select coalesce(sum(paid_total), 0) from contests) as contests) sums
      where held <> places or held <> contests`,
    ({ held, places, contests }) => [
      `In all ${formatTaka(held)} are held by the ledger, ${formatTaka(places)} by places and ${formatTaka(contests)} by contests.`,
    ],
  ),
];

const FETCH_SIZE = 500;

export type AuditResult = Omit<LedgerAudit, "asOf" | "differences">;

/** Returns false for a database that no server of this version has migrated yet. */
export async function hasLedger(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass('ledger_entries') is not null as "isThere"`,
  );
  return rows[0]!.isThere;
}

/** Compares within the database, in one read-only snapshot; at most one batch of differences is in memory. */
export const auditLedger = (db: Database, onDifference: (sentence: string) => void): Promise<AuditResult> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // All rows are fetched, so the planner must not optimize for the first ones.
      await tx.execute(sql`set local cursor_tuple_fraction = 1`);
      const { rows } = await tx.execute<Omit<AuditResult, "differenceCount"> & Record<string, unknown>>(sql`
        select count(*) filter (where kind = 'payment')::float8 as payments, count(*) filter (where kind = 'refund')::float8 as refunds,
          coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as taken, coalesce(-sum(amount) filter (where kind = 'refund'), 0)::float8 as refunded,
          coalesce(sum(amount), 0)::float8 as held
        from ledger_entries`);
      let differenceCount = 0;
      for (const [index, { query, toSentences }] of CHECKS.entries()) {
        // As JSON, numbers stay numbers, and every FETCH returns the same shape.
        const cursor = sql.raw(`differing_${index}`);
        await tx.execute(
          sql`declare ${cursor} no scroll cursor for select to_json(d) as row from (${query}) d order by id`,
        );
        for (let isMore = true; isMore;) {
          const fetched = await tx.execute<{ row: never }>(sql`fetch ${sql.raw(String(FETCH_SIZE))} from ${cursor}`);
          for (const sentence of fetched.rows.flatMap(({ row }) => toSentences(row))) {
            differenceCount += 1;
            onDifference(sentence);
          }
          isMore = fetched.rows.length === FETCH_SIZE;
        }
        await tx.execute(sql`close ${cursor}`);
      }
      return { ...rows[0]!, differenceCount };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
