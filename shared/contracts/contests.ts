import { z } from "zod";
import { defineEndpoint, pageQuery } from "./endpoint";
import { deadlineInput, emailParam, idParam, instant, optionalText, pictureUrl, requiredText, taka, takaInput } from "./fields";
import { tag } from "./tags";

/** `status` is stored; `phase` is derived from it and the clock by one function on the server. */
export const STATUSES = ["pending", "open"] as const;
export const contestStatus = z.enum(STATUSES);
export type ContestStatus = z.infer<typeof contestStatus>;

export const PHASES = ["in_review", "changes_requested", "rejected", "open", "judging", "overdue", "completed", "cancelled"] as const;
export const phase = z.enum(PHASES);
export type Phase = z.infer<typeof phase>;

/** What a creator fills in, and all that an update accepts. Prices are whole taka. */
export const contestForm = z.object({
  name: requiredText(120),
  image: pictureUrl,
  description: requiredText(5000),
  registrationPrice: takaInput,
  prize: takaInput,
  task: requiredText(5000),
  tags: tag,
  deadline: deadlineInput,
});
export type ContestForm = z.output<typeof contestForm>;
export type ContestFormInput = z.input<typeof contestForm>;

export const contestCard = z.object({
  _id: z.string(),
  name: z.string(),
  image: z.string(),
  description: z.string(),
  tags: tag,
  /** Whole taka. */
  registrationPrice: taka,
  /** Whole taka. */
  prize: taka,
  deadline: instant,
  status: contestStatus,
  phase,
  /** Opaque ids, at most 100 of them; `participantCount` is exact. */
  participants: z.array(z.string()).max(100),
  participantCount: z.number().int().min(0),
  creator: z.object({ name: z.string(), photo: z.string() }),
});
export type ContestCard = z.infer<typeof contestCard>;

export const contestDetails = contestCard.extend({
  task: z.string(),
  /** What joining costs, in whole taka: the only amount that is shown before paying or recorded after. */
  amountDue: taka,
  openedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  cancelReason: z.string().nullable(),
  winner: z.object({ name: z.string(), photo: z.string(), note: z.string(), at: instant }).nullable(),
  /** What the signed-in caller is to this contest; null for a visitor. */
  viewer: z
    .object({
      isOwner: z.boolean(),
      hasJoined: z.boolean(),
      hasSubmitted: z.boolean(),
      isWinner: z.boolean(),
    })
    .nullable(),
});
export type ContestDetails = z.infer<typeof contestDetails>;

/** An admin's word on a contest, as its creator reads it. */
export const contestComment = z.object({
  _id: z.string(),
  text: z.string(),
  decision: z.enum(["comment", "changes_requested", "rejected"]),
  author: z.string(),
  at: instant,
});
export type ContestComment = z.infer<typeof contestComment>;

/** A creator's own contest: everything the Update modal prefills and the delete dialog warns of. */
export const myContest = contestCard.extend({
  task: z.string(),
  amountDue: taka,
  entryCount: z.number().int().min(0),
  /** Sum of all payments not yet refunded, in whole taka. */
  paidTotal: taka,
  paidCount: z.number().int().min(0),
  comments: z.array(contestComment),
  createdAt: instant,
});
export type MyContest = z.infer<typeof myContest>;

export const adminContest = myContest.extend({
  creator: z.object({ _id: z.string(), name: z.string(), email: z.string(), photo: z.string() }),
});
export type AdminContest = z.infer<typeof adminContest>;

export const SORTS = ["popular", "newest", "deadline", "prize"] as const;
export const contestListQuery = pageQuery.extend({
  q: z.string().trim().max(100, "Please search with at most 100 characters").optional(),
  tag: tag.optional(),
  phase: phase.optional(),
  sort: z.enum(SORTS).optional(),
});

const contestParams = z.object({ id: idParam });

export const searchContests = defineEndpoint({
  method: "GET",
  path: "/search-contests/:searchTerm",
  access: "everyone",
  params: z.object({ searchTerm: requiredText(100) }),
  query: pageQuery,
  response: z.array(contestCard),
});

export const listPopularContests = defineEndpoint({
  method: "GET",
  path: "/popular-contests",
  access: "everyone",
  response: z.array(contestCard),
});

export const listTopContests = defineEndpoint({
  method: "GET",
  path: "/popular-contests-no-limit",
  access: "everyone",
  query: pageQuery,
  response: z.array(contestCard),
});

export const listContests = defineEndpoint({
  method: "GET",
  path: "/all-contests",
  access: "everyone",
  query: contestListQuery,
  response: z.array(contestCard),
});

export const getContestDetails = defineEndpoint({
  method: "GET",
  path: "/contest-details/:id",
  access: "everyone",
  params: contestParams,
  response: contestDetails,
});

export const listBestCreators = defineEndpoint({
  method: "GET",
  path: "/best-creators",
  access: "everyone",
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      participantCount: z.number().int().min(0),
      bestContest: z.object({ _id: z.string(), name: z.string(), description: z.string() }),
    }),
  ),
});

export const createContest = defineEndpoint({
  method: "POST",
  path: "/create-contest",
  access: ["creator"],
  body: contestForm,
  response: z.object({ insertedId: z.string(), contest: myContest }),
});

export const listMyContests = defineEndpoint({
  method: "GET",
  path: "/my-contests/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  query: pageQuery.extend({ q: contestListQuery.shape.q, phase: phase.optional() }),
  response: z.array(myContest),
});

/** Only the fields sent are changed. */
export const updateContest = defineEndpoint({
  method: "PUT",
  path: "/update-contest/:id",
  access: "signed-in",
  params: contestParams,
  body: contestForm.partial(),
  response: z.object({ modifiedCount: z.number().int(), contest: myContest }),
});

/** Deletes where nobody has paid, otherwise cancels and refunds; the answer says which. */
export const deleteContest = defineEndpoint({
  method: "DELETE",
  path: "/delete-contest/:id",
  access: "signed-in",
  params: contestParams,
  body: z.object({ reason: optionalText(500) }),
  response: z.object({
    deletedCount: z.number().int(),
    cancelled: z.boolean(),
    refundedCount: z.number().int(),
    /** Whole taka. */
    refundedTotal: taka,
  }),
});

export const listContestsUnfiltered = defineEndpoint({
  method: "GET",
  path: "/all-contests-unfiltered",
  access: ["admin"],
  query: contestListQuery,
  response: z.array(adminContest),
});

export const confirmContest = defineEndpoint({
  method: "PUT",
  path: "/update-contest-status/:id",
  access: ["admin"],
  params: contestParams,
  body: z.object({ status: z.literal("open", "A contest can only be set to open") }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const commentOnContest = defineEndpoint({
  method: "POST",
  path: "/comment-contest/:id",
  access: ["admin"],
  params: contestParams,
  body: z.object({
    text: requiredText(2000),
    decision: z.enum(["comment", "changes_requested", "rejected"]).default("comment"),
  }),
  response: contestComment,
});
