import { sql, type SQL } from "drizzle-orm";
import type { LedgerAudit } from "@conquest/shared/contracts/ledger";
import { formatTaka } from "../../platform/text/format";
import type { Database } from "../../database/database";

/** A participation and its ledger entries; null if one side is missing. */
interface ParticipationDifference {
  id: string;
  participation: {
    contestId: string;
    userId: string;
    amount: number;
    isRefunded: boolean;
    paidAt: string;
    refundedAt: string | null;
  } | null;
  ledger: {
    payments: number;
    refunds: number;
    paid: number;
    refunded: number;
    isRefundFirst: boolean;
    /** Distinct contests of its entries; two if they disagree. */
    contestIds: string[];
    userIds: string[];
    paidAt: string | null;
    refundedAt: string | null;
  } | null;
}

const findParticipationDifferences = sql`
  select coalesce(p.id, l.participation_id) as id,
    case when p.id is not null then json_build_object('contestId', p.contest_id, 'userId', p.user_id, 'amount', p.amount, 'isRefunded', p.state = 'refunded',
      'paidAt', p.paid_at, 'refundedAt', p.refunded_at) end as participation,
    case when l.participation_id is not null then json_build_object('payments', l.payments, 'refunds', l.refunds, 'paid', l.paid, 'refunded', l.refunded,
      'isRefundFirst', l.is_refund_first, 'contestIds', l.contest_ids, 'userIds', l.user_ids, 'paidAt', l.paid_at, 'refundedAt', l.refunded_at) end as ledger
  from participations p
  full join (
    select participation_id,
      count(*) filter (where kind = 'payment') as payments,
      count(*) filter (where kind = 'refund') as refunds,
      coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
      coalesce(-sum(amount) filter (where kind = 'refund'), 0) as refunded,
      coalesce(min(number) filter (where kind = 'refund') < min(number) filter (where kind = 'payment'), false) as is_refund_first,
      case when min(contest_id) = max(contest_id) then array[min(contest_id)] else array[min(contest_id), max(contest_id)] end as contest_ids,
      case when min(user_id) = max(user_id) then array[min(user_id)] else array[min(user_id), max(user_id)] end as user_ids,
      min(at) filter (where kind = 'payment') as paid_at,
      min(at) filter (where kind = 'refund') as refunded_at
    from ledger_entries group by participation_id
  ) l on l.participation_id = p.id
  where p.id is null
    or (p.amount > 0)::int <> coalesce(l.payments, 0)
    or (p.amount > 0 and p.state = 'refunded')::int <> coalesce(l.refunds, 0)
    or l.is_refund_first
    or (l.participation_id is not null
      and (l.paid, l.refunded, l.contest_ids, l.user_ids, l.paid_at, l.refunded_at)
        is distinct from (p.amount, case p.state when 'refunded' then p.amount else 0 end, array[p.contest_id], array[p.user_id], p.paid_at, p.refunded_at))`;

const NO_ENTRIES: NonNullable<ParticipationDifference["ledger"]> = {
  payments: 0,
  refunds: 0,
  paid: 0,
  refunded: 0,
  isRefundFirst: false,
  contestIds: [],
  userIds: [],
  paidAt: null,
  refundedAt: null,
};

/** Describes each difference. One cause may give two: a missing payment also leaves its refund unmatched. */
function describeParticipation({ id, participation, ledger }: ParticipationDifference): string[] {
  const of = (contest: string, person: string) => `of participation ${id} (contest ${contest}, user ${person})`;
  if (!participation) {
    const { payments, refunds, paid, refunded, contestIds, userIds } = ledger!;
    const where = of(contestIds.join(" and "), userIds.join(" and "));
    return [
      ...(payments > 0 ? [`The ledger has a payment of ${formatTaka(paid)} ${where}, which does not exist.`] : []),
      ...(refunds > 0 ? [`The ledger has a refund of ${formatTaka(refunded)} ${where}, which does not exist.`] : []),
    ];
  }

  const { contestId, userId, amount, isRefunded, paidAt, refundedAt } = participation;
  const where = of(contestId, userId);
  const { payments, refunds, paid, refunded, isRefundFirst, contestIds, userIds, ...at } = ledger ?? NO_ENTRIES;
  const sentences: string[] = [];
  const addIf = (condition: boolean, sentence: string) => void (condition && sentences.push(sentence));

  addIf(amount > 0 && payments === 0, `The payment of ${formatTaka(amount)} ${where} is not in the ledger.`);
  addIf(
    payments > 1,
    `The payment of ${formatTaka(amount)} ${where} is in the ledger ${payments} times, ${formatTaka(paid)} in total.`,
  );
  addIf(
    payments === 1 && paid !== amount,
    `The payment ${where} is ${formatTaka(paid)} in the ledger and ${formatTaka(amount)} in the participation.`,
  );
  addIf(
    amount > 0 && isRefunded && refunds === 0,
    `The refund of ${formatTaka(amount)} ${where} is not in the ledger.`,
  );
  addIf(
    refunds > 1,
    `The refund of ${formatTaka(amount)} ${where} is in the ledger ${refunds} times, ${formatTaka(refunded)} in total.`,
  );
  addIf(
    refunds > 0 && !isRefunded,
    `The ledger has a refund of ${formatTaka(refunded)} ${where}, which was not refunded.`,
  );
  addIf(
    refunds === 1 && isRefunded && refunded !== amount,
    `The refund ${where} is ${formatTaka(refunded)} in the ledger and ${formatTaka(amount)} in the participation.`,
  );
  addIf(
    refunds > 0 && payments === 0,
    `The ledger has a refund of ${formatTaka(refunded)} ${where} without its payment.`,
  );
  addIf(
    payments > 0 && refunded > paid,
    `More was refunded than paid ${where}: ${formatTaka(refunded)} of ${formatTaka(paid)}.`,
  );
  addIf(isRefundFirst, `The refund of ${formatTaka(refunded)} ${where} was written before its payment.`);
  addIf(
    contestIds.some((each) => each !== contestId),
    `The ledger has contest ${contestIds.join(" and ")} for the payment ${where}.`,
  );
  addIf(
    userIds.some((each) => each !== userId),
    `The ledger has user ${userIds.join(" and ")} for the payment ${where}.`,
  );
  addIf(
    at.paidAt !== null && at.paidAt !== paidAt,
    `The payment of ${formatTaka(paid)} ${where} is dated ${at.paidAt} in the ledger and ${paidAt} in the participation.`,
  );
  addIf(
    at.refundedAt !== null && isRefunded && at.refundedAt !== refundedAt,
    `The refund of ${formatTaka(refunded)} ${where} is dated ${at.refundedAt} in the ledger and ${refundedAt} in the participation.`,
  );
  return sentences;
}

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
      if (paidTotal === null) return [`The ledger has ${formatTaka(held)} for contest ${id}, which does not exist.`];
      return [
        ...(paidTotal !== held
          ? [`Contest ${id} holds ${formatTaka(held)} in the ledger and ${formatTaka(paidTotal)} in its own row.`]
          : []),
        ...(count !== participations
          ? [`Contest ${id} counts ${count} participants, but its paid participations are ${participations}.`]
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
        ? [`User ${id} has ${formatTaka(held)} in the ledger and ${formatTaka(paid)} in participations.`]
        : [`The ledger has ${formatTaka(held)} for user ${id}, who does not exist.`],
  ),
  check<{ held: number; places: number; contests: number }>(
    sql`
      select 'all' as id, * from (select
        (select coalesce(sum(amount), 0) from ledger_entries) as held,
        (select coalesce(sum(amount), 0) from participations where state = 'paid') as places,
        (select coalesce(sum(paid_total), 0) from contests) as contests) sums
      where held <> places or held <> contests`,
    ({ held, places, contests }) => [
      `In total, the ledger has ${formatTaka(held)}, participations ${formatTaka(places)} and contests ${formatTaka(contests)}.`,
    ],
  ),
];

const FETCH_SIZE = 500;

type AuditResult = Omit<LedgerAudit, "asOf" | "differences">;

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
