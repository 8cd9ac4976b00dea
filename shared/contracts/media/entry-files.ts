import { z } from "zod";
import { defineEndpoint } from "../http/endpoint";
import { idParam } from "../text/fields";
import { MAX_FILE_BYTES, fileAnswer, fileBytes, fileName, storedFile } from "./files";

const fileParams = z.object({ id: idParam });

/** Widths, in pixels, in which an entry's pictures can be had, beside the one they were sent in. */
export const ENTRY_PICTURE_WIDTHS = [320, 720, 1280] as const;

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
