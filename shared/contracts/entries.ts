import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { freeText, id, idParam, instant, optionalHttpsLink, requiredText } from "./text/fields";
import { MAX_FILE_BYTES, fileAnswer, fileBytes, fileName, storedFile } from "./media/files";

const contestParams = z.object({ contestId: idParam });
const fileParams = z.object({ id: idParam });

/** Of one entry. */
export const MAX_ENTRY_FILES = 5;
const TOO_MANY_FILES = "An entry takes up to five files";

/** Widths, in pixels, in which an entry's pictures can be had, beside the one they were sent in. */
export const ENTRY_PICTURE_WIDTHS = [320, 720, 1280] as const;

export const entryForm = z.object({
  text: requiredText(5000),
  link: optionalHttpsLink,
  /** Ids of uploaded files, in the order in which they are shown. Left out: those that the entry has stay. */
  files: z
    .array(id)
    .max(MAX_ENTRY_FILES, TOO_MANY_FILES)
    .refine((ids) => new Set(ids).size === ids.length, "Each file can be given once")
    .optional(),
  /** Whether everybody may read the entry when it wins. Left out it is yes for a new entry, and stays as it is for one that is changed. */
  showIfWins: z.boolean().optional(),
});

/** What a judge can give an entry; the last is the best. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
/** How long a judge's word to an author may be, in characters. */
export const LONGEST_WORD = 1000;

const rating = z.number().int().min(1).max(5);
/** Of ratings, with one decimal at most. */
const mean = z.number().min(1).max(5).multipleOf(0.1);

/**
 * What one judge says of an entry: a rating, a word ("" where there is none), or both. In a contest with criteria the rating is the
 * mean of what they gave for each, once all are given.
 */
export const entryRating = z.object({ rating: mean.nullable(), word: z.string() });
export type EntryRating = z.infer<typeof entryRating>;

/** Who said something of an entry. `name` is that of a judge beside the creator, whom the contest's page names too; "" else. */
const whose = { by: z.enum(["creator", "judge", "admin"]), name: z.string() };

/** What somebody gave an entry for one of its contest's criteria. */
export const criterionRating = z.object({ criterion: z.string(), rating });

/** What an author is told of an entry in short: the mean of its ratings, and whether there is a word. */
export const entryAnswer = z.object({ rating: mean.nullable(), hasWord: z.boolean() });
export type EntryAnswer = z.infer<typeof entryAnswer>;

/** Proof of what was submitted and when: server time and the SHA-256 of the content, in hex. */
export const entry = z.object({
  _id: z.string(),
  text: z.string(),
  link: z.string(),
  files: z.array(storedFile),
  submittedAt: instant,
  sha256: z.string(),
});
export type Entry = z.infer<typeof entry>;

/** An entry as its author sees it, and nobody else. */
export const myEntry = entry.extend({
  showIfWins: z.boolean(),
  /** On the contest's page, for everybody to read. */
  isPublished: z.boolean(),
  /** After a report it is on no page, published or not. */
  isHidden: z.boolean(),
  /** What the judges said, once the winner is named: null before, empty where none of them said anything. */
  ratings: z.array(entryRating.extend({ ...whose, criteria: z.array(criterionRating) })).nullable(),
});
export type MyEntry = z.infer<typeof myEntry>;

/** The name of a refusal that belongs to the file at this place of what was sent, beside that of `files`. */
export const fileField = (place: number) => `files.${place}`;

/**
 * Refused (409, `changed_elsewhere`) where `replaces` is given and something else is in than that, unless it is this already. Where
 * files are gone, `fields` names each by its place.
 */
export const submitEntry = defineEndpoint({
  method: "PUT",
  path: "/submit-entry/:contestId",
  access: "signed-in",
  params: contestParams,
  body: entryForm.extend({
    /** The `sha256` of the entry that is changed, as the caller knows it; null where they know of none. Left out: whatever is in. */
    replaces: z.string().max(64).nullable().optional(),
  }),
  response: myEntry,
  perMinute: 120,
});

export const getMyEntry = defineEndpoint({
  method: "GET",
  path: "/my-entry/:contestId",
  access: "signed-in",
  params: contestParams,
  response: z.object({ entry: myEntry.nullable() }),
});

/** Whether everybody may read the caller's entry when it wins: until the winner is chosen. */
export const showEntryIfWins = defineEndpoint({
  method: "PUT",
  path: "/show-entry-if-wins/:contestId",
  access: "signed-in",
  params: contestParams,
  body: z.object({ showIfWins: z.boolean() }),
  response: myEntry,
});

/** Puts the caller's entry on the contest's page, or takes it back: once the winner is chosen. */
export const publishEntry = defineEndpoint({
  method: "PUT",
  path: "/publish-entry/:contestId",
  access: "signed-in",
  params: contestParams,
  body: z.object({ isPublished: z.boolean() }),
  response: myEntry,
});

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
  params: contestParams,
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
  params: contestParams,
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
  params: contestParams,
  body: z
    .object({ entryId: id, rating: rating.nullable().optional(), word: freeText(LONGEST_WORD).optional() })
    .refine((body) => body.rating !== undefined || body.word !== undefined, { message: "Please send a rating or a word", path: ["rating"] }),
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
  params: contestParams,
  body: z.object({ entryId: id, position: z.int().min(0), rating: rating.nullable() }),
  response: z.object({ ownCriteria: contestEntry.shape.ownCriteria }),
});

/** What everybody may read of a contest that has a winner: the winning entry first, then those that their authors published. */
export const listPublishedEntries = defineEndpoint({
  method: "GET",
  path: "/published-entries/:contestId",
  access: "everyone",
  params: contestParams,
  query: pageQuery,
  response: z.array(
    z.object({
      _id: z.string(),
      text: z.string(),
      link: z.string(),
      files: z.array(storedFile),
      name: z.string(),
      photo: z.string(),
      isWinner: z.boolean(),
      /** What the caller may do with it; for a visitor what somebody who signs in could. */
      may: z.object({ report: permission }),
    }),
  ),
});

/** Uploads one file for an entry that is submitted within a day; nobody else sees it before. */
export const uploadEntryFile = defineEndpoint({
  method: "POST",
  path: "/entry-files",
  access: "signed-in",
  query: z.object({ name: fileName }),
  takes: "file",
  body: fileBytes,
  maxBytes: MAX_FILE_BYTES,
  response: storedFile,
  perMinute: 30,
});

/** Takes back what was uploaded and is in no entry. */
export const removeEntryFile = defineEndpoint({
  method: "DELETE",
  path: "/entry-files/:id",
  access: "signed-in",
  params: fileParams,
  response: z.object({ deletedCount: z.number() }),
});

/** A file to be saved, or with a width a picture to be looked at: for whoever may see its entry, and not there for anybody else. */
export const readEntryFile = defineEndpoint({
  method: "GET",
  path: "/entry-files/:id",
  access: "everyone",
  params: fileParams,
  query: z.object({ w: z.coerce.number().pipe(z.literal(ENTRY_PICTURE_WIDTHS)).optional() }),
  response: fileAnswer,
  sends: "file",
});
