import { z } from "zod";
import { permission } from "../contests";
import { defineEndpoint, pageQuery } from "../http/endpoint";
import { deadlineInput, displayName, id, instant, MAX_REASON_LENGTH, requiredText } from "../text/fields";
import { MAX_JUDGES } from "./judges";

/** How the contest's creator plans the judging. Older servers have none of these calls. */
export const judgingPlan = z.object({
  /** Invited judges that rate each entry; null if all rate every entry. */
  judgesPerEntry: z.number().int().nullable(),
  ratingsDueAt: instant.nullable(),
  /** Entries that are assigned to fewer judges than planned, because too few can judge them. */
  shortCount: z.number().int().min(0),
  recusalCount: z.number().int().min(0),
  judges: z.array(
    z.object({
      /** As in the list of judges. */
      _id: z.string(),
      name: displayName,
      assignedCount: z.number().int().min(0),
      ratedCount: z.number().int().min(0),
      recusedCount: z.number().int().min(0),
    }),
  ),
  may: z.object({ plan: permission }),
});
export type JudgingPlan = z.infer<typeof judgingPlan>;

/** For the contest's creator. */
export const getJudgingPlan = defineEndpoint("GET /judging-plan/:contestId", "signed-in", { response: judgingPlan });

/** Entries are assigned when the contest closes, or at once if it has. Ratings are kept. */
export const assignEntries = defineEndpoint("PUT /judging-plan/:contestId/assignment", "signed-in", {
  body: z.object({ judgesPerEntry: z.int().min(1).max(MAX_JUDGES).nullable() }),
  response: judgingPlan,
  perMinute: 30,
});

/** Judges with unrated entries are reminded half-way from the deadline and one day before. Null removes the date. */
export const setRatingsDate = defineEndpoint("PUT /judging-plan/:contestId/date", "signed-in", {
  body: z.object({ ratingsDueAt: deadlineInput.nullable() }),
  response: judgingPlan,
  perMinute: 30,
});

const entryJudge = z.object({
  _id: z.string(),
  name: displayName,
  /** `none`: not assigned to them. */
  state: z.enum(["none", "assigned", "rated", "recused"]),
  /** Their reason if they recused themselves, else "". */
  reason: z.string(),
});

export const entryJudges = z.object({ judges: z.array(entryJudge), may: z.object({ plan: permission }) });
export type EntryJudges = z.infer<typeof entryJudges>;

export const listEntryJudges = defineEndpoint("GET /entry-judges/:contestId/:entryId", "signed-in", {
  response: entryJudges,
});

/** Replaces the judges of an entry. Those who rated it stay; balancing keeps this choice. */
export const setEntryJudges = defineEndpoint("PUT /entry-judges/:contestId/:entryId", "signed-in", {
  body: z.object({ judgeIds: z.array(id).max(MAX_JUDGES) }),
  response: entryJudges,
  perMinute: 120,
});

export const recusal = z.object({
  entryId: z.string(),
  /** Neutral while names are hidden. */
  label: displayName,
  judgeId: z.string(),
  judgeName: displayName,
  reason: z.string(),
  at: instant,
});
export type Recusal = z.infer<typeof recusal>;

/** Newest first, for the contest's creator. */
export const listRecusals = defineEndpoint("GET /recusals/:contestId", "signed-in", {
  query: pageQuery,
  response: z.array(recusal),
});

/** For invited judges. Deletes their rating and feedback; they can't read the entry any more. */
export const recuse = defineEndpoint("POST /recusals/:contestId", "signed-in", {
  body: z.object({ entryId: id, reason: requiredText(MAX_REASON_LENGTH) }),
  response: z.object({ modifiedCount: z.number().int() }),
  perMinute: 60,
});

/** The creator asks the judge to judge the entry after all. */
export const endRecusal = defineEndpoint("PUT /recusals/:contestId", "signed-in", {
  body: z.object({ entryId: id, judgeId: id }),
  response: z.object({ modifiedCount: z.number().int() }),
  perMinute: 60,
});
