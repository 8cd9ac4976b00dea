import { searchError } from "@conquest/shared/contracts/text/search-words";
import { readTerm } from "./search-term";

it.each([
  ["  poster ", "poster"],
  ["50% off/now", "50% off/now"],
  ["🎬", "🎬"],
  ["a".repeat(120), "a".repeat(120)],
])("takes %j as the word %j", (typed, term) => expect(readTerm(typed)).toBe(term));

it.each([null, "", "   ", ".", "..", " .. "])("takes %j for no word", (typed) => expect(readTerm(typed)).toBe(""));

it("refuses more than 100 characters rather than searching for some of them", () => {
  expect(searchError("a".repeat(100))).toBe("");
  expect(searchError("a".repeat(101))).toBe("Please search with at most 100 characters");
});
