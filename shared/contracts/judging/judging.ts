import { z } from "zod";
import { SEARCHES_PER_MINUTE } from "../contests";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { contestIdParams, id, idParam, instant, searchWords } from "../text/fields";
import { contestEntry } from "./judged-entries";
import { entryRating } from "./ratings";

/** `rating`: the caller's own, best first; `mean`: of all judges, best first, and as `oldest` for who may not know it. */
export const ENTRY_SORTS = ["oldest", "newest", "rating", "mean", "unrated"] as const;

/** A withdrawal, or a submission after the deadline. Contains neither the entry's content nor its author. */
export const entryEvent = z.object({
  /** `withdrawn` or `late`; pages ignore kinds they don't know. */
  kind: z.string(),
  at: instant,
});
export type EntryEvent = z.infer<typeof entryEvent>;

/** How far judging is, for the caller. */
export const getJudging = defineEndpoint({
  method: "GET",
  path: "/judging/:contestId",
  access: "signed-in",
  params: contestIdParams,
  response: z.object({
    entryCount: z.number().int().min(0),
    /** To how many of them the caller gave a rating. */
    ratedCount: z.number().int().min(0),
    shortlistedCount: z.number().int().min(0),
    /** Judges see no names now. */
    areNamesHidden: z.boolean(),
    /** Others judge too, and the caller may read what they say: who may choose the winner. */
    seesJudges: z.boolean(),
    /** The first hundred, oldest first. Only for the contest's creator and admins. */
    events: z.array(entryEvent).optional(),
  }),
});

/** An entry in a list of many. */
export const judgedEntry = contestEntry.pick({ _id: true, label: true, isWinner: true, isShortlisted: true }).extend({
  /** How its text begins. */
  excerpt: z.string(),
  fileCount: z.number().int().min(0),
  submittedAt: instant,
  /** What the caller gave it. */
  rating: entryRating.shape.rating,
  /** For how many of the contest's criteria. */
  ratedCriteria: z.number().int().min(0),
  hasWord: z.boolean(),
  /** Of all judges' ratings; null where there is none, and for who may not know it. */
  mean: entryRating.shape.rating,
});
export type JudgedEntry = z.infer<typeof judgedEntry>;

/** For who may judge the contest. `q` is looked for in texts, and in names once they are not hidden. */
export const listJudgedEntries = defineEndpoint({
  method: "GET",
  path: "/judging/:contestId/entries",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery.extend({
    q: searchWords.optional(),
    sort: z.enum(ENTRY_SORTS).optional(),
    /** Only what the caller has rated, or has not. */
    rated: z.enum(["yes", "no"]).optional(),
    shortlisted: z.literal("yes").optional(),
  }),
  response: z.array(judgedEntry),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

/** One of them, whole. */
export const getJudgedEntry = defineEndpoint({
  method: "GET",
  path: "/judging/:contestId/entries/:entryId",
  access: "signed-in",
  params: contestIdParams.extend({ entryId: idParam }),
  response: contestEntry,
});

/** Puts an entry on the one list that those who may choose the winner share, or takes it off. The same again changes nothing. */
export const shortlistEntry = defineEndpoint({
  method: "PUT",
  path: "/shortlist-entry/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ entryId: id, isShortlisted: z.boolean() }),
  response: z.object({ isShortlisted: z.boolean() }),
});
