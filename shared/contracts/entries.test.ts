import { entryRating, meanOf } from "./entries";

it.each([
  [[], null],
  [[4], 4],
  [[4, 4, 5], 4.3],
  [[1, 2, 2], 1.7],
  [[4, 5], 4.5],
  [[2, 2, 2, 3], 2.3],
  // Their sum is a little less than it ought to be.
  [[2.3, 2.4], 2.4],
  [[1.1, 2.2], 1.7],
])("the mean of %j is %j, with one decimal at most", (ratings, mean) => {
  expect(meanOf(ratings)).toBe(mean);
});

it("a rating has one decimal at most, and is from 1 to 5", () => {
  for (let tenths = 10; tenths <= 50; tenths += 1) expect(entryRating.safeParse({ rating: tenths / 10, word: "" }).success).toBe(true);
  for (const rating of [0.9, 5.1, 4.35, 1.05]) expect(entryRating.safeParse({ rating, word: "" }).success).toBe(false);
});
