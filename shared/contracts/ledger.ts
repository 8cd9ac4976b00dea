import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { id, instant, searchWords } from "./text/fields";

export const LEDGER_KINDS = ["payment", "refund"] as const;

const count = z.number().int();

export const ledgerEntry = z.object({
  _id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Whole taka; negative for refunds. */
  amount: count,
  at: instant,
  contest: z.object({ _id: z.string(), name: z.string() }),
  person: z.object({ _id: z.string(), name: z.string(), email: z.string().nullable() }),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** Newest first. `q` matches contests and people by name, address or id. */
export const listLedger = defineEndpoint("GET /ledger", ["admin"], {
  query: pageQuery.extend({
    q: searchWords.optional(),
    contest: id.optional(),
    person: id.optional(),
    kind: z.enum(LEDGER_KINDS).optional(),
  }),
  response: z.array(ledgerEntry),
});

/** Limit in a response; `npm run audit:ledger` lists all. */
export const MAX_DIFFERENCES = 20;

export const ledgerAudit = z.object({
  /** All numbers are from one database snapshot at this time. */
  asOf: instant,
  payments: count,
  refunds: count,
  /** Total payments, total refunds and the difference, which the site holds. Whole taka. */
  taken: count,
  refunded: count,
  held: count,
  differenceCount: count,
  differences: z.array(z.string()).max(MAX_DIFFERENCES),
});
export type LedgerAudit = z.output<typeof ledgerAudit>;

/** Compares the whole ledger with participations, contests and users. Slow. */
export const auditLedger = defineEndpoint("GET /ledger-audit", ["admin"], { response: ledgerAudit, perMinute: 20 });
