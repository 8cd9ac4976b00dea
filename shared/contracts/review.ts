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

/** What the database can count to. */
const MOST_REVISIONS = 2_147_483_647;

/** Of what the admin read who decides; refused (409) where the contest was changed or decided about since. Left out, nothing is compared. */
const revisionRead = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], "A revision is a whole number")
  .pipe(z.number().int().min(0).max(MOST_REVISIONS))
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
  // Beside the body, which is as it always was.
  query: z.object({ revision: revisionRead }),
  body: z.object({ status: z.literal("open", "A contest can only be set to open") }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Takes a confirmation back: the contest is pending and in review again. Possible while nobody has paid for it. Its creator reads the reason. */
export const returnToReview = defineEndpoint({
  method: "PUT",
  path: "/return-to-review/:id",
  access: ["admin"],
  params: contestParams,
  body: z.object({ reason: optionalText(MAX_REASON_LENGTH), revision: revisionRead }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** So many stand before all others on the home page. */
export const MAX_FEATURED = 3;

/** Puts a contest that everybody may join before all others on the home page, or takes it back. It goes from there by itself once it closes or is hidden, cancelled or in review again. */
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
  /** Asked about for a decision alone: a comment may be on anything. */
  revision: revisionRead,
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

/** What is reviewed: every field of the form, as it is kept. */
export const contestTerms = myContest.pick(REVIEWED);
export type ContestTerms = z.infer<typeof contestTerms>;
export type ReviewedField = keyof ContestTerms;
/** In the order in which they are read. */
export const REVIEWED_FIELDS = Object.keys(REVIEWED) as [ReviewedField, ...ReviewedField[]];

/** What a round is for. `kept`: how it stood when rounds began to be kept; `edited`: changed while it waited, or in what nobody has to review. */
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
  /** The name; null where it was the site itself. */
  by: z.string().nullable(),
  /** A comment, or a reason; "" without one. */
  text: z.string(),
  /** What the round before said otherwise. */
  changed: z.array(z.enum(REVIEWED_FIELDS)),
});
export type ReviewEvent = z.infer<typeof reviewEvent>;

/** All that an admin decides about one contest by. */
export const contestReview = z.object({
  contest: adminContest,
  /** Its page as everybody has it, or would get it were it confirmed now. */
  asVisitors: contestDetails,
  /** What to compare it with: as it stood when it was last decided about, else when rounds began to be kept. Null in its first round. A round from before a field was there does not have it. */
  base: z
    .object({
      act: z.enum(ROUND_ACTS),
      at: instant,
      terms: contestTerms.partial(),
      /** Of the picture that it had then, where that was uploaded and is kept. */
      pictureId: z.string().nullable(),
    })
    .nullable(),
  /** Oldest first, and of many the last hundred rounds. */
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

/** A picture that was uploaded for a contest, also where only the round before had it: everybody sees no more than the present one. */
export const readContestPicture = defineEndpoint({
  method: "GET",
  path: "/contest-pictures/:id",
  access: ["admin"],
  params: z.object({ id }),
  query: z.object({ w: z.coerce.number().pipe(z.literal(PICTURE_WIDTHS)) }),
  response: fileAnswer,
  sends: "file",
});

/** Contests in review, first submitted first: who stands before and after `at`, which need not be among them any more. */
export const getReviewQueue = defineEndpoint({
  method: "GET",
  path: "/review-queue",
  access: ["admin"],
  query: z.object({ at: id.optional() }),
  response: z.object({
    /** How many wait, counted to a thousand. */
    waitingCount: z.number().int().min(0),
    /** From 1 on; null where `at` is not among them, or beyond a thousand. */
    position: z.number().int().min(1).nullable(),
    firstId: z.string().nullable(),
    previousId: z.string().nullable(),
    nextId: z.string().nullable(),
  }),
});
export type ReviewQueue = z.infer<typeof getReviewQueue.response>;
