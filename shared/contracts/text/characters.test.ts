import { draftForm } from "../drafts";
import { countCharacters, truncateCharacters } from "./characters";
import { lengthError } from "./length-error";
import { requiredText, searchWords, shortTexts } from "./fields";

it.each([
  [
    "Bangla letters in one code point each",
    "ড়ঢ়য়"
      .normalize("NFC")
      .replace(/(.)\u09bc/gu, (_, base: string) => ({ ড: "\u09dc", ঢ: "\u09dd", য: "\u09df" })[base]!),
    3,
  ],
  ["Bangla letters with a separate nukta", "\u09a1\u09bc\u09a2\u09bc\u09af\u09bc", 3],
  ["a Bangla vowel in two parts", "\u0995\u09c7\u09be", 2],
  ["Devanagari, Gurmukhi and Oriya letters", "\u0958\u0a36\u0b5c", 3],
  ["a Hebrew letter with two points", "\ufb2c", 1],
  ["é in one code point and in two", "\u00e9e\u0301", 2],
  ["a flag", "🇧🇩", 2],
  ["an emoji outside the first plane", "🏆", 1],
  ["nothing", "", 0],
])("counts %s", (_, text, count) => {
  expect(countCharacters(text)).toBe(count);
});

it("counts every code point as one, also if NFC splits it", () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (countCharacters(String.fromCodePoint(code)) !== 1) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

it.each(["\u09dc", "\u09a1\u09bc", "\u0958", "\ufb2c", "e\u0301", "🏆"])(
  "accepts 5,000 of %j and rejects one more, in texts, lists and searches",
  (letter) => {
    expect(requiredText(5000).safeParse(letter.repeat(5000)).success).toBe(true);
    expect(requiredText(5000).safeParse(letter.repeat(5001)).error?.issues[0]?.message).toBe(
      "Use at most 5000 characters",
    );
    expect(lengthError(` ${letter.repeat(5000)}\n`, 5000)).toBe("");
    expect(lengthError(letter.repeat(5001), 5000)).toBe("Use at most 5000 characters");
    expect(shortTexts(2, 80).safeParse([letter.repeat(80)]).success).toBe(true);
    expect(shortTexts(2, 80).safeParse([letter.repeat(81)]).success).toBe(false);
    expect(searchWords.safeParse(letter.repeat(100)).success).toBe(true);
    expect(searchWords.safeParse(letter.repeat(101)).success).toBe(false);
  },
);

it.each(["🇧🇩", "\u09a1\u09bc\u09a1\u09bc", '\n"'])(
  "accepts a draft with maximum-length fields full of %j",
  (letters) => {
    expect(draftForm.safeParse({ description: letters.repeat(2500), task: letters.repeat(2500) }).success).toBe(true);
  },
);

it("accepts its own output, though NFC made it longer", () => {
  const stored = requiredText(5000).parse("\u09dc".repeat(5000));
  expect(stored).toHaveLength(10_000);
  expect(requiredText(5000).parse(stored)).toBe(stored);
});

it.each([
  ["a1b2", 3, "a1b"],
  ["\u09a1\u09bc\u09a1\u09bc\u09a1", 2, "\u09a1\u09bc\u09a1\u09bc"],
  ["🏆🏆", 1, "🏆"],
  ["short", 9, "short"],
])("truncates %j to %d whole characters", (text, max, expected) => {
  expect(truncateCharacters(text, max)).toBe(expected);
});
