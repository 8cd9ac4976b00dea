import { z } from "zod";
import {
  adminContest,
  contestComment,
  contestDetails,
  contestListQuery,
  contestParams,
  myContest,
  type ContestForm,
} from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { MAX_REASON_LENGTH, id, instant, optionalText, requiredText } from "./text/fields";
import { fileAnswer } from "./media/files";
import { PICTURE_WIDTHS } from "./media/pictures";

/** Maximum of PostgreSQL's `integer`. */
const MAX_REVISION = 2_147_483_647;

/**
 * The revision the deciding admin has seen. 409 if the contest has changed or was decided since. Not checked if
 * omitted.
 */
const expectedRevision = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], "A revision is a whole number")
  .pipe(z.number().int().min(0).max(MAX_REVISION))
  .optional();

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
  // Not in the body, which is part of the original API.
  query: z.object({ revision: expectedRevision }),
  body: z.object({ status: z.literal("open", "A contest can only be set to open") }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/**
 * Revokes a confirmation and returns the contest to review. Possible while no one has paid. The creator reads the
 * reason.
 */
export const returnToReview = defineEndpoint({
  method: "PUT",
  path: "/return-to-review/:id",
  access: ["admin"],
  params: contestParams,
  body: z.object({ reason: optionalText(MAX_REASON_LENGTH), revision: expectedRevision }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Contests listed first on the home page. */
export const MAX_FEATURED = 3;

/**
 * Features an open contest on the home page, or stops featuring it. Ends automatically when the contest closes, is
 * hidden, is cancelled or returns to review.
 */
export const featureContest = defineEndpoint({
  method: "PUT",
  path: "/feature-contest/:id",
  access: ["admin"],
  params: contestParams,
  body: z.object({ isFeatured: z.boolean() }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const commentForm = z.object({
  text: requiredText(2000),
  decision: z.enum(["comment", "changes_requested", "rejected"]).default("comment"),
  /** Checked for decisions only, not for comments. */
  revision: expectedRevision,
});

export const commentOnContest = defineEndpoint({
  method: "POST",
  path: "/comment-contest/:id",
  access: ["admin"],
  params: contestParams,
  body: commentForm,
  response: contestComment,
  perMinute: 120,
});

const REVIEWED = {
  name: true,
  image: true,
  description: true,
  task: true,
  criteria: true,
  registrationPrice: true,
  prize: true,
  tags: true,
  deadline: true,
  hidesNames: true,
} as const satisfies Record<keyof ContestForm, true>;

/** The reviewed fields: the whole form, as stored. */
export const contestTerms = myContest.pick(REVIEWED);
export type ContestTerms = z.infer<typeof contestTerms>;
export type ReviewedField = keyof ContestTerms;
export const REVIEWED_FIELDS = Object.keys(REVIEWED) as [ReviewedField, ...ReviewedField[]];

/**
 * The reason for a review round. `kept`: snapshot from when rounds were introduced. `edited`: changed while waiting
 * for review, or in a field without review.
 */
export const ROUND_ACTS = [
  "kept",
  "submitted",
  "edited",
  "changes_requested",
  "rejected",
  "confirmed",
  "returned",
] as const;
export type RoundAct = (typeof ROUND_ACTS)[number];

const reviewEvent = z.object({
  _id: z.string(),
  what: z.enum([...ROUND_ACTS, "comment", "cancelled"]),
  at: instant,
  /** Null for the system. */
  by: z.string().nullable(),
  /** A comment or reason; "" if none. */
  text: z.string(),
  /** Fields that differ from the previous round. */
  changed: z.array(z.enum(REVIEWED_FIELDS)),
});
export type ReviewEvent = z.infer<typeof reviewEvent>;

export const contestReview = z.object({
  contest: adminContest,
  /** Its public page now, or as it would be if confirmed now. */
  asVisitors: contestDetails,
  /**
   * The round to compare with: the last decided one, or the first recorded one. Null in the first round. Older rounds
   * lack newer fields.
   */
  base: z
    .object({
      act: z.enum(ROUND_ACTS),
      at: instant,
      terms: contestTerms.partial(),
      /** The picture of that round, if it was uploaded and is still stored. */
      pictureId: z.string().nullable(),
    })
    .nullable(),
  /** Oldest first, limited to the last hundred rounds. */
  history: z.array(reviewEvent),
});
export type ContestReview = z.infer<typeof contestReview>;

export const getContestReview = defineEndpoint({
  method: "GET",
  path: "/contest-review/:id",
  access: ["admin"],
  params: contestParams,
  response: contestReview,
});

/** An uploaded picture, even one only used in the previous round. The public can only see the current one. */
export const readContestPicture = defineEndpoint({
  method: "GET",
  path: "/contest-pictures/:id",
  access: ["admin"],
  params: z.object({ id }),
  query: z.object({ w: z.coerce.number().pipe(z.literal(PICTURE_WIDTHS)) }),
  response: fileAnswer,
  sends: "file",
});

/** Contests in review, first submitted first, and the neighbors of `at`, which may no longer be among them. */
export const getReviewQueue = defineEndpoint({
  method: "GET",
  path: "/review-queue",
  access: ["admin"],
  query: z.object({ at: id.optional() }),
  response: z.object({
    /** Capped at 1,000. */
    waitingCount: z.number().int().min(0),
    /** Starts at 1; null if `at` is not in review, or beyond 1,000. */
    position: z.number().int().min(1).nullable(),
    firstId: z.string().nullable(),
    previousId: z.string().nullable(),
    nextId: z.string().nullable(),
  }),
});
export type ReviewQueue = z.infer<typeof getReviewQueue.response>;
