import { z } from "zod";
import { entry } from "../entries";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { fileLanguage, fileResponse, storedFile } from "../media/files";
import { displayName, freeText, id } from "../text/fields";
import { MAX_COMMENT_LENGTH, entryRating, mean, rating, ratingAuthorFields } from "./ratings";
import { invalid, message } from "../text/message";

/** While names are hidden nothing in it identifies the author, not even file names. */
export const contestEntry = entry.extend({
  /** The author's name, or while names are hidden a stable label like "Entry 412" that doesn't reveal the order. */
  label: displayName,
  /** "" while names are hidden, like `photo`. */
  name: displayName,
  photo: z.string(),
  files: z.array(storedFile.extend({ name: displayName })),
  isAuthorAway: z.boolean(),
  isWinner: z.boolean(),
  /** The further prize that it won. Older servers omit it. */
  prizeName: z.string().nullable().optional(),
  isShortlisted: z.boolean(),
  ownRating: entryRating.nullable(),
  ownCriteria: z.array(rating.nullable()),
  /** All judges' ratings. Null in lists, and for callers who can't choose the winner. */
  judges: z
    .object({
      mean: mean.nullable(),
      ratingCount: z.number().int().min(0),
      /** Missing unless the strictness of judges can be compared. */
      corrected: mean.optional(),
      /** Ratings that count as given in `corrected`. */
      uncorrectedCount: z.number().int().min(0).optional(),
      criteriaMeans: z.array(mean.nullable()),
      others: z.array(
        entryRating.extend({
          ...ratingAuthorFields,
          criteria: z.array(rating.nullable()),
          /** The judge recused themselves from the entry. */
          isRecused: z.boolean().optional(),
        }),
      ),
    })
    .nullable(),
});
export type ContestEntry = z.infer<typeof contestEntry>;

/** For the contest's judges: its owner, admins, and after the deadline invited judges, who don't get the receipt. */
export const listContestEntries = defineEndpoint("GET /contest-entries/:contestId", "signed-in", {
  query: pageQuery,
  response: z.array(contestEntry),
});

/** CSV, or with `as=zip` an archive with all files. Doesn't identify authors while names are hidden. */
export const exportEntries = defineEndpoint("GET /contest-entries/:contestId/table", "signed-in", {
  query: z.object({ as: z.enum(["csv", "zip"]).optional(), language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 20,
});

/** A null rating also removes those of criteria. A contest with criteria accepts no other rating here. */
export const rateEntry = defineEndpoint("PUT /rate-entry/:contestId", "signed-in", {
  body: z
    .object({ entryId: id, rating: rating.nullable().optional(), word: freeText(MAX_COMMENT_LENGTH).optional() })
    .refine((body) => body.rating !== undefined || body.word !== undefined, {
      ...invalid(message("Send a rating or feedback")),
      path: ["rating"],
    }),
  response: entryRating,
});

/** Null removes the rating. Once all criteria are rated, their mean is the caller's rating of the entry. */
export const rateCriterion = defineEndpoint("PUT /rate-criterion/:contestId", "signed-in", {
  body: z.object({ entryId: id, position: z.int().min(0), rating: rating.nullable() }),
  response: z.object({ ownCriteria: contestEntry.shape.ownCriteria }),
});
