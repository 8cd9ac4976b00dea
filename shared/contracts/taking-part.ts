import { z } from "zod";
import { contestActs, phase } from "./contests";
import { defineEndpoint, pageQuery } from "./endpoint";
import { entryAnswer } from "./entries";
import { email, emailParam, id, instant, taka } from "./fields";

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
  body: z.object({ contestId: id, email }),
  response: joinReceipt,
  perMinute: 120,
});

/** Gives the place back with a full refund; possible until something was submitted or the deadline. */
export const leaveContest = defineEndpoint({
  method: "PUT",
  path: "/leave-contest",
  access: "signed-in",
  body: z.object({ contestId: id, email }),
  response: z.object({ refundedTotal: taka }),
});

export const participation = z.object({
  /** Of the contest. */
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  deadline: instant,
  phase,
  /** Whole taka. */
  amount: taka,
  paymentStatus,
  paidAt: instant,
  entryState: z.enum(["none", "submitted", "winner"]),
  /** What was said of the entry, for its author once the winner is named; null else. */
  answer: entryAnswer.nullable(),
  may: contestActs,
});
export type Participation = z.infer<typeof participation>;

export const listParticipatedContests = defineEndpoint({
  method: "GET",
  path: "/participated-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  query: pageQuery,
  response: z.array(participation),
});
