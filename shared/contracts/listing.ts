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
import { REQUIRED, freeText, idParam, instant, takaInput } from "./text/fields";
import { fileResponse } from "./media/files";

export const searchContests = defineEndpoint({
  method: "GET",
  path: "/search-contests/:searchTerm",
  access: "everyone",
  // Combining marks alone are not visible, but can be searched for: they match nothing.
  params: z.object({ searchTerm: freeText(100).refine((term) => term !== "", REQUIRED) }),
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
  /** `maxCost` is the maximum price of joining; 0 finds free contests. */
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

/** A public contest's deadline as a calendar file (iCalendar, RFC 5545). */
export const readContestCalendar = defineEndpoint({
  method: "GET",
  path: "/contest-calendar/:id",
  access: "everyone",
  params: contestParams,
  response: fileResponse,
  sends: "file",
});

export const listBestCreators = defineEndpoint({
  method: "GET",
  path: "/best-creators",
  access: "everyone",
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      participantCount: z.number().int().min(0),
      bestContest: z.object({ _id: z.string(), name: z.string(), description: z.string() }),
    }),
  ),
});

/** The public id, which is neither the account's id nor its email address. */
const creatorParams = z.object({ id: idParam });

/** 404 unless the creator is in good standing and has a public contest. */
export const getCreator = defineEndpoint({
  method: "GET",
  path: "/creators/:id",
  access: "everyone",
  params: creatorParams,
  response: z.object({ _id: z.string(), name: z.string(), photo: z.string(), since: instant, record: creatorRecord }),
});

/** Open contests first, then those waiting for a winner, then decided ones; in each group last opened first. */
export const listCreatorContests = defineEndpoint({
  method: "GET",
  path: "/creators/:id/contests",
  access: "everyone",
  params: creatorParams,
  query: pageQuery,
  response: z.array(contestCard),
});
