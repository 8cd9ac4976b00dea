import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant, taka } from "./text/fields";
import { fileAnswer } from "./media/files";

/** A sign-in of the caller that is open in some browser. */
export const ownSession = z.object({
  _id: z.string(),
  /** Browser and system in words, like "Firefox on Windows"; "" where they are not known. */
  device: z.string(),
  startedAt: instant,
  /** To ten minutes. */
  lastUsedAt: instant,
  /** The caller's own, in this browser. */
  isThisOne: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const sessionParam = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .catch("");

/** The last used first, this one before all. */
export const listSessions = defineEndpoint({
  method: "GET",
  path: "/my-sessions",
  access: "signed-in",
  response: z.array(ownSession),
});

/** Ends one sign-in of the caller's: what it opened, and what it could open. */
export const endOneSession = defineEndpoint({
  method: "DELETE",
  path: "/my-sessions/:id",
  access: "signed-in",
  params: z.object({ id: sessionParam }),
  response: z.object({ endedCount: z.number().int() }),
});

/** Ends all sign-ins of the caller's that are known, but for this one. */
export const endOtherSessions = defineEndpoint({
  method: "DELETE",
  path: "/other-sessions",
  access: "signed-in",
  response: z.object({ endedCount: z.number().int() }),
});

/** All that the site has of the caller (JSON), for themselves alone. */
export const exportMyData = defineEndpoint({
  method: "GET",
  path: "/my-data",
  access: "signed-in",
  response: fileAnswer,
  sends: "file",
  perMinute: 6,
});

/** What is cancelled when the caller deletes their account, as they were told of it. */
const cancellations = z.object({
  /** Contests of one's own that end: cancelled, or deleted where nobody ever paid. */
  contestCount: z.number().int().min(0),
  /** Places in them that are given up, each with what was paid for it: of somebody who takes part in two of them there are two. */
  refundedCount: z.number().int().min(0),
  /** Whole taka. */
  refundedTotal: taka,
});

export const accountDeletion = z.object({
  isAllowed: z.boolean(),
  /** Why not, as a sentence; "" where it is allowed. */
  because: z.string(),
  ends: cancellations,
  /** Places in contests of others that are given back, and what comes back for them in whole taka. */
  leaves: z.object({ count: z.number().int().min(0), total: taka }),
  /** Entries that stay, without a name. */
  entryCount: z.number().int().min(0),
  /** Contests of others that end, as nobody else could win. Not of older servers. */
  lastEntryCount: z.number().int().min(0).optional(),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** What deleting the account would bring about now. */
export const previewDeletion = defineEndpoint({
  method: "GET",
  path: "/account-deletion",
  access: "signed-in",
  response: accountDeletion,
});

/**
 * Deletes the caller's account. `Authorization: Bearer <ID token>` of a sign-in of the last five minutes goes with it, and what
 * the caller was told: where that is no longer so, nothing is deleted.
 */
export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/my-account",
  access: "signed-in",
  // Pages that are older tell back what is cancelled alone.
  body: cancellations.extend(
    accountDeletion.pick({ leaves: true, entryCount: true, lastEntryCount: true }).partial().shape,
  ),
  response: z.object({ deletedCount: z.literal(1) }),
  perMinute: 20,
});
