import { readTerm } from "./search-term";

it.each([
  ["  poster ", "poster"],
  ["50% off/now", "50% off/now"],
  ["🎬", "🎬"],
  ["a".repeat(120), "a".repeat(100)],
])("takes %j as the word %j", (typed, term) => expect(readTerm(typed)).toBe(term));

it.each([null, "", "   ", ".", "..", " .. "])("takes %j for no word", (typed) => expect(readTerm(typed)).toBe(""));
