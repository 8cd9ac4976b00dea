import { z } from "zod";
import { SEARCHES_PER_MINUTE } from "../contests";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { id, instant, searchWords } from "../text/fields";
import { contestEntry } from "./judged-entries";
import { entryRating } from "./ratings";

/** `rating` and averages sort best first; averages are the same as `oldest` for callers who can't see them. */
export const ENTRY_SORTS = ["oldest", "newest", "rating", "mean", "corrected", "unrated"] as const;

/** A withdrawal, or a submission after the deadline. Contains neither the entry's content nor its author. */
export const entryEvent = z.object({
  /** `withdrawn` or `late`; pages ignore unknown kinds. */
  kind: z.string(),
  at: instant,
});
export type EntryEvent = z.infer<typeof entryEvent>;

export const getJudging = defineEndpoint("GET /judging/:contestId", "signed-in", {
  response: z.object({
    entryCount: z.number().int().min(0),
    ratedCount: z.number().int().min(0),
    shortlistedCount: z.number().int().min(0),
    areNamesHidden: z.boolean(),
    /** There are other judges, and the caller can read their ratings because they can choose the winner. */
    seesJudges: z.boolean(),
    /** The averages can be corrected for the strictness of judges. Older servers omit these. */
    seesCorrected: z.boolean().optional(),
    /** The caller has only the entries assigned to them. */
    isAssigned: z.boolean().optional(),
    /** Each entry is assigned to this number of judges; null if all rate every entry. */
    judgesPerEntry: z.number().int().nullable().optional(),
    ratingsDueAt: instant.nullable().optional(),
    /** The newest hundred of each kind, oldest first. Only for the contest's creator and admins. */
    events: z.array(entryEvent).optional(),
    /** All events by kind, because `events` can be incomplete. */
    eventCounts: z.object({ withdrawn: z.number().int().optional(), late: z.number().int().optional() }).optional(),
  }),
});

export const judgedEntry = contestEntry
  .pick({ _id: true, label: true, isWinner: true, prizeName: true, isShortlisted: true })
  .extend({
    /** Its author is blocked or removed, so it can't win. Older servers omit it. */
    isAuthorAway: z.boolean().optional(),
    excerpt: z.string(),
    fileCount: z.number().int().min(0),
    submittedAt: instant,
    rating: entryRating.shape.rating,
    ratedCriteria: z.number().int().min(0),
    hasWord: z.boolean(),
    /** Mean of all judges' ratings; null if none, or if the caller can't see it. */
    mean: entryRating.shape.rating,
    /** The mean corrected for the strictness of judges; missing if it can't be. */
    corrected: entryRating.shape.rating.optional(),
  });
export type JudgedEntry = z.infer<typeof judgedEntry>;

/** For the contest's judges. `q` searches texts, and names once they are not hidden. */
export const listJudgedEntries = defineEndpoint("GET /judging/:contestId/entries", "signed-in", {
  query: pageQuery.extend({
    q: searchWords.optional(),
    sort: z.enum(ENTRY_SORTS).optional(),
    rated: z.enum(["yes", "no"]).optional(),
    shortlisted: z.literal("yes").optional(),
  }),
  response: z.array(judgedEntry),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

export const getJudgedEntry = defineEndpoint("GET /judging/:contestId/entries/:entryId", "signed-in", {
  response: contestEntry,
});

/** The shortlist is shared by everyone who can choose the winner. Idempotent. */
export const shortlistEntry = defineEndpoint("PUT /shortlist-entry/:contestId", "signed-in", {
  body: z.object({ entryId: id, isShortlisted: z.boolean() }),
  response: z.object({ isShortlisted: z.boolean() }),
});
