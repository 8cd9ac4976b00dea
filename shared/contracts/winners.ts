import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { emailParam, id, idParam, instant, requiredText, taka } from "./text/fields";
import { fileAnswer } from "./media/files";

/** How long the words may be that say why an entry won, in characters. */
export const MAX_NOTE_LENGTH = 1000;

export const declareWinner = defineEndpoint({
  method: "PUT",
  path: "/declare-winner/:contestId",
  access: "signed-in",
  params: z.object({ contestId: idParam }),
  body: z.object({ entryId: id, note: requiredText(MAX_NOTE_LENGTH) }),
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
      /** The public sees it now: not while it is hidden or its creator is blocked. */
      isPublic: z.boolean(),
    }),
  ),
});

/** The caller's certificate of a contest that has a winner (PDF): of winning it, or of an entry that did not. Not there for anybody else. */
export const readCertificate = defineEndpoint({
  method: "GET",
  path: "/certificates/:contestId",
  access: "signed-in",
  params: z.object({ contestId: idParam }),
  response: fileAnswer,
  sends: "file",
  perMinute: 30,
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
