import { z } from "zod";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { LEDGER_KINDS } from "./ledger";
import { fileLanguage, fileResponse } from "./media/files";
import { paymentStatus } from "./participation";
import { displayName, instant, taka } from "./text/fields";
import { timeZone } from "./text/time-zone";

const ledgerNumber = z.number().int().min(1);

/** For paths: malformed numbers match no payment, which gives a 404 instead of a validation error. */
const numberParams = z.object({
  number: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .catch("0"),
});

export const payment = z.object({
  number: ledgerNumber,
  kind: z.enum(LEDGER_KINDS),
  /** Whole taka; negative for refunds. */
  amount: z.number().int(),
  at: instant,
  contest: z.object({ _id: z.string(), name: z.string() }),
  /** Number of the payment: a refund is on the receipt of its payment. */
  receiptNumber: ledgerNumber,
  isRefunded: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** The caller's payments and refunds, newest first. Free participations have none. */
export const listPayments = defineEndpoint("GET /payments", "signed-in", {
  query: pageQuery.extend({ kind: z.enum(LEDGER_KINDS).optional() }),
  response: z.array(payment),
});

export const receipt = z.object({
  number: ledgerNumber,
  status: paymentStatus,
  amount: taka,
  paidAt: instant,
  last4: z.string(),
  refund: z.object({ number: ledgerNumber, amount: taka, at: instant }).nullable(),
  /** If there is no winner by this time, everyone who paid is refunded. Older servers do not send it. */
  refundAt: instant.optional(),
  payer: z.object({ name: displayName, email: z.string().nullable() }),
  contest: z.object({ _id: z.string(), name: z.string() }),
  creator: z.object({ name: displayName }),
});
export type Receipt = z.output<typeof receipt>;

/** For the payer and admins. 404 for everyone else, and for refunds. */
export const getReceipt = defineEndpoint("GET /payments/:number", "signed-in", {
  params: numberParams,
  response: receipt,
});

/** Like {@link getReceipt}, as PDF in a language. Times are in `zone`, or in UTC without it. */
export const downloadReceipt = defineEndpoint("GET /payments/:number/receipt.pdf", "signed-in", {
  params: numberParams,
  query: z.object({ zone: timeZone.optional(), language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 30,
});
