import { z } from "zod";
import { defineEndpoint, pageQuery } from "./endpoint";
import { emailParam, id, idParam, instant, optionalHttpsLink, optionalText, requiredText, taka } from "./fields";

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

export const declareWinner = defineEndpoint({
  method: "PUT",
  path: "/declare-winner/:contestId",
  access: "signed-in",
  params: contestParams,
  body: z.object({ entryId: id, note: optionalText(1000) }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const listWinners = defineEndpoint({
  method: "GET",
  path: "/winners",
  access: "everyone",
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      /** Like `r•••@g•••.com`: no public answer holds an address. */
      email: z.string(),
      timesWon: z.number().int().min(1),
      lastContest: z.object({ _id: z.string(), name: z.string() }),
    }),
  ),
});

/** Whose wins: the session's. */
export const listWonContests = defineEndpoint({
  method: "GET",
  path: "/user/won-contests",
  access: "signed-in",
  response: z.array(
    z.object({
      id: z.string(),
      image: z.string(),
      name: z.string(),
      dateWon: instant,
      /** Whole taka. */
      prize: taka,
      note: z.string(),
    }),
  ),
});

/** Win rate over finished contests: `won` of `finished`. */
export const getMyStats = defineEndpoint({
  method: "GET",
  path: "/my-stats/:email",
  access: "signed-in",
  params: z.object({ email: emailParam }),
  response: z.object({
    joined: z.number().int().min(0),
    finished: z.number().int().min(0),
    won: z.number().int().min(0),
  }),
});
