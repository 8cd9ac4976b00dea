import { z } from "zod";
import { defineEndpoint, pageQuery } from "./endpoint";
import { id, idParam, instant, optionalHttpsLink, requiredText } from "./fields";
import { MAX_FILE_BYTES, fileAnswer, fileBytes, fileName, storedFile } from "./files";

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

export const submitEntry = defineEndpoint({
  method: "PUT",
  path: "/submit-entry/:contestId",
  access: "signed-in",
  params: contestParams,
  body: entryForm,
  response: entry,
  perMinute: 120,
});

export const getMyEntry = defineEndpoint({
  method: "GET",
  path: "/my-entry/:contestId",
  access: "signed-in",
  params: contestParams,
  response: z.object({ entry: entry.nullable() }),
});

/** For the contest's owner, and for admins. */
export const listContestEntries = defineEndpoint({
  method: "GET",
  path: "/contest-entries/:contestId",
  access: "signed-in",
  params: contestParams,
  query: pageQuery,
  response: z.array(entry.extend({ name: z.string(), photo: z.string(), isWinner: z.boolean() })),
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
