import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { storedFile } from "./media/files";
import { id } from "./text/fields";

export const MAX_ATTACHMENTS = 10;

const attachments = z.object({ attachments: z.array(storedFile) });

/** Gives an unused upload of `uploadEntryFile` to everyone who can see the caller's contest. A repeated call is fine. */
export const attachFile = defineEndpoint("POST /attachments/:contestId", "signed-in", {
  body: z.object({ fileId: id }),
  response: attachments,
  perMinute: 60,
});

export const removeAttachment = defineEndpoint("DELETE /attachments/:contestId/:fileId", "signed-in", {
  response: attachments,
  perMinute: 60,
});
