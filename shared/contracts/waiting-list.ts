import { z } from "zod";
import { contestCard } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { fileLanguage, fileResponse } from "./media/files";
import { waitingState } from "./spots";
import { displayName, instant } from "./text/fields";

const count = z.number().int().min(0);

/** Refused while a spot is free. The last in line gets the last offer. */
export const joinWaitingList = defineEndpoint("PUT /waiting-list/:contestId", "signed-in", {
  response: waitingState,
  perMinute: 120,
});

/** Also declines an offer, which then goes to the next in line. */
export const leaveWaitingList = defineEndpoint("DELETE /waiting-list/:contestId", "signed-in", {
  response: z.object({ isWaiting: z.boolean() }),
});

export const waitingContest = contestCard.extend({ waiting: waitingState, waitingCount: count });
export type WaitingContest = z.infer<typeof waitingContest>;

/** Open contests that the caller waits for. Offers come first. */
export const listWaitingContests = defineEndpoint("GET /waiting-lists", "signed-in", {
  query: pageQuery,
  response: z.array(waitingContest),
});

/** In the order of the list; an offered spot has no position. */
export const waitingPerson = z.object({
  _id: z.string(),
  name: displayName,
  photo: z.string(),
  position: z.number().int().min(1).nullable(),
  since: instant,
  offerEndsAt: instant.nullable(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

export const listWaitingPeople = defineEndpoint("GET /waiting-list/:contestId", "signed-in", {
  query: pageQuery,
  response: z.array(waitingPerson),
});

export const exportWaitingPeople = defineEndpoint("GET /waiting-list/:contestId/table", "signed-in", {
  query: z.object({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 20,
});
