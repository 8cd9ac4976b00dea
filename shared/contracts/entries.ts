import { z } from "zod";
import { defineEndpoint, pageQuery } from "./endpoint";
import { idParam, instant, optionalHttpsLink, requiredText } from "./fields";

const contestParams = z.object({ contestId: idParam });

export const entryForm = z.object({ text: requiredText(5000), link: optionalHttpsLink });

/** Proof of what was submitted and when: server time and the SHA-256 of the content, in hex. */
export const entry = z.object({
  _id: z.string(),
  text: z.string(),
  link: z.string(),
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
