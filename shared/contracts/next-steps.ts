import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant } from "./text/fields";

/** So many contests of a kind are named; what else there is of it is named once these are done. */
export const MOST_NAMED = 2;

/** So far is counted: as many as this are at least so many. */
export const MOST_WAITING = 1000;

const contest = z.object({ _id: z.string(), name: z.string() });
const count = z.number().int().min(1);

export const nextStep = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum([
      // Of a creator's own contests.
      ...(["winners_overdue", "winners_due", "changes_requested"] as const),
      // Of an admin: a winner that is overdue is theirs to choose too.
      ...(["review", "role_requests", "winners_to_choose", "messages"] as const),
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
  z.object({ kind: z.literal("entry_missing"), contest, deadline: instant }),
  z.object({
    kind: z.literal("ratings_missing"),
    contest,
    ratedCount: z.number().int().min(0),
    entryCount: count,
    isOverdue: z.boolean(),
    winnerDueAt: instant,
  }),
]);
export type NextStep = z.infer<typeof nextStep>;

/** What waits for the caller: what their role brings first, then their own entries, then what they judge for others. */
export const listNextSteps = defineEndpoint({
  method: "GET",
  path: "/next-steps",
  access: "signed-in",
  response: z.array(nextStep),
});
