import { z } from "zod";
import { contestPermissions, contestCard, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { entryAnswer } from "./judging/ratings";
import { email, emailParam, id, instant, taka } from "./text/fields";

export const paymentStatus = z.enum(["paid", "refunded"]);

export const joinReceipt = z.object({
  contestId: z.string(),
  amount: taka,
  /** Last digits of the card; empty if nothing was charged. */
  last4: z.string(),
  paymentStatus,
  paidAt: instant,
  participantCount: z.number().int().min(0),
});

export const joinContest = defineEndpoint({
  method: "PUT",
  path: "/join-contest",
  access: "signed-in",
  body: z.object({
    contestId: id,
    email,
    /** The price shown to the user, in whole taka; rejected if it has changed. */
    amount: taka.optional(),
  }),
  response: joinReceipt,
  perMinute: 120,
});

/**
 * Leaves with a full refund: before the deadline and without an entry, or for a limited time after a deadline
 * extension, which also withdraws the entry.
 */
export const leaveContest = defineEndpoint({
  method: "PUT",
  path: "/leave-contest",
  access: "signed-in",
  body: z.object({
    contestId: id,
    email,
    /** True if the user was told that their entry will be withdrawn; rejected if that has changed. */
    withdrawsEntry: z.boolean().optional(),
  }),
  response: z.object({ refundedTotal: taka }),
});

/** Contests that one user can follow. */
export const MAX_FOLLOWED = 500;

/** Follows a contest, to get a reminder before it closes, or stops following it. Idempotent. */
export const followContest = defineEndpoint({
  method: "PUT",
  path: "/follow-contest/:contestId",
  access: "signed-in",
  params: z.object({ contestId: id }),
  body: z.object({ isFollowing: z.boolean() }),
  response: z.object({ isFollowing: z.boolean() }),
});

export const listFollowedContests = defineEndpoint({
  method: "GET",
  path: "/followed-contests",
  access: "signed-in",
  query: pageQuery,
  response: z.array(contestCard),
});

export const participation = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  deadline: instant,
  phase,
  hiddenAt: instant.nullable(),
  isPublic: z.boolean(),
  amount: taka,
  paymentStatus,
  paidAt: instant,
  entryState: z.enum(["none", "submitted", "winner"]),
  /** Summary of the judges' ratings; null before the winner is chosen. */
  answer: entryAnswer.nullable(),
  /**
   * The caller can leave with a submitted entry until this time, because the deadline was extended after they joined.
   * Null otherwise.
   */
  leavesUntil: instant.nullable(),
  may: contestPermissions,
});
export type Participation = z.infer<typeof participation>;

export const listParticipatedContests = defineEndpoint({
  method: "GET",
  path: "/participated-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  /** `missing`: only open contests that the caller joined but has not submitted to. */
  query: pageQuery.extend({ entry: z.literal("missing").optional() }),
  response: z.array(participation),
});
