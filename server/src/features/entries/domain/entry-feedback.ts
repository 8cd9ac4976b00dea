import { eq, sql, type SQL } from "drizzle-orm";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import type { Database } from "../../../database/database";
import { entries } from "../../../database/schema/contests";
import { entryRatings } from "../../../database/schema/judging";

const meanRating = sql<number | null>`round(avg(${entryRatings.rating}), 1)::float8`;
const hasWord = sql<boolean>`coalesce(bool_or(${entryRatings.word} <> ''), false)`;

/** Rating summary of an entry, as a column. Readable only by its author, once the winner is declared. */
export const feedbackColumn = sql<EntryFeedbackSummary>`(
  select json_build_object('rating', ${meanRating}, 'hasWord', ${hasWord}) from ${entryRatings} where ${eq(entryRatings.entryId, entries.id)})`;

export const listFeedback = (
  db: Database,
  where: SQL | undefined,
): Promise<(EntryFeedbackSummary & { entryId: string; userId: string })[]> =>
  db
    .select({ entryId: entries.id, userId: entries.userId, rating: meanRating, hasWord })
    .from(entries)
    .leftJoin(entryRatings, eq(entryRatings.entryId, entries.id))
    .where(where)
    .groupBy(entries.id, entries.userId);

const NOTHING_SAID = "Nobody left a rating for your entry.";
const WORD_ALONE = "There is a word for you about your entry.";

export function feedbackSentence({ rating, hasWord }: EntryFeedbackSummary): string {
  if (rating !== null) return `Your entry was rated ${rating} of 5${hasWord ? ", with a word for you" : ""}.`;
  return hasWord ? WORD_ALONE : NOTHING_SAID;
}

/** Matches any {@link feedbackSentence} at the end of a text, including older wordings. PostgreSQL syntax. */
export const FEEDBACK_AT_END = ` (?:Your entry was rated [0-9.]+ of 5(?:, with a word for you)?\\.|(?:Nobody left a|The creator left no) rating for your entry\\.|${WORD_ALONE.replace(".", "\\.")})$`;
