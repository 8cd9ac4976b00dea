import { z } from "zod";
import { defineEndpoint } from "../http/endpoint";
import { MAX_FILE_BYTES, fileBytes, fileName } from "./files";
import { tag } from "../tags";

/** Uploads a picture of a contest or of oneself, which everybody can see at its address; it is to be used within a day. */
export const uploadPicture = defineEndpoint({
  method: "POST",
  path: "/pictures",
  access: "signed-in",
  query: z.object({ name: fileName }),
  takes: "file",
  body: fileBytes,
  maxBytes: MAX_FILE_BYTES,
  /** `address` is what a contest or a profile takes as its picture. */
  response: z.object({ address: z.string(), width: z.number().int(), height: z.number().int() }),
  perMinute: 20,
});

/** The site's own pictures that a contest can have, by what they are drawn for. */
export const listCovers = defineEndpoint({
  method: "GET",
  path: "/covers",
  access: "everyone",
  response: z.array(z.object({ address: z.string(), tag })),
});
