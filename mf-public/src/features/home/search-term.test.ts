import { searchError } from "@conquest/shared/contracts/text/search-words";
import { readTerm } from "./search-term";

it.each([
  ["  poster ", "poster"],
  ["50% off/now", "50% off/now"],
  ["🎬", "🎬"],
  ["a".repeat(120), "a".repeat(120)],
])("reads %j as the term %j", (typed, term) => expect(readTerm(typed)).toBe(term));

it.each([null, "", "   ", ".", "..", " .. "])("reads %j as blank", (typed) => expect(readTerm(typed)).toBe(""));

it("rejects more than 100 characters instead of truncating", () => {
  expect(searchError("a".repeat(100))).toBe("");
  expect(searchError("a".repeat(101))).toBe("Search with at most 100 characters");
});
