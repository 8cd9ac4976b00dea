import { z } from "zod";
import { SEARCHES_PER_MINUTE } from "./contests";
import { defineEndpoint, pageQuery } from "./http/endpoint";
import { displayName, searchWords, taka } from "./text/fields";
import { fileLanguage, fileResponse } from "./media/files";

/** Has no email address: owners and admins reach participants through announcements. */
export const contestParticipant = z.object({
  _id: z.string(),
  name: displayName,
  photo: z.string(),
  /** Without a time, which could reveal an entry's author. In the reader's zone; in UTC while names are hidden. */
  joinedOn: z.iso.date(),
  amount: taka,
  /** Null while names are hidden from judges. */
  hasSubmitted: z.boolean().nullable(),
  /** Version of the accepted rules; null without rules. Older servers omit it. */
  rulesVersion: z.number().int().nullable().optional(),
  /** Missing without a team. */
  team: z.string().optional(),
});
export type ContestParticipant = z.infer<typeof contestParticipant>;

export const listParticipants = defineEndpoint("GET /joiners/:contestId", "signed-in", {
  query: pageQuery.extend({ q: searchWords.optional() }),
  response: z.array(contestParticipant),
  perMinute: SEARCHES_PER_MINUTE,
  countedWith: "q",
});

export const exportParticipants = defineEndpoint("GET /joiners/:contestId/table", "signed-in", {
  query: z.object({ language: fileLanguage }),
  response: fileResponse,
  sends: "file",
  perMinute: 20,
});

export const STEP_UNITS = ["day", "week", "month"] as const;

export const progressStep = z.object({
  from: z.iso.date(),
  joined: z.number().int().min(0),
  left: z.number().int().min(0),
  entries: z.number().int().min(0),
});
export type ProgressStep = z.infer<typeof progressStep>;

export const getProgress = defineEndpoint("GET /contest-progress/:contestId", "signed-in", {
  response: z.object({
    unit: z.enum(STEP_UNITS),
    /** The days are in the reader's zone, but in UTC while names are hidden. Earlier servers do not send it. */
    timeZone: z.string().optional(),
    /** Consecutive, up to now or the deadline. Empty before opening. */
    steps: z.array(progressStep),
    participantCount: z.number().int().min(0),
    refundedCount: z.number().int().min(0).optional(),
    entryCount: z.number().int().min(0),
    paidTotal: taka,
    /** Missing without a limit. `max` is null if it was removed while people waited. Older servers omit it. */
    spots: z
      .object({ max: z.number().int().nullable(), offered: z.number().int().min(0), waiting: z.number().int().min(0) })
      .optional(),
  }),
});
export type Progress = z.infer<(typeof getProgress)["response"]>;
