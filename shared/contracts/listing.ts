import { z } from "zod";
import { SEARCHES_PER_MINUTE, contestCard, contestDetails, contestListQuery, creatorRecord } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { REQUIRED, freeText, instant, takaInput } from "./text/fields";
import { fileLanguage, fileResponse } from "./media/files";
import { invalid, message } from "./text/message";

export const searchContests = defineEndpoint("GET /search-contests/:searchTerm", "everyone", {
  // Combining marks alone are not visible, but can be searched for: they match nothing.
  params: z.object({ searchTerm: freeText(100).refine((term) => term !== "", invalid(message(REQUIRED))) }),
  query: pageQuery,
  response: z.array(contestCard),
  perMinute: SEARCHES_PER_MINUTE,
});

export const listPopularContests = defineEndpoint("GET /popular-contests", "everyone", {
  response: z.array(contestCard),
});

export const listFeaturedContests = defineEndpoint("GET /featured-contests", "everyone", {
  response: z.array(contestCard),
});

/** Counts public contests only. Entries count from the deadline on: before it, their number is not public. */
export const getSiteTotals = defineEndpoint("GET /site-totals", "everyone", {
  response: z.object({
    openCount: z.number().int().min(0),
    /** The prizes of open contests in whole taka. */
    prizeTotal: z.number().int().min(0),
    entryCount: z.number().int().min(0),
  }),
});

export const listTopContests = defineEndpoint("GET /popular-contests-no-limit", "everyone", {
  query: pageQuery,
  response: z.array(contestCard),
});

export const listContests = defineEndpoint("GET /all-contests", "everyone", {
  /** `maxCost` is the maximum price of joining; 0 finds free contests. */
  query: contestListQuery.extend({ maxCost: takaInput.optional() }),
  response: z.array(contestCard),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

export const getContestDetails = defineEndpoint("GET /contest-details/:id", "everyone", { response: contestDetails });

/** A public contest's deadline as a calendar file (iCalendar, RFC 5545). */
export const readContestCalendar = defineEndpoint("GET /contest-calendar/:id", "everyone", {
  query: z.object({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
});

export const listBestCreators = defineEndpoint("GET /best-creators", "everyone", {
  response: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      photo: z.string(),
      participantCount: z.number().int().min(0),
      bestContest: z.object({
        _id: z.string(),
        name: z.string(),
        description: z.string(),
        summary: z.string().optional(),
      }),
    }),
  ),
});

/** 404 unless the creator is in good standing and has a public contest. The id is public, and not the account's. */
export const getCreator = defineEndpoint("GET /creators/:id", "everyone", {
  response: z.object({ _id: z.string(), name: z.string(), photo: z.string(), since: instant, record: creatorRecord }),
});

/** Open contests first, then those waiting for a winner, then decided ones; in each group last opened first. */
export const listCreatorContests = defineEndpoint("GET /creators/:id/contests", "everyone", {
  query: pageQuery,
  response: z.array(contestCard),
});
