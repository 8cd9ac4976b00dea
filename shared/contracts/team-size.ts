import { z } from "zod";
import { toLatinDigits } from "./text/digits";
import { message, translated } from "./text/message";

/** A contest whose teams have one member has no teams. */
export const NO_TEAMS = 1;
export const MAX_TEAM_SIZE = 10;

/** Accepts a number or digits as text, Latin or Bangla; "" means no teams. */
export const teamSizeInput = /* @__PURE__ */ (() =>
  z.union([z.string(), z.number()]).transform((input, context): number => {
    const typed = toLatinDigits(String(input).trim());
    if (typed === "") return NO_TEAMS;
    if (/^\d{1,2}$/.test(typed) && Number(typed) >= NO_TEAMS && Number(typed) <= MAX_TEAM_SIZE) return Number(typed);
    context.addIssue({ code: "custom", message: translated(message("Enter a whole number from 1 to 10")) });
    return z.NEVER;
  }))();

/** Returns the text of the form's field, "" if there are no teams. */
export const toTeamSizeText = (size: number | undefined): string =>
  size === undefined || size === NO_TEAMS ? "" : String(size);
