import { z } from "zod";
import { defineEndpoint } from "../http/endpoint";
import { MAX_FILE_BYTES, fileBytes, fileName } from "./files";
import { tag } from "../tags";

/** Uploads a contest or profile picture, which is public at its URL. It must be used within a day. */
export const uploadPicture = defineEndpoint("POST /pictures", "signed-in", {
  query: z.object({ name: fileName }),
  takes: "file",
  body: fileBytes,
  maxBytes: MAX_FILE_BYTES,
  response: z.object({ address: z.string(), width: z.number().int(), height: z.number().int() }),
  perMinute: 20,
});

export const listCovers = defineEndpoint("GET /covers", "everyone", {
  response: z.array(z.object({ address: z.string(), tag })),
});
