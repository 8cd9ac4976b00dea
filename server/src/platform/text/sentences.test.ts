import { asSentence, reasonSuffix } from "./format";

it.each([
  ["Too few people", "Too few people."],
  ["Too few people!", "Too few people!"],
  ["খুব কম মানুষ।", "খুব কম মানুষ।"],
  ["“Later”", "“Later”."],
  ["“Why not later?”", "“Why not later?”"],
  ["“The hall says “later””", "“The hall says “later””."],
])("turns %j into a sentence", (words, sentence) => {
  expect(asSentence(words)).toBe(sentence);
});

it("ends a sentence with and without a reason", () => {
  expect([reasonSuffix(""), reasonSuffix("Too few people")]).toEqual([".", ": Too few people."]);
});
