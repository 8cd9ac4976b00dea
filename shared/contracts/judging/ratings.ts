import { z } from "zod";
import { displayName } from "../text/fields";

export const RATINGS = [1, 2, 3, 4, 5] as const;
export const MAX_COMMENT_LENGTH = 1000;

export const rating = z.number().int().min(1).max(5);
export const mean = z.number().min(1).max(5).multipleOf(0.1);

/** With criteria, `rating` is the mean of the criteria once all are rated. */
export const entryRating = z.object({ rating: mean.nullable(), word: z.string() });
export type EntryRating = z.infer<typeof entryRating>;

/** `name` is set only for invited judges, who are also named on the contest's page. */
export const ratingAuthorFields = { by: z.enum(["creator", "judge", "admin"]), name: displayName };

export const criterionRating = z.object({ criterion: z.string(), rating });

export const entryFeedbackSummary = z.object({ rating: mean.nullable(), hasWord: z.boolean() });
export type EntryFeedbackSummary = z.infer<typeof entryFeedbackSummary>;
