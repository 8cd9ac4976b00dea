import { isCountry, listCountries } from "./countries";
import { MAX_RULES_LENGTH, readRulesText, rulesInput, toRulesText, type TypedRules } from "./rules";

const none: TypedRules = { text: "", countries: [], minimumAge: "", disclosesAi: false, originalOnly: false };
const problem = (input: unknown) => rulesInput.safeParse(input).error?.issues[0]?.message;

it.each(["", null, {}, toRulesText(none), { text: "  ", countries: [], minimumAge: "" }])(
  "reads %j as no rules",
  (input) => expect(rulesInput.parse(input)).toBeNull(),
);

it("reads rules from a form's text, with Bangla digits and unsorted countries", () => {
  const typed = { ...none, text: " No teams. ", countries: ["IN", "BD", "IN"], minimumAge: " ১৬ ", originalOnly: true };
  expect(rulesInput.parse(toRulesText(typed))).toEqual({
    text: "No teams.",
    countries: ["BD", "IN"],
    minimumAge: 16,
    disclosesAi: false,
    originalOnly: true,
  });
});

it("writes stored rules as the same text as typed ones", () => {
  const stored = rulesInput.parse({ minimumAge: 16, countries: ["BD"], disclosesAi: true });
  expect(toRulesText(stored)).toBe(toRulesText({ ...none, minimumAge: "16", countries: ["BD"], disclosesAi: true }));
  expect(readRulesText(toRulesText(stored))).toEqual({
    ...none,
    minimumAge: "16",
    countries: ["BD"],
    disclosesAi: true,
  });
});

it.each(["", "no JSON", "null", "5", '{"countries":5}'])("reads %j from a form as no rules", (text) =>
  expect(readRulesText(text)).toEqual(none),
);

it.each([
  ["0", "Enter a minimum age from 1 to 99"],
  ["100", "Enter a minimum age from 1 to 99"],
  ["16.5", "Enter a minimum age from 1 to 99"],
  [-1, "Enter a minimum age from 1 to 99"],
  ["old", "Enter a minimum age from 1 to 99"],
])("rejects the minimum age %j", (minimumAge, expected) => expect(problem({ minimumAge })).toBe(expected));

it.each([
  ["an unknown country", { countries: ["BD", "XX"] }, "Choose countries from the list"],
  ["a code of three letters", { countries: ["BGD"] }, "Choose countries from the list"],
  ["a code that crosses two countries", { countries: ["D "] }, "Choose countries from the list"],
  ["a long text", { text: "x".repeat(MAX_RULES_LENGTH + 1) }, `Use at most ${MAX_RULES_LENGTH} characters`],
  ["a text without visible characters", { text: "\u200b" }, "Enter other rules, or leave them empty"],
  ["a text with NUL", { text: "a\u0000b" }, "This text contains a character we can't save"],
  ["a text that is no JSON", "rules", "We couldn't read the rules. Enter them again."],
  ["JSON of another shape", "[1]", "We couldn't read the rules. Enter them again."],
])("rejects %s", (_, input, expected) => expect(problem(input)).toBe(expected));

it("replaces a lone surrogate, which PostgreSQL cannot store", () =>
  expect(rulesInput.parse({ text: "River \ud83c" })?.text).toBe("River \ufffd"));

it("knows the countries of ISO 3166-1", () => {
  expect(listCountries()).toHaveLength(249);
  expect(listCountries().every(isCountry)).toBe(true);
  expect(["BD", "bd", "EU", ""].map(isCountry)).toEqual([true, false, false, false]);
});
