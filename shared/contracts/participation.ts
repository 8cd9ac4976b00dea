import { z } from "zod";
import { visibility } from "./visibility";
import { contestPermissions, contestCard, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { entryFeedbackSummary } from "./judging/ratings";
import { email, id, instant, taka } from "./text/fields";

const count = z.number().int().min(0);

export const paymentStatus = z.enum(["paid", "refunded"]);

export const joinReceipt = z.object({
  contestId: z.string(),
  amount: taka,
  last4: z.string(),
  paymentStatus,
  paidAt: instant,
  participantCount: z.number().int().min(0),
  /** Number of the payment; null if joining was free. */
  receiptNumber: z.number().int().nullable().optional(),
});
export type JoinReceipt = z.output<typeof joinReceipt>;

export const joinContest = defineEndpoint("PUT /join-contest", "signed-in", {
  body: z.object({
    contestId: id,
    email,
    /** The price shown to the user; rejected if it has changed. */
    amount: taka.optional(),
    /** The version of the rules that the user was shown and accepts; rejected if it is not the current one. */
    rulesVersion: z.number().int().min(1).optional(),
  }),
  response: joinReceipt,
  perMinute: 120,
});

/** Returns the caller's receipt of joining again. 404 for everyone who has not joined. */
export const getJoinReceipt = defineEndpoint("GET /join-receipt/:contestId", "signed-in", { response: joinReceipt });

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

/** `to_do`: open, without an entry. `waiting`: with one, or being judged. `finished`: decided or cancelled. `left`: by the user. */
export const PARTICIPATION_GROUPS = ["to_do", "waiting", "finished", "left"] as const;
export type ParticipationGroup = (typeof PARTICIPATION_GROUPS)[number];

export const participation = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  summary: z.string().optional(),
  deadline: instant,
  phase,
  /** Older servers do not send it. */
  group: z.enum(PARTICIPATION_GROUPS).optional(),
  hiddenAt: instant.nullable(),
  isPublic: z.boolean(),
  /** Missing if it is public. */
  visibility: visibility.optional(),
  amount: taka,
  paymentStatus,
  paidAt: instant,
  /** Set in the group `left`. Older servers do not send it. */
  leftAt: instant.nullable().optional(),
  /** Number of the payment; null if joining was free. */
  receiptNumber: z.number().int().nullable().optional(),
  entryState: z.enum(["none", "submitted", "winner"]),
  /** The caller's team. Older servers omit it. */
  teamName: z.string().nullable().optional(),
  /** The prize after the first one that the entry won. Older servers omit it. */
  prizeName: z.string().nullable().optional(),
  answer: entryFeedbackSummary.nullable(),
  /** Set if the deadline was extended after the caller joined: they can leave with their entry until then. */
  leavesUntil: instant.nullable(),
  may: contestPermissions,
});
export type Participation = z.infer<typeof participation>;

/** Most urgent first: by group, then by deadline. */
export const listParticipatedContests = defineEndpoint("GET /participated-contests/:email", "signed-in", {
  query: pageQuery.extend({
    group: z.enum(PARTICIPATION_GROUPS).optional(),
    /** Earlier versions of pages send it for the group `to_do`. */
    entry: z.literal("missing").optional(),
  }),
  response: z.array(participation),
});

export const countParticipations = defineEndpoint("GET /participation-counts", "signed-in", {
  // Older servers count contests that were left as finished.
  response: z.object({ to_do: count, waiting: count, finished: count, left: count.optional() }),
});
