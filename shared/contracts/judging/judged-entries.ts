import { z } from "zod";
import { entry } from "../entries";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { fileAnswer } from "../media/files";
import { contestIdParams, freeText, id } from "../text/fields";
import { MAX_COMMENT_LENGTH, entryRating, mean, rating, whose } from "./ratings";

/**
 * An entry as its judges see it. While names are hidden it doesn't identify the author, not even through file names.
 */
export const contestEntry = entry.extend({
  /**
   * The author's name, or while names are hidden a stable label like "Entry 412" that doesn't reveal the order of
   * submission.
   */
  label: z.string(),
  /** "" while names are hidden, like `photo`. */
  name: z.string(),
  photo: z.string(),
  /** The author is blocked or removed, so the entry can't win. */
  isAuthorAway: z.boolean(),
  isWinner: z.boolean(),
  /** Always false for callers who can't choose the winner. */
  isShortlisted: z.boolean(),
  ownRating: entryRating.nullable(),
  /** The caller's rating per criterion, in order; null if missing. */
  ownCriteria: z.array(rating.nullable()),
  /** All judges' ratings. Null in lists, and for callers who can't choose the winner. */
  judges: z
    .object({
      /** Includes the caller's rating; null if there are no ratings. */
      mean: mean.nullable(),
      ratingCount: z.number().int().min(0),
      /** Mean rating per criterion, in order. */
      criteriaMeans: z.array(mean.nullable()),
      /** Other judges, and others who rated or commented. */
      others: z.array(entryRating.extend({ ...whose, criteria: z.array(rating.nullable()) })),
    })
    .nullable(),
});
export type ContestEntry = z.infer<typeof contestEntry>;

/** For the contest's judges: its owner, admins, and after the deadline invited judges, who don't get the receipt. */
export const listContestEntries = defineEndpoint({
  method: "GET",
  path: "/contest-entries/:contestId",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery,
  response: z.array(contestEntry),
});

/**
 * Exports all entries as CSV, or with `as=zip` as an archive that includes all files. For the owner and admins.
 * Doesn't identify authors while names are hidden.
 */
export const exportEntries = defineEndpoint({
  method: "GET",
  path: "/contest-entries/:contestId/table",
  access: "signed-in",
  params: contestIdParams,
  query: z.object({ as: z.enum(["csv", "zip"]).optional() }),
  response: fileAnswer,
  sends: "file",
  perMinute: 20,
});

/**
 * Changes only the given fields. A null rating removes the rating and those of criteria; a contest with criteria
 * accepts no other rating here. Returns the result.
 */
export const rateEntry = defineEndpoint({
  method: "PUT",
  path: "/rate-entry/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z
    .object({ entryId: id, rating: rating.nullable().optional(), word: freeText(MAX_COMMENT_LENGTH).optional() })
    .refine((body) => body.rating !== undefined || body.word !== undefined, {
      message: "Please send a rating or a word",
      path: ["rating"],
    }),
  response: entryRating,
});

/**
 * Rates one criterion, by its position; null removes the rating. Once all are rated, their mean is the caller's rating
 * of the entry.
 */
export const rateCriterion = defineEndpoint({
  method: "PUT",
  path: "/rate-criterion/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ entryId: id, position: z.int().min(0), rating: rating.nullable() }),
  response: z.object({ ownCriteria: contestEntry.shape.ownCriteria }),
});
