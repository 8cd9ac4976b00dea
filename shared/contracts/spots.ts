import { z } from "zod";
import { toLatinDigits } from "./text/digits";
import { instant } from "./text/fields";
import { message, translated } from "./text/message";

export const MIN_SPOTS = 2;
export const MAX_SPOTS = 100_000;

/** Accepts a number, digits as text, Latin or Bangla, or null; "" and null mean no limit. */
export const spotsInput = /* @__PURE__ */ (() =>
  z.union([z.string(), z.number(), z.null()]).transform((input, context): number | null => {
    const typed = toLatinDigits(String(input ?? "").trim());
    if (typed === "") return null;
    if (/^\d{1,6}$/.test(typed) && Number(typed) >= MIN_SPOTS && Number(typed) <= MAX_SPOTS) return Number(typed);
    // Numbers of a contract's English errors are not grouped, unlike those of the field's hint.
    context.addIssue({ code: "custom", message: translated(message("Enter a whole number from 2 to 1,00,000")) });
    return z.NEVER;
  }))();

export const waitingState = z.object({
  since: instant,
  /** 1 for the next one; null once a spot is offered. */
  position: z.number().int().min(1).nullable(),
  /** The offered spot is held until then; null without an offer. */
  offerEndsAt: instant.nullable(),
});
export type WaitingState = z.infer<typeof waitingState>;
