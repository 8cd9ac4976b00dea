import { z } from "zod";
import { adminContest, contestComment, contestListQuery, contestParams, isJoined } from "./contests";
import { defineEndpoint } from "./endpoint";
import { requiredText } from "./fields";

export const listContestsUnfiltered = defineEndpoint({
  method: "GET",
  path: "/all-contests-unfiltered",
  access: ["admin"],
  query: contestListQuery.extend({ isJoined }),
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

/** Takes a confirmation back: the contest is pending and in review again. Possible while nobody has paid for it. */
export const returnToReview = defineEndpoint({
  method: "PUT",
  path: "/return-to-review/:id",
  access: ["admin"],
  params: contestParams,
  response: z.object({ modifiedCount: z.number().int() }),
});

/** So many stand before all others on the home page. */
export const MOST_FEATURED = 3;

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
