import { z } from "zod";
import {
  adminContest,
  contestComment,
  contestDetails,
  contestListQuery,
  myContest,
  type ContestForm,
} from "./contests";
import { defineEndpoint } from "./http/endpoint";
import { MAX_REASON_LENGTH, displayName, id, instant, optionalText, requiredText, sentence } from "./text/fields";
import { fileResponse } from "./media/files";
import { PICTURE_WIDTHS } from "./media/pictures";
import { invalid, message } from "./text/message";

const MAX_REVISION = 2_147_483_647;

/** The revision the admin has seen: 409 if the contest has changed or was decided since. Not checked if omitted. */
const expectedRevision = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], invalid(message("A revision is a whole number")))
  .pipe(z.number().int().min(0).max(MAX_REVISION))
  .optional();

export const listContestsUnfiltered = defineEndpoint("GET /all-contests-unfiltered", ["admin"], {
  query: contestListQuery,
  response: z.array(adminContest),
});

export const confirmContest = defineEndpoint("PUT /update-contest-status/:id", ["admin"], {
  // Not in the body, which is part of the original API.
  query: z.object({ revision: expectedRevision }),
  body: z.object({ status: z.literal("open", invalid(message("A contest can only be set to open"))) }),
  response: z.object({ modifiedCount: z.number().int() }),
});

/** Without a reason it only undoes the approval: an earlier rejection or request for changes applies again. */
export const returnToReview = defineEndpoint("PUT /return-to-review/:id", ["admin"], {
  body: z.object({ reason: optionalText(MAX_REASON_LENGTH), revision: expectedRevision }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const MAX_FEATURED = 3;

/** Ends automatically if the contest closes, is hidden, is cancelled or returns to review. */
export const featureContest = defineEndpoint("PUT /feature-contest/:id", ["admin"], {
  body: z.object({ isFeatured: z.boolean() }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const commentForm = z.object({
  text: requiredText(2000),
  decision: z.enum(["comment", "changes_requested", "rejected"]).default("comment"),
  revision: expectedRevision,
});

export const commentOnContest = defineEndpoint("POST /comment-contest/:id", ["admin"], {
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
  criteriaWeights: true,
  registrationPrice: true,
  prize: true,
  morePrizes: true,
  rules: true,
  entryFields: true,
  visibility: true,
  maxParticipants: true,
  maxTeamSize: true,
  tags: true,
  deadline: true,
  hidesNames: true,
} as const satisfies Record<keyof ContestForm, true>;

export const contestTerms = myContest.pick(REVIEWED);
export type ContestTerms = z.infer<typeof contestTerms>;
export type ReviewedField = keyof ContestTerms;
export const REVIEWED_FIELDS = Object.keys(REVIEWED) as [ReviewedField, ...ReviewedField[]];

/** `kept`: snapshot from when rounds were introduced. `edited`: changed during review, or in an unreviewed field. */
export const ROUND_KINDS = [
  "kept",
  "submitted",
  "edited",
  "changes_requested",
  "rejected",
  "confirmed",
  "returned",
] as const;
export type RoundKind = (typeof ROUND_KINDS)[number];

const reviewEvent = z.object({
  _id: z.string(),
  what: z.enum([...ROUND_KINDS, "comment", "cancelled"]),
  at: instant,
  by: displayName.nullable(),
  text: sentence,
  changed: z.array(z.enum(REVIEWED_FIELDS)),
});
export type ReviewEvent = z.infer<typeof reviewEvent>;

export const contestReview = z.object({
  contest: adminContest,
  /** Its public page now, or as it would be if confirmed. */
  asVisitors: contestDetails,
  /** The last decided round, or the first recorded one; null in the first round. Older rounds lack newer fields. */
  base: z
    .object({ act: z.enum(ROUND_KINDS), at: instant, terms: contestTerms.partial(), pictureId: z.string().nullable() })
    .nullable(),
  history: z.array(reviewEvent),
});
export type ContestReview = z.infer<typeof contestReview>;

export const getContestReview = defineEndpoint("GET /contest-review/:id", ["admin"], { response: contestReview });

/** Includes pictures of previous rounds; the public sees only the current one. */
export const readContestPicture = defineEndpoint("GET /contest-pictures/:id", ["admin"], {
  params: z.object({ id }),
  query: z.object({ w: z.coerce.number().pipe(z.literal(PICTURE_WIDTHS)) }),
  response: fileResponse,
  sends: "file",
});

/** First submitted first. `at` may no longer be in review. */
export const getReviewQueue = defineEndpoint("GET /review-queue", ["admin"], {
  query: z.object({ at: id.optional() }),
  response: z.object({
    waitingCount: z.number().int().min(0),
    position: z.number().int().min(1).nullable(),
    firstId: z.string().nullable(),
    previousId: z.string().nullable(),
    nextId: z.string().nullable(),
  }),
});
export type ReviewQueue = z.infer<typeof getReviewQueue.response>;
