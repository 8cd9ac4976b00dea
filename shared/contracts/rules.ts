import { z } from "zod";
import { isCountry } from "./countries";
import { toLatinDigits } from "./text/digits";
import { displayName, hasNoNul, instant } from "./text/fields";
import { lengthError, tooLongMessage } from "./text/length-error";
import { message, type Message } from "./text/message";
import { VISIBLE_CHARACTER } from "./text/names";
import { rejectParts, type PartProblem } from "./text/part-problems";

export const MAX_RULES_LENGTH = 3000;
export const MAX_MINIMUM_AGE = 99;

/** Each rule is optional. Participants accept all of them when they join. */
export const contestRules = z.object({
  text: z.string(),
  /** Codes of the countries whose residents can join; everyone can if it is empty. */
  countries: z.array(z.string()),
  minimumAge: z.number().int().nullable(),
  disclosesAi: z.boolean(),
  originalOnly: z.boolean(),
});
export type ContestRules = z.infer<typeof contestRules>;

/** `version` is what a participant accepts; it grows with each change. */
export const shownRules = contestRules.extend({
  version: z.number().int().min(1),
  // Sorted by the server, after their translation: browsers only check the shape of responses.
  countryNames: z.array(displayName).transform((names) => names.toSorted((one, other) => one.localeCompare(other))),
});
export type ShownRules = z.infer<typeof shownRules>;

/** `rules` is set if they are not the contest's current rules. */
export const acceptedRules = z.object({ at: instant, version: z.number().int().min(1), rules: shownRules.nullable() });
export type AcceptedRules = z.infer<typeof acceptedRules>;

export interface TypedRules extends Omit<ContestRules, "minimumAge"> {
  minimumAge: string;
}

const isEmpty = ({ text, countries, minimumAge, disclosesAi, originalOnly }: TypedRules) =>
  text.trim() === "" && countries.length === 0 && minimumAge.trim() === "" && !disclosesAi && !originalOnly;

/** Forms and drafts hold the rules as one text: JSON, or "" if there are none. */
export function toRulesText(rules: TypedRules | ContestRules | null | undefined): string {
  if (!rules) return "";
  const { text, countries, minimumAge, disclosesAi, originalOnly } = rules;
  const typed = { text, countries, minimumAge: String(minimumAge ?? ""), disclosesAi, originalOnly };
  return isEmpty(typed) ? "" : JSON.stringify(typed);
}

/** Returns empty rules for a text that is not from {@link toRulesText}. */
export function readRulesText(text: string): TypedRules {
  const none: TypedRules = { text: "", countries: [], minimumAge: "", disclosesAi: false, originalOnly: false };
  try {
    const typed = JSON.parse(text) as Partial<TypedRules> | null;
    return Array.isArray(typed?.countries) ? { ...none, ...typed } : none;
  } catch {
    return none;
  }
}

/** Accepts rules, the text of {@link toRulesText}, or null. Without any rule, it is null. */
export const rulesInput = /* @__PURE__ */ (() => {
  const typedRules = z.object({
    text: z.string().default(""),
    countries: z.array(z.string()).default([]),
    minimumAge: z.union([z.string(), z.number(), z.null()]).default(null),
    disclosesAi: z.boolean().default(false),
    originalOnly: z.boolean().default(false),
  });
  return z.union([z.string(), typedRules, z.null()]).transform((input, context): ContestRules | null => {
    if (input === null || input === "") return null;
    const parsed = typeof input === "string" ? typedRules.safeParse(fromJson(input)).data : input;
    if (!parsed)
      return rejectParts(context, [{ path: [], problem: message("We couldn't read the rules. Enter them again.") }]);
    // JSON in PostgreSQL has no lone surrogates.
    const text = parsed.text
      .trim()
      .normalize("NFC")
      .replace(/\p{Surrogate}/gu, "\uFFFD");
    const age = toLatinDigits(String(parsed.minimumAge ?? "").trim());
    const countries = [...new Set(parsed.countries)].sort();
    const problems: PartProblem[] = [];
    if (age !== "" && !(/^\d{1,2}$/.test(age) && Number(age) > 0))
      problems.push({
        path: ["minimumAge"],
        problem: message("Enter a minimum age from 1 to {max}", { max: MAX_MINIMUM_AGE }),
      });
    if (!countries.every(isCountry))
      problems.push({ path: ["countries"], problem: message("Choose countries from the list") });
    const textProblem = problemOfText(text);
    if (textProblem) problems.push({ path: ["text"], problem: textProblem });
    if (problems.length > 0) return rejectParts(context, problems);
    const { disclosesAi, originalOnly } = parsed;
    if (isEmpty({ text, countries, minimumAge: age, disclosesAi, originalOnly })) return null;
    // In the order in which PostgreSQL stores the keys, as changes are found by comparing JSON.
    return { text, countries, minimumAge: age === "" ? null : Number(age), disclosesAi, originalOnly };
  });
})();

function problemOfText(text: string): Message | null {
  if (text !== "" && !VISIBLE_CHARACTER.test(text)) return message("Enter other rules, or leave them empty");
  if (lengthError(text, MAX_RULES_LENGTH) !== "") return tooLongMessage(MAX_RULES_LENGTH);
  return hasNoNul(text) ? null : message("This text contains a character we can't save");
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
