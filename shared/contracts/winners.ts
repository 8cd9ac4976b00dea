import { z } from "zod";
import { award } from "./awards";
import { MAX_MORE_PRIZES } from "./prizes";
import { defineEndpoint } from "./http/endpoint";
import { id, instant, requiredText, taka } from "./text/fields";
import { fileLanguage, fileResponse } from "./media/files";

export const MAX_NOTE_LENGTH = 1000;
export const MAX_EXCERPT_LENGTH = 240;

export const declareWinner = defineEndpoint("PUT /declare-winner/:contestId", "signed-in", {
  body: z.object({
    /** Wins the first prize. */
    entryId: id,
    note: requiredText(MAX_NOTE_LENGTH),
    /** Winners of the further prizes, by place; the last prizes have none if there are fewer eligible entries. */
    placements: z
      .array(z.object({ place: z.number().int().min(2), entryId: id }))
      .max(MAX_MORE_PRIZES)
      .default([]),
  }),
  response: z.object({ modifiedCount: z.number().int() }),
});

export const listWinners = defineEndpoint("GET /winners", "everyone", {
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      /** Masked like `r•••@g•••.com`: no public response contains an email address. */
      email: z.string(),
      timesWon: z.number().int().min(1),
      lastContest: z.object({
        _id: z.string(),
        name: z.string(),
        /** The URL of the winning entry's first picture and the start of its text; null if not public. Older servers omit it. */
        work: z.object({ picture: z.string().nullable(), text: z.string() }).nullable().optional(),
      }),
      /** Further prizes won in visible contests, not counted in `timesWon`: the latest three. Older servers omit it. */
      placements: z
        .array(z.object({ contest: z.object({ _id: z.string(), name: z.string() }), prizeName: z.string() }))
        .optional(),
    }),
  ),
});

export const listWonContests = defineEndpoint("GET /user/won-contests", "signed-in", {
  response: z.array(
    z.object({
      id: z.string(),
      image: z.string(),
      name: z.string(),
      dateWon: instant,
      prize: taka,
      /** Null for the first prize. Older servers omit it. */
      prizeName: z.string().nullable().optional(),
      /** Whether the contest has prizes besides the first one. Older servers omit it. */
      hasMorePrizes: z.boolean().optional(),
      /** The name of the team that won; null for one person. Older servers omit it. */
      team: z.string().nullable().optional(),
      note: z.string(),
      isPublic: z.boolean(),
      /** Null for contests without a prize or from before prize handover. Older servers omit it. */
      award: award.nullable().optional(),
    }),
  ),
});

/** For winning or taking part, with the day in the participant's time zone. 404 for everyone else. */
export const readCertificate = defineEndpoint("GET /certificates/:contestId", "signed-in", {
  query: z.object({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 30,
});

export const getMyStats = defineEndpoint("GET /my-stats/:email", "signed-in", {
  response: z.object({
    joined: z.number().int().min(0),
    /** Left and not joined again. Older servers omit it. */
    left: z.number().int().min(0).optional(),
    finished: z.number().int().min(0),
    won: z.number().int().min(0),
  }),
});
