import { z } from "zod";
import {
  SEARCHES_PER_MINUTE,
  contestCard,
  contestDetails,
  contestListQuery,
  contestParams,
  creatorRecord,
} from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { idParam, instant, requiredText, takaInput } from "./text/fields";
import { fileAnswer } from "./media/files";

export const searchContests = defineEndpoint({
  method: "GET",
  path: "/search-contests/:searchTerm",
  access: "everyone",
  params: z.object({ searchTerm: requiredText(100) }),
  query: pageQuery,
  response: z.array(contestCard),
  perMinute: SEARCHES_PER_MINUTE,
});

export const listPopularContests = defineEndpoint({
  method: "GET",
  path: "/popular-contests",
  access: "everyone",
  response: z.array(contestCard),
});

/** What admins put before all others, last featured first; empty where they did not. */
export const listFeaturedContests = defineEndpoint({
  method: "GET",
  path: "/featured-contests",
  access: "everyone",
  response: z.array(contestCard),
});

export const listTopContests = defineEndpoint({
  method: "GET",
  path: "/popular-contests-no-limit",
  access: "everyone",
  query: pageQuery,
  response: z.array(contestCard),
});

export const listContests = defineEndpoint({
  method: "GET",
  path: "/all-contests",
  access: "everyone",
  /** `maxCost`: joining costs at most so many taka; 0 finds what is free. */
  query: contestListQuery.extend({ maxCost: takaInput.optional() }),
  response: z.array(contestCard),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

export const getContestDetails = defineEndpoint({
  method: "GET",
  path: "/contest-details/:id",
  access: "everyone",
  params: contestParams,
  response: contestDetails,
});

/** A contest's deadline for a calendar (iCalendar, RFC 5545), of a contest that everybody may see. */
export const readContestCalendar = defineEndpoint({
  method: "GET",
  path: "/contest-calendar/:id",
  access: "everyone",
  params: contestParams,
  response: fileAnswer,
  sends: "file",
});

export const listBestCreators = defineEndpoint({
  method: "GET",
  path: "/best-creators",
  access: "everyone",
  response: z.array(
    z.object({
      /** Of their page. */
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      participantCount: z.number().int().min(0),
      bestContest: z.object({ _id: z.string(), name: z.string(), description: z.string() }),
    }),
  ),
});

/** By the public id, which is neither that of their account nor an address. */
const creatorParams = z.object({ id: idParam });

/** A creator in good standing with a contest that everybody may see; there is none otherwise. */
export const getCreator = defineEndpoint({
  method: "GET",
  path: "/creators/:id",
  access: "everyone",
  params: creatorParams,
  response: z.object({
    _id: z.string(),
    /** May be empty. */
    name: z.string(),
    photo: z.string(),
    /** When the account was made. */
    since: instant,
    record: creatorRecord,
  }),
});

/** Their contests that everybody may see: open ones first, then those that wait for their winner, then those that have one; of each the last opened first. */
export const listCreatorContests = defineEndpoint({
  method: "GET",
  path: "/creators/:id/contests",
  access: "everyone",
  params: creatorParams,
  query: pageQuery,
  response: z.array(contestCard),
});
