import { z } from "zod";

export const RATINGS = [1, 2, 3, 4, 5] as const;
export const MAX_COMMENT_LENGTH = 1000;

export const rating = z.number().int().min(1).max(5);
/** Mean of ratings, with at most one decimal. */
export const mean = z.number().min(1).max(5).multipleOf(0.1);

/**
 * One judge's rating, comment ("" if none), or both. With criteria, the rating is the mean of the criteria once all
 * are rated.
 */
export const entryRating = z.object({ rating: mean.nullable(), word: z.string() });
export type EntryRating = z.infer<typeof entryRating>;

/** The author of a rating. `name` is set only for invited judges, who are named on the contest's page, too. */
export const whose = { by: z.enum(["creator", "judge", "admin"]), name: z.string() };

export const criterionRating = z.object({ criterion: z.string(), rating });

/** Summary for the entry's author: mean rating, and whether there are comments. */
export const entryAnswer = z.object({ rating: mean.nullable(), hasWord: z.boolean() });
export type EntryAnswer = z.infer<typeof entryAnswer>;
