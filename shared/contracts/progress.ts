import { z } from "zod";
import { SEARCHES_PER_MINUTE } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { contestIdParams, searchWords, taka } from "./text/fields";
import { fileAnswer } from "./media/files";

/** Whoever takes part in a contest, as those who run it read it. No address: they write to everybody by news. */
export const joiner = z.object({
  _id: z.string(),
  name: z.string(),
  photo: z.string(),
  /** The day in UTC, and no more: a time beside that of an entry would say whose it is. */
  joinedOn: z.iso.date(),
  /** Whole taka. */
  amount: taka,
  /** Null while names are hidden from those who judge. */
  hasSubmitted: z.boolean().nullable(),
});
export type Joiner = z.infer<typeof joiner>;

/** For the contest's owner, and for admins: whoever joined on the last day first. `q` is looked for in names. */
export const listParticipants = defineEndpoint({
  method: "GET",
  path: "/joiners/:contestId",
  access: "signed-in",
  params: contestIdParams,
  query: pageQuery.extend({ q: searchWords.optional() }),
  response: z.array(joiner),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

/** All of them as a table for spreadsheets (CSV). */
export const exportParticipants = defineEndpoint({
  method: "GET",
  path: "/joiners/:contestId/table",
  access: "signed-in",
  params: contestIdParams,
  response: fileAnswer,
  sends: "file",
  perMinute: 20,
});

/** What a step of the time is that a contest has been open. */
export const STEP_UNITS = ["day", "week", "month"] as const;

export const progressStep = z.object({
  /** Its first day, in UTC. */
  from: z.iso.date(),
  joined: z.number().int().min(0),
  /** Who gave their place back. */
  left: z.number().int().min(0),
  /** Entries that are in, by when they were handed in first. */
  entries: z.number().int().min(0),
});
export type ProgressStep = z.infer<typeof progressStep>;

/** How a contest gets on from when it was opened until now or its deadline: for its owner, and for admins. */
export const getProgress = defineEndpoint({
  method: "GET",
  path: "/contest-progress/:contestId",
  access: "signed-in",
  params: contestIdParams,
  response: z.object({
    unit: z.enum(STEP_UNITS),
    /** One after the other, without a gap; the last is of the present or the deadline's. Empty before it was opened. */
    steps: z.array(progressStep),
    participantCount: z.number().int().min(0),
    /** If cancelled: number of participants at that time. */
    refundedCount: z.number().int().min(0).optional(),
    entryCount: z.number().int().min(0),
    /** What those who take part paid, in whole taka. */
    paidTotal: taka,
  }),
});
export type Progress = z.infer<(typeof getProgress)["response"]>;
