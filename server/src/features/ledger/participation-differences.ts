import { sql } from "drizzle-orm";
import { formatTaka } from "../../platform/text/taka";

/** A participation and its ledger entries; null if one side is missing. */
export interface ParticipationDifference {
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

export const findParticipationDifferences = sql`
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
export function describeParticipation({ id, participation, ledger }: ParticipationDifference): string[] {
  const of = (contest: string, person: string) => `of place ${id} (contest ${contest}, person ${person})`;
  if (!participation) {
    const { payments, refunds, paid, refunded, contestIds, userIds } = ledger!;
    const where = of(contestIds.join(" and "), userIds.join(" and "));
    return [
      ...(payments > 0
        ? [`The ledger has a payment of ${formatTaka(paid)} ${where}, and there is no such place.`]
        : []),
      ...(refunds > 0
        ? [`The ledger has a refund of ${formatTaka(refunded)} ${where}, and there is no such place.`]
        : []),
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
    `The payment of ${formatTaka(amount)} ${where} is ${payments} times in the ledger, ${formatTaka(paid)} together.`,
  );
  addIf(
    payments === 1 && paid !== amount,
    `The payment ${where} is ${formatTaka(paid)} in the ledger and ${formatTaka(amount)} at the place.`,
  );
  addIf(
    amount > 0 && isRefunded && refunds === 0,
    `The refund of ${formatTaka(amount)} ${where} is not in the ledger.`,
  );
  addIf(
    refunds > 1,
    `The refund of ${formatTaka(amount)} ${where} is ${refunds} times in the ledger, ${formatTaka(refunded)} together.`,
  );
  addIf(
    refunds > 0 && !isRefunded,
    `The ledger has a refund of ${formatTaka(refunded)} ${where}, which was not given back.`,
  );
  addIf(
    refunds === 1 && isRefunded && refunded !== amount,
    `The refund ${where} is ${formatTaka(refunded)} in the ledger and ${formatTaka(amount)} at the place.`,
  );
  addIf(
    refunds > 0 && payments === 0,
    `The ledger has a refund of ${formatTaka(refunded)} ${where} without its payment.`,
  );
  addIf(
    payments > 0 && refunded > paid,
    `More was given back than paid ${where}: ${formatTaka(refunded)} of ${formatTaka(paid)}.`,
  );
  addIf(isRefundFirst, `The refund of ${formatTaka(refunded)} ${where} was written before its payment.`);
  addIf(
    contestIds.some((each) => each !== contestId),
    `The ledger has contest ${contestIds.join(" and ")} for what was paid ${where}.`,
  );
  addIf(
    userIds.some((each) => each !== userId),
    `The ledger has person ${userIds.join(" and ")} for what was paid ${where}.`,
  );
  addIf(
    at.paidAt !== null && at.paidAt !== paidAt,
    `The payment of ${formatTaka(paid)} ${where} is of ${at.paidAt} in the ledger and of ${paidAt} at the place.`,
  );
  addIf(
    at.refundedAt !== null && isRefunded && at.refundedAt !== refundedAt,
    `The refund of ${formatTaka(refunded)} ${where} is of ${at.refundedAt} in the ledger and of ${refundedAt} at the place.`,
  );
  return sentences;
}
