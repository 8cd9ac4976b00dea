import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant, taka } from "./text/fields";

/** Entries of a timeline; the lists behind it have the rest. */
export const MAX_UPCOMING = 8;

/** Open contests whose joins are drawn. */
export const MAX_CHARTED_CONTESTS = 5;

/** Days with a value each, today included. */
export const JOIN_DAYS = 30;

const count = z.number().int().min(0);
const namedContest = z.object({ _id: z.string(), name: z.string() });

const upcomingDeadline = z.object({
  contest: namedContest,
  deadline: instant,
  relation: z.enum(["joined", "followed"]),
  /** False for followed contests. */
  hasSubmitted: z.boolean(),
});
export type UpcomingDeadline = z.infer<typeof upcomingDeadline>;

/** The caller's own participation, in any role. */
export const getMyOverview = defineEndpoint("GET /my-overview", "signed-in", {
  response: z.object({
    /** Contests in the caller's list, including cancelled ones, without those that were left. */
    joinedCount: count,
    /** Contests that were left and not joined again. Older servers omit it. */
    leftCount: count.optional(),
    /** Open contests that the caller has not submitted to. */
    toSubmitCount: count,
    wonCount: count,
    hasSubmitted: z.boolean(),
    isFollowing: z.boolean(),
    /** The next deadline of a contest that the caller has joined. */
    next: upcomingDeadline.nullable(),
    /** Soonest first, at most {@link MAX_UPCOMING}. */
    upcoming: z.array(upcomingDeadline),
    upcomingCount: count,
  }),
});
export type MyOverview = z.infer<(typeof getMyOverview)["response"]>;

const creatorDate = z.object({
  contest: namedContest,
  /** Entries close, the winner is due, or participants are refunded because there is no winner. */
  kind: z.enum(["closes", "winner_due", "refund"]),
  at: instant,
});
export type CreatorDate = z.infer<typeof creatorDate>;

const openContest = namedContest.extend({
  deadline: instant,
  participantCount: count,
  entryCount: count,
  /** One value per day, oldest first, {@link JOIN_DAYS} in all. */
  joins: z.array(count),
});
export type OpenContest = z.infer<typeof openContest>;

export const getCreatorOverview = defineEndpoint("GET /creator-overview", ["creator"], {
  response: z.object({
    openCount: count,
    entryCount: count,
    /** Payments that were not refunded. */
    collected: taka,
    /** Contests past their deadline whose winner the caller has to pick. */
    toJudgeCount: count,
    overdueCount: count,
    hasDraft: z.boolean(),
    hasContest: z.boolean(),
    hasOpened: z.boolean(),
    /** First day of `joins`, in the creator's time zone, or in UTC before it is known. */
    since: z.iso.date(),
    /** Most participants first, at most {@link MAX_CHARTED_CONTESTS}. */
    openContests: z.array(openContest),
    /** Soonest first, at most {@link MAX_UPCOMING}. */
    dates: z.array(creatorDate),
    dateCount: count,
  }),
});
export type CreatorOverview = z.infer<(typeof getCreatorOverview)["response"]>;

/** Without one: 30 days. */
export const OVERVIEW_PERIODS = ["90d"] as const;

const siteDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  joins: count,
  registrations: count,
  collected: taka,
  refunded: taka,
});
export type SiteDay = z.infer<typeof siteDay>;

export const getSiteOverview = defineEndpoint("GET /site-overview", ["admin"], {
  query: z.object({ period: z.enum(OVERVIEW_PERIODS).optional() }),
  response: z.object({
    inReviewCount: count,
    oldestInReviewAt: instant.nullable(),
    overdueWinnerCount: count,
    openReportCount: count,
    /** Consecutive, oldest first, today included. */
    days: z.array(siteDay),
  }),
  perMinute: 60,
});
export type SiteOverview = z.infer<(typeof getSiteOverview)["response"]>;
