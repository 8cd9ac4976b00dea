import { z } from "zod";
import { permission } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { criterionRating, entryRating, whose } from "./judging/ratings";
import { storedFile } from "./media/files";
import { contestIdParams, id, instant, optionalHttpsLink, requiredText } from "./text/fields";

/** Of one entry. */
export const MAX_ENTRY_FILES = 5;
export const MAX_ENTRY_LENGTH = 5000;
const TOO_MANY_FILES = "An entry takes up to five files";

export const entryForm = z.object({
  text: requiredText(MAX_ENTRY_LENGTH),
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

/** The text whose SHA-256 (as UTF-8) is the receipt: text, link ("" if none) and each file's SHA-256, separated by line feeds. */
export const receiptText = ({
  text,
  link,
  fileSums = [],
}: {
  text: string;
  link: string;
  fileSums?: readonly string[] | undefined;
}): string => [text, link, ...fileSums].join("\n");

/** An entry as its author sees it, and nobody else. */
export const myEntry = entry.extend({
  /** SHA-256 in hex of each uploaded file, in order. Older servers omit it. */
  fileSums: z.array(z.string()).optional(),
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
 * Submitted at its first byte, if all of it arrives within a minute. 409 `contest_closed` with `late` after the deadline. 409
 * `changed_elsewhere` if the stored entry is neither `replaces` nor this. `fields` names missing files by position.
 */
export const submitEntry = defineEndpoint({
  method: "PUT",
  path: "/submit-entry/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: entryForm.extend({
    /** The `sha256` of the entry that is changed, as the caller knows it; null where they know of none. Left out: whatever is in. */
    replaces: z.string().max(64).nullable().optional(),
  }),
  response: myEntry,
  perMinute: 120,
});

/** The last text that was sent after the deadline. Visible to its author only, never to judges. */
export const lateEntry = z.object({ text: z.string(), link: z.string(), arrivedAt: instant, deadline: instant });
export type LateEntry = z.infer<typeof lateEntry>;

export const getMyEntry = defineEndpoint({
  method: "GET",
  path: "/my-entry/:contestId",
  access: "signed-in",
  params: contestIdParams,
  response: z.object({
    entry: myEntry.nullable(),
    /** Not counted, visible to its author only. Older servers omit it. */
    late: lateEntry.nullable().optional(),
    /** Time of the caller's last withdrawal from this contest. */
    withdrawnAt: instant.nullable().optional(),
  }),
});

/** Whether everybody may read the caller's entry when it wins: until the winner is chosen. */
export const showEntryIfWins = defineEndpoint({
  method: "PUT",
  path: "/show-entry-if-wins/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ showIfWins: z.boolean() }),
  response: myEntry,
});

/** Puts the caller's entry on the contest's page, or takes it back: once the winner is chosen. */
export const publishEntry = defineEndpoint({
  method: "PUT",
  path: "/publish-entry/:contestId",
  access: "signed-in",
  params: contestIdParams,
  body: z.object({ isPublished: z.boolean() }),
  response: myEntry,
});

/** What everybody may read of a contest that has a winner: the winning entry first, then those that their authors published. */
export const listPublishedEntries = defineEndpoint({
  method: "GET",
  path: "/published-entries/:contestId",
  access: "everyone",
  params: contestIdParams,
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
