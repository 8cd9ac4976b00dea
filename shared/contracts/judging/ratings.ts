import { z } from "zod";

/** What a judge can give an entry; the last is the best. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
/** How long a judge's word to an author may be, in characters. */
export const MAX_COMMENT_LENGTH = 1000;

export const rating = z.number().int().min(1).max(5);
/** Of ratings, with one decimal at most. */
export const mean = z.number().min(1).max(5).multipleOf(0.1);

/**
 * What one judge says of an entry: a rating, a word ("" where there is none), or both. In a contest with criteria the rating is the
 * mean of what they gave for each, once all are given.
 */
export const entryRating = z.object({ rating: mean.nullable(), word: z.string() });
export type EntryRating = z.infer<typeof entryRating>;

/** Who said something of an entry. `name` is that of a judge beside the creator, whom the contest's page names too; "" else. */
export const whose = { by: z.enum(["creator", "judge", "admin"]), name: z.string() };

/** What somebody gave an entry for one of its contest's criteria. */
export const criterionRating = z.object({ criterion: z.string(), rating });

/** What an author is told of an entry in short: the mean of its ratings, and whether there is a word. */
export const entryAnswer = z.object({ rating: mean.nullable(), hasWord: z.boolean() });
export type EntryAnswer = z.infer<typeof entryAnswer>;
