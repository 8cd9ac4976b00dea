import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { fileLanguage, fileResponse } from "./media/files";
import { displayName, id, instant, searchWords } from "./text/fields";
import { invalid, message } from "./text/message";

export const LEDGER_KINDS = ["payment", "refund"] as const;

const count = z.number().int();

export const ledgerEntry = z.object({
  _id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Whole taka; negative for refunds. */
  amount: count,
  at: instant,
  contest: z.object({ _id: z.string(), name: displayName }),
  person: z.object({ _id: z.string(), name: displayName, email: z.string().nullable() }),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** `q` matches contests and people by name, address or id. `since` is inclusive, `until` exclusive. */
const ledgerFilter = z.object({
  q: searchWords.optional(),
  contest: id.optional(),
  person: id.optional(),
  kind: z.enum(LEDGER_KINDS).optional(),
  since: instant.optional(),
  until: instant.optional(),
});

/** Newest first. */
export const listLedger = defineEndpoint("GET /ledger", ["admin"], {
  query: ledgerFilter.extend(pageQuery.shape),
  response: z.array(ledgerEntry),
});

/** The whole filtered list as CSV. */
export const exportLedger = defineEndpoint("GET /ledger/table", ["admin"], {
  query: ledgerFilter.extend({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 20,
});

/** As many as fit on a phone. */
export const MAX_LEDGER_STEPS = 45;

/** The starts of all steps and the end of the last one, since days of a time zone differ in length. */
const bounds = z
  .string()
  .max(2_000)
  .transform((text) => text.split(","))
  .pipe(
    z
      .array(instant)
      .min(2)
      .max(MAX_LEDGER_STEPS + 1)
      .refine(
        (instants) => instants.every((at, index) => index === 0 || at > instants[index - 1]!),
        invalid(message("Use later ones")),
      ),
  );

/** Whole taka; refunds are positive. */
const sums = z.object({ collected: count, refunded: count });

export const ledgerTotals = z.object({
  steps: z.array(sums),
  /** All transactions of the contest that the list is filtered by. */
  contest: sums.nullable(),
});
export type LedgerTotals = z.output<typeof ledgerTotals>;

/** Sums the filtered list in each step. Commas separate the `bounds`, which start each step and end the last one. */
export const getLedgerTotals = defineEndpoint("GET /ledger/totals", ["admin"], {
  query: ledgerFilter.omit({ since: true, until: true }).extend({ bounds }),
  response: ledgerTotals,
  perMinute: 60,
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
