import { z } from "zod";
import { defineEndpoint } from "../http/endpoint";
import { MAX_FILE_BYTES, fileResponse, fileBytes, fileName, storedFile } from "./files";

export const ENTRY_PICTURE_WIDTHS = [320, 720, 1280] as const;

/** Uploads a file for an entry that is submitted within a day; private until then. */
export const uploadEntryFile = defineEndpoint("POST /entry-files", "signed-in", {
  query: z.object({ name: fileName }),
  takes: "file",
  body: fileBytes,
  maxBytes: MAX_FILE_BYTES,
  response: storedFile,
  perMinute: 30,
});

export const removeEntryFile = defineEndpoint("DELETE /entry-files/:id", "signed-in", {
  response: z.object({ deletedCount: z.number() }),
});

/** Downloads the file, or with a width shows a resized picture. 404 for callers who can't see its entry. */
export const readEntryFile = defineEndpoint("GET /entry-files/:id", "everyone", {
  query: z.object({ w: z.coerce.number().pipe(z.literal(ENTRY_PICTURE_WIDTHS)).optional() }),
  response: fileResponse,
  sends: "file",
});
