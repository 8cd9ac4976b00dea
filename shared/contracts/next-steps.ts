import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { REPORTED_KINDS } from "./reports";
import { instant } from "./text/fields";

/** The most contests of a kind that are listed by name; the rest are counted. */
export const MAX_NAMED = 2;

/** Kinds that list contests by name. Reported content always gets one step each. */
export const NAMED_KINDS = [
  "deadline_passed",
  "nobody_joined",
  "stand_in",
  "questions",
  "entry_missing",
  "ratings_missing",
] as const;

/** So far is counted: as many as this are at least so many. */
export const MAX_NEXT_STEPS = 1000;

const contest = z.object({ _id: z.string(), name: z.string() });
const count = z.number().int().min(1);

export const nextStep = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum([
      // Of a creator's own contests.
      ...(["winners_overdue", "winners_due", "changes_requested"] as const),
      // Of an admin: a winner that is overdue is theirs to choose too.
      ...(["reports", "review", "role_requests", "winners_to_choose", "messages"] as const),
      // Of whoever is asked to judge for somebody.
      "invitations",
    ]),
    count,
  }),
  z.object({
    kind: z.enum([
      // Waits for review and cannot be confirmed: its deadline has passed.
      "deadline_passed",
      // Closed with nobody in it.
      "nobody_joined",
      // An admin's to judge at once: its creator is blocked.
      "stand_in",
    ]),
    contest,
  }),
  // A contest or an entry of theirs, which the admins decide upon once this has passed; they have not answered to all that was said.
  z.object({
    kind: z.literal("reported"),
    contest,
    caseId: z.string(),
    reported: z.enum(REPORTED_KINDS),
    answerUntil: instant,
  }),
  // To a creator, about a contest that goes on.
  z.object({ kind: z.literal("questions"), contest, questionCount: count }),
  z.object({ kind: z.literal("entry_missing"), contest, deadline: instant }),
  z.object({
    kind: z.literal("ratings_missing"),
    contest,
    ratedCount: z.number().int().min(0),
    entryCount: count,
    isOverdue: z.boolean(),
    winnerDueAt: instant,
  }),
  // Follows the named contests of its kind.
  z.object({ kind: z.literal("more"), of: z.enum(NAMED_KINDS), count }),
]);
export type NextStep = z.infer<typeof nextStep>;

/**
 * What waits for the caller: what of theirs was reported, what their role brings, their own entries, then what they judge for others.
 * Pages are older than the server at times: with `kinds=all` they say that they leave out those that they do not know. The first
 * pages that asked do not say so, and get those that they know.
 */
export const listNextSteps = defineEndpoint({
  method: "GET",
  path: "/next-steps",
  access: "signed-in",
  query: z.object({ kinds: z.literal("all").optional() }),
  response: z.array(nextStep),
});
