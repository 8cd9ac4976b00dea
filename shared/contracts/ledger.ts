import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { id, instant, searchWords } from "./text/fields";

export const LEDGER_KINDS = ["payment", "refund"] as const;

const count = z.number().int();

/** Money that moved: a payment into a contest, or the refund of one. */
export const ledgerEntry = z.object({
  /** Its number, in the order of writing. */
  _id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Whole taka; negative where they were given back. */
  amount: count,
  at: instant,
  contest: z.object({ _id: z.string(), name: z.string() }),
  /** Whose account was removed has no address any more. */
  person: z.object({ _id: z.string(), name: z.string(), email: z.string().nullable() }),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** Newest first. `q`: of a contest or a person of this name, address or id. */
export const listLedger = defineEndpoint({
  method: "GET",
  path: "/ledger",
  access: ["admin"],
  query: pageQuery.extend({
    q: searchWords.optional(),
    contest: id.optional(),
    person: id.optional(),
    kind: z.enum(LEDGER_KINDS).optional(),
  }),
  response: z.array(ledgerEntry),
});

/** So many differences are named to a page; `npm run audit:ledger` names all. */
export const DIFFERENCES_SHOWN = 20;

export const ledgerAudit = z.object({
  /** Everything was read as it was at this moment. */
  asOf: instant,
  payments: count,
  refunds: count,
  /** Whole taka of all payments, of all refunds, and what is left: what the site holds. */
  taken: count,
  refunded: count,
  held: count,
  differenceCount: count,
  /** The first, each as a sentence with the ids and amounts it is about. */
  differences: z.array(z.string()).max(DIFFERENCES_SHOWN),
});
export type LedgerAudit = z.output<typeof ledgerAudit>;

/** Counts the whole ledger against what the site says of places, contests and people. Takes its time. */
export const auditLedger = defineEndpoint({
  method: "GET",
  path: "/ledger-audit",
  access: ["admin"],
  response: ledgerAudit,
  perMinute: 20,
});
