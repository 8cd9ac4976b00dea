import { z } from "zod";
import { entry } from "../entries";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { fileAnswer } from "../media/files";
import { contestIdParams, freeText, id } from "../text/fields";
import { MAX_COMMENT_LENGTH, entryRating, mean, rating, whose } from "./ratings";

/** An entry as those who judge see it. While names are hidden nothing in it says whose it is, the names of its files neither. */
export const contestEntry = entry.extend({
  /** What to call it: its author's name, or while names are hidden something like "Entry 412", which stays and tells no order. */
  label: z.string(),
  /** "" while names are hidden, as `photo`. */
  name: z.string(),
  photo: z.string(),
  /** Its author was blocked or removed, so it cannot win. */
  isAuthorAway: z.boolean(),
  isWinner: z.boolean(),
  /** For who may choose the winner; others read no. */
  isShortlisted: z.boolean(),
  /** What the caller said of it. */
  ownRating: entryRating.nullable(),
  /** What the caller gave it for each of the contest's criteria, in their order; null where nothing. */
  ownCriteria: z.array(rating.nullable()),
  /** What all judges said, for who may choose the winner and where one entry is asked for; null else. */
  judges: z
    .object({
      /** Of all ratings, the caller's among them; null where there is none. */
      mean: mean.nullable(),
      ratingCount: z.number().int().min(0),
      /** The same by each criterion, in their order. */
      criteriaMeans: z.array(mean.nullable()),
      /** Of the others: who judges, and who said something. */
      others: z.array(entryRating.extend({ ...whose, criteria: z.array(rating.nullable()) })),
    })
    .nullable(),
});
export type ContestEntry = z.infer<typeof contestEntry>;

/** For who may judge the contest: its owner, admins, and from the deadline on those whom the owner invited. Its receipt is not for the last. */
export const listContestEntries = defineEndpoint({
  method: "GET",
  path: "/contest-entries/:contestId",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery,
  response: z.array(contestEntry),
});

/**
 * All of them as a table for spreadsheets (CSV), or with `as=zip` that and every file in one archive: for the contest's owner, and for
 * admins. While names are hidden nothing in it says whose an entry is.
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
 * Of what the caller said of an entry only what is given changes; a rating of null takes it back, and what was given for criteria with
 * it. A contest with criteria takes no other rating here. Answers what stands then.
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
 * Rates an entry by one of the contest's criteria, by its place in their order; null takes it back. Once all are rated their mean is the
 * caller's rating of the entry, until one is taken back.
 */
export const rateCriterion = defineEndpoint({
  method: "PUT",
  path: "/rate-criterion/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ entryId: id, position: z.int().min(0), rating: rating.nullable() }),
  response: z.object({ ownCriteria: contestEntry.shape.ownCriteria }),
});
