import { and, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { listPayments } from "@conquest/shared/contracts/payments";
import type { Database } from "../../database/database";
import { newestFirst } from "../../database/sort-keys";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { ledgerEntries, participations } from "../../database/schema/taking-part";
import { DASHBOARD_LIMIT, readKeysetPage } from "../../platform/lists/keyset-page";
import type { Caller } from "../../platform/sessions/session";

const payments = alias(ledgerEntries, "payment");
const refunds = alias(ledgerEntries, "refund");
const payers = alias(users, "payer");
const creators = alias(users, "creator");

const isPaymentOf = and(eq(payments.participationId, ledgerEntries.participationId), eq(payments.kind, "payment"));
const isRefundOf = and(eq(refunds.participationId, ledgerEntries.participationId), eq(refunds.kind, "refund"));

export const paymentsRepository = (db: Database) => ({
  list(userId: string, { kind, ...query }: z.output<typeof listPayments.query>, now: Date) {
    const where = and(eq(ledgerEntries.userId, userId), kind && eq(ledgerEntries.kind, kind));
    return readKeysetPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: [...newestFirst(ledgerEntries), sql`${ledgerEntries.participationId}`],
      all: sql`select 1 from ${ledgerEntries} where ${where}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({
            number: ledgerEntries.number,
            kind: ledgerEntries.kind,
            amount: ledgerEntries.amount,
            at: ledgerEntries.at,
            contest: { _id: contests.id, name: contests.name },
            receiptNumber: payments.number,
            isRefunded: sql<boolean>`(${isNotNull(refunds.number)})`,
            ...columns,
          })
          .from(ledgerEntries)
          .innerJoin(payments, isPaymentOf)
          .leftJoin(refunds, isRefundOf)
          .innerJoin(contests, eq(contests.id, ledgerEntries.contestId))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },

  /** Undefined unless the caller is the payer or an admin. */
  async findReceipt(number: number, caller: Pick<Caller, "id" | "role">) {
    const [row] = await db
      .select({
        number: ledgerEntries.number,
        amount: ledgerEntries.amount,
        paidAt: ledgerEntries.at,
        last4: participations.last4,
        refund: { number: refunds.number, amount: refunds.amount, at: refunds.at },
        payer: { name: payers.name, email: payers.email, removedAt: payers.removedAt },
        contest: { _id: contests.id, name: contests.name },
        deadline: contests.deadline,
        creator: { name: creators.name, status: creators.status, removedAt: creators.removedAt },
      })
      .from(ledgerEntries)
      .innerJoin(participations, eq(participations.id, ledgerEntries.participationId))
      .leftJoin(refunds, isRefundOf)
      .innerJoin(payers, eq(payers.id, ledgerEntries.userId))
      .innerJoin(contests, eq(contests.id, ledgerEntries.contestId))
      .innerJoin(creators, eq(creators.id, contests.creatorId))
      .where(
        and(
          eq(ledgerEntries.number, number),
          eq(ledgerEntries.kind, "payment"),
          caller.role === "admin" ? undefined : eq(ledgerEntries.userId, caller.id),
        ),
      );
    return row;
  },
});
