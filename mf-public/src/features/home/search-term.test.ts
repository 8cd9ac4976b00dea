import { searchProblem } from "@conquest/shared/ui/list/search-problem";
import { readTerm } from "./search-term";

it.each([
  ["  poster ", "poster"],
  ["50% off/now", "50% off/now"],
  ["🎬", "🎬"],
  ["a".repeat(120), "a".repeat(120)],
])("reads %j as the term %j", (typed, term) => expect(readTerm(typed)).toBe(term));

it.each([null, "", "   ", ".", "..", " .. "])("reads %j as blank", (typed) => expect(readTerm(typed)).toBe(""));

it("rejects more than 100 characters instead of truncating", () => {
  expect(searchProblem("a".repeat(100))).toBe("");
  expect(searchProblem("a".repeat(101))).toBe("Search with at most 100 characters");
});
