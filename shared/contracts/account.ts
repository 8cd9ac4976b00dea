import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { displayName, instant, sentence, taka } from "./text/fields";
import { fileResponse } from "./media/files";

export const ownSession = z.object({
  _id: z.string(),
  device: displayName,
  startedAt: instant,
  lastUsedAt: instant,
  isThisOne: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const sessionParam = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .catch("");

export const listSessions = defineEndpoint("GET /my-sessions", "signed-in", { response: z.array(ownSession) });

export const endOneSession = defineEndpoint("DELETE /my-sessions/:id", "signed-in", {
  params: z.object({ id: sessionParam }),
  response: z.object({ endedCount: z.number().int() }),
});

export const endOtherSessions = defineEndpoint("DELETE /other-sessions", "signed-in", {
  response: z.object({ endedCount: z.number().int() }),
});

export const exportMyData = defineEndpoint("GET /my-data", "signed-in", {
  response: fileResponse,
  sends: "file",
  perMinute: 6,
});

const cancellations = z.object({
  contestCount: z.number().int().min(0),
  refundedCount: z.number().int().min(0),
  refundedTotal: taka,
});

const payments = z.object({ count: z.number().int().min(0), total: taka });

export const accountDeletion = z.object({
  isAllowed: z.boolean(),
  because: sentence,
  ends: cancellations,
  /** Participations in contests of others; `total` in whole taka. */
  leaves: payments,
  /** Paid participations in undecided contests of others that can't be left. Older servers omit it. */
  stays: payments
    .extend({
      /** Those before the deadline, because of an entry. Older servers omit it. */
      submitted: payments.optional(),
    })
    .optional(),
  entryCount: z.number().int().min(0),
  /** Older servers omit it. */
  wonCount: z.number().int().min(0).optional(),
  /** Contests of others that end because no one else could win. Older servers omit it. */
  lastEntryCount: z.number().int().min(0).optional(),
  /** Prizes that the caller has not sent and whose winners will not get them. Older servers omit it. */
  unsentPrizeCount: z.number().int().min(0).optional(),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

export const previewDeletion = defineEndpoint("GET /account-deletion", "signed-in", { response: accountDeletion });

/** Requires an ID token from the last five minutes and the previewed consequences, if these are still the same. */
export const deleteAccount = defineEndpoint("DELETE /my-account", "signed-in", {
  // Older pages send only the cancellations.
  body: cancellations.extend(
    accountDeletion.pick({ leaves: true, entryCount: true, lastEntryCount: true }).partial().shape,
  ),
  response: z.object({ deletedCount: z.literal(1) }),
  perMinute: 20,
});
