import { z } from "zod";
import { permission } from "./contests";
import { receiptLines } from "./check-answers";
import { entryAnswer, sentAnswers, type EntryAnswer } from "./entry-answers";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { criterionRating, entryRating, ratingAuthorFields } from "./judging/ratings";
import { storedFile } from "./media/files";
import { displayName, id, instant, optionalHttpsLink, requiredText } from "./text/fields";
import { invalid, message } from "./text/message";

export const MAX_ENTRY_FILES = 5;
export const MAX_ENTRY_LENGTH = 5000;
const TOO_MANY_FILES = invalid(message("You can add up to {max} files", { max: MAX_ENTRY_FILES }));

export const entryForm = z.object({
  text: requiredText(MAX_ENTRY_LENGTH),
  link: optionalHttpsLink,
  /** Ids of uploaded files in display order; unchanged if omitted. */
  files: z
    .array(id)
    .max(MAX_ENTRY_FILES, TOO_MANY_FILES)
    .refine((ids) => new Set(ids).size === ids.length, invalid(message("Add each file only once")))
    .optional(),
  /** True if omitted for a new entry, unchanged for an existing one. */
  showIfWins: z.boolean().optional(),
});

/** Proof of what was submitted and when: server time and the SHA-256 of the content, in hex. */
export const entry = z.object({
  _id: z.string(),
  text: z.string(),
  link: z.string(),
  files: z.array(storedFile),
  /** Missing if there are none. */
  answers: z.array(entryAnswer).optional(),
  submittedAt: instant,
  sha256: z.string(),
});
export type Entry = z.infer<typeof entry>;

/** The SHA-256 of this text (as UTF-8) is the receipt. */
export const receiptText = ({
  text,
  link,
  fileSums = [],
  answers = [],
}: {
  text: string;
  link: string;
  fileSums?: readonly string[] | undefined;
  answers?: readonly EntryAnswer[] | undefined;
}): string => [text, link, ...fileSums, ...receiptLines(answers)].join("\n");

export const myEntry = entry.extend({
  fileSums: z.array(z.string()).optional(),
  showIfWins: z.boolean(),
  isPublished: z.boolean(),
  isHidden: z.boolean(),
  /** The member who saved the team's entry last; missing for entries of one person. */
  savedBy: displayName.optional(),
  /** Null until the winner is chosen. */
  ratings: z.array(entryRating.extend({ ...ratingAuthorFields, criteria: z.array(criterionRating) })).nullable(),
});
export type MyEntry = z.infer<typeof myEntry>;

/** Key in an error's `fields` for the file at this position; `files` is also set. */
export const fileField = (position: number) => `files.${position}`;

/**
 * Submitted at its first byte if it arrives within a minute. 409 `contest_closed` with `late` after the deadline,
 * `changed_elsewhere` if the stored entry is neither `replaces` nor this. `fields` names missing files.
 */
export const submitEntry = defineEndpoint("PUT /submit-entry/:contestId", "signed-in", {
  body: entryForm.extend({
    /** The `sha256` of the entry to replace, null if the caller knows of none. If omitted, replaces any entry. */
    replaces: z.string().max(64).nullable().optional(),
    /** 409 `entry_form_missing` if omitted although the contest has an entry form, as older pages do. */
    answers: sentAnswers.optional(),
  }),
  response: myEntry,
  perMinute: 120,
});

export const lateEntry = z.object({
  text: z.string(),
  link: z.string(),
  answers: z.array(entryAnswer).optional(),
  arrivedAt: instant,
  deadline: instant,
});
export type LateEntry = z.infer<typeof lateEntry>;

export const getMyEntry = defineEndpoint("GET /my-entry/:contestId", "signed-in", {
  response: z.object({
    entry: myEntry.nullable(),
    /** Not counted, visible to its author only. Older servers omit it. */
    late: lateEntry.nullable().optional(),
    withdrawnAt: instant.nullable().optional(),
  }),
});

export const showEntryIfWins = defineEndpoint("PUT /show-entry-if-wins/:contestId", "signed-in", {
  body: z.object({ showIfWins: z.boolean() }),
  response: myEntry,
});

export const publishEntry = defineEndpoint("PUT /publish-entry/:contestId", "signed-in", {
  body: z.object({ isPublished: z.boolean() }),
  response: myEntry,
});

export const listPublishedEntries = defineEndpoint("GET /published-entries/:contestId", "everyone", {
  query: pageQuery,
  response: z.array(
    z.object({
      _id: z.string(),
      text: z.string(),
      link: z.string(),
      files: z.array(storedFile),
      name: displayName,
      photo: z.string(),
      isWinner: z.boolean(),
      /** The further prize that it won. Older servers omit it. */
      prizeName: z.string().nullable().optional(),
      /** The caller's report is not decided yet. Older servers do not send it. */
      hasReported: z.boolean().optional(),
      may: z.object({ report: permission }),
    }),
  ),
});
