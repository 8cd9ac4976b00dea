import { z } from "zod";
import { MAX_TEAM_SIZE, NO_TEAMS } from "./team-size";
import { toLatinDigits } from "./text/digits";
import { message, translated } from "./text/message";

/** Accepts a number or digits as text, Latin or Bangla; "" means no teams. */
export const teamSizeInput = /* @__PURE__ */ (() =>
  z.union([z.string(), z.number()]).transform((input, context): number => {
    const typed = toLatinDigits(String(input).trim());
    if (typed === "") return NO_TEAMS;
    if (/^\d{1,2}$/.test(typed) && Number(typed) >= NO_TEAMS && Number(typed) <= MAX_TEAM_SIZE) return Number(typed);
    context.addIssue({ code: "custom", message: translated(message("Enter a whole number from 1 to 10")) });
    return z.NEVER;
  }))();
