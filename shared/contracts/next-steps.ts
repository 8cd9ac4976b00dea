import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { REPORTED_KINDS } from "./reports";
import { instant } from "./text/fields";

/** Contests of one kind that are listed by name; the rest are only counted. */
export const MAX_NAMED_CONTESTS = 2;

/** Kinds that list contests by name. Reported content always gets one step each. */
export const NAMED_KINDS = [
  "deadline_passed",
  "nobody_joined",
  "stand_in",
  "prize_to_send",
  "prize_to_confirm",
  "spot_offered",
  "questions",
  "entry_missing",
  "ratings_missing",
] as const;

export const MAX_NEXT_STEPS = 1000;

const contest = z.object({ _id: z.string(), name: z.string() });
const count = z.number().int().min(1);

export const nextStep = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum([
      ...(["winners_overdue", "winners_due", "changes_requested"] as const),
      // For admins, who can also choose an overdue winner.
      ...(["reports", "review", "role_requests", "winners_to_choose", "prizes_to_settle", "messages"] as const),
      "invitations",
    ]),
    count,
  }),
  z.object({
    kind: z.enum([
      // Can't be confirmed because its deadline passed during review.
      "deadline_passed",
      "nobody_joined",
      // For admins, who judge immediately because the creator is blocked.
      "stand_in",
    ]),
    contest,
  }),
  // The author has not answered every report; admins can decide after `answerUntil`.
  z.object({
    kind: z.literal("reported"),
    contest,
    caseId: z.string(),
    reported: z.enum(REPORTED_KINDS),
    answerUntil: instant,
  }),
  // For the winner's creator, and for the winner until they confirm or report. `prizeName` is null for the first prize.
  z.object({
    kind: z.enum(["prize_to_send", "prize_to_confirm"]),
    contest,
    prizeName: z.string().nullable().optional(),
    dueAt: instant,
  }),
  // The spot is held until `offerEndsAt`.
  z.object({ kind: z.literal("spot_offered"), contest, offerEndsAt: instant }),
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
  z.object({ kind: z.literal("more"), of: z.enum(NAMED_KINDS), count }),
]);
export type NextStep = z.infer<typeof nextStep>;

/** Pages that send `kinds=all` ignore unknown kinds; older pages get only the kinds they know. */
export const listNextSteps = defineEndpoint("GET /next-steps", "signed-in", {
  query: z.object({ kinds: z.literal("all").optional() }),
  response: z.array(nextStep),
});
