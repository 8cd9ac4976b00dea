import { z } from "zod";
import { contestPermissions, contestCard, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { entryFeedbackSummary } from "./judging/ratings";
import { email, id, instant, taka } from "./text/fields";

export const paymentStatus = z.enum(["paid", "refunded"]);

export const joinReceipt = z.object({
  contestId: z.string(),
  amount: taka,
  last4: z.string(),
  paymentStatus,
  paidAt: instant,
  participantCount: z.number().int().min(0),
});

export const joinContest = defineEndpoint("PUT /join-contest", "signed-in", {
  body: z.object({
    contestId: id,
    email,
    /** The price shown to the user; rejected if it has changed. */
    amount: taka.optional(),
  }),
  response: joinReceipt,
  perMinute: 120,
});

/** Full refund: before the deadline without an entry, or for a limited time after an extension, even with one. */
export const leaveContest = defineEndpoint("PUT /leave-contest", "signed-in", {
  body: z.object({
    contestId: id,
    email,
    /** True if the user was shown that their entry will be withdrawn; rejected if that has changed. */
    withdrawsEntry: z.boolean().optional(),
  }),
  response: z.object({ refundedTotal: taka }),
});

export const MAX_FOLLOWED = 500;

export const followContest = defineEndpoint("PUT /follow-contest/:contestId", "signed-in", {
  params: z.object({ contestId: id }),
  body: z.object({ isFollowing: z.boolean() }),
  response: z.object({ isFollowing: z.boolean() }),
});

export const listFollowedContests = defineEndpoint("GET /followed-contests", "signed-in", {
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
  answer: entryFeedbackSummary.nullable(),
  /** Set if the deadline was extended after the caller joined: they can leave with their entry until then. */
  leavesUntil: instant.nullable(),
  may: contestPermissions,
});
export type Participation = z.infer<typeof participation>;

export const listParticipatedContests = defineEndpoint("GET /participated-contests/:email", "signed-in", {
  /** `missing`: open contests that the caller has not submitted to. */
  query: pageQuery.extend({ entry: z.literal("missing").optional() }),
  response: z.array(participation),
});
