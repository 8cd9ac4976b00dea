import { z } from "zod";
import { contestPermissions, contestCard, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { entryAnswer } from "./judging/ratings";
import { email, emailParam, id, instant, taka } from "./text/fields";

export const paymentStatus = z.enum(["paid", "refunded"]);

export const joinReceipt = z.object({
  contestId: z.string(),
  /** Whole taka. */
  amount: taka,
  /** Empty where nothing was charged. */
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
    /** What the person was told that joining costs, in whole taka; refused when it is no longer so. */
    amount: taka.optional(),
  }),
  response: joinReceipt,
  perMinute: 120,
});

/**
 * Gives the place back with a full refund: until something was submitted or the deadline, and for whoever joined before the deadline
 * was moved for a while after that; when they leave, their entry is taken back.
 */
export const leaveContest = defineEndpoint({
  method: "PUT",
  path: "/leave-contest",
  access: "signed-in",
  body: z.object({
    contestId: id,
    email,
    /** Whether the person was told that their entry is taken back; refused when it is no longer so. */
    withdrawsEntry: z.boolean().optional(),
  }),
  response: z.object({ refundedTotal: taka }),
});

/** One person follows at most so many contests. */
export const MAX_FOLLOWED = 500;

/** Follows a contest, to be reminded before it closes, or follows it no more. The same again changes nothing. */
export const followContest = defineEndpoint({
  method: "PUT",
  path: "/follow-contest/:contestId",
  access: "signed-in",
  params: z.object({ contestId: id }),
  body: z.object({ isFollowing: z.boolean() }),
  response: z.object({ isFollowing: z.boolean() }),
});

/** What the caller follows and may see, the last followed first. */
export const listFollowedContests = defineEndpoint({
  method: "GET",
  path: "/followed-contests",
  access: "signed-in",
  query: pageQuery,
  response: z.array(contestCard),
});

export const participation = z.object({
  /** Of the contest. */
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  deadline: instant,
  phase,
  /** Since then the public does not see it, after a report; null where it does. */
  hiddenAt: instant.nullable(),
  /** The public sees it now: not once it is cancelled, while it is hidden or its creator is blocked. */
  isPublic: z.boolean(),
  /** Whole taka. */
  amount: taka,
  paymentStatus,
  paidAt: instant,
  entryState: z.enum(["none", "submitted", "winner"]),
  /** What was said of the entry, for its author once the winner is named; null else. */
  answer: entryAnswer.nullable(),
  /** Until then they may leave with what they handed in, since the deadline was moved after they had joined; null where it was not, or that is over. */
  leavesUntil: instant.nullable(),
  may: contestPermissions,
});
export type Participation = z.infer<typeof participation>;

export const listParticipatedContests = defineEndpoint({
  method: "GET",
  path: "/participated-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  /** `missing`: only open contests that the person joined but has not submitted to. */
  query: pageQuery.extend({ entry: z.literal("missing").optional() }),
  response: z.array(participation),
});
