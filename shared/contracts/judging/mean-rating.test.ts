import { meanOf } from "./mean-rating";

it.each([
  [[], null],
  [[4], 4],
  [[4, 4, 5], 4.3],
  [[1, 2, 2], 1.7],
  [[4, 5], 4.5],
  [[2, 2, 2, 3], 2.3],
  // As floating-point numbers, their sum is slightly too small.
  [[2.3, 2.4], 2.4],
  [[1.1, 2.2], 1.7],
])("returns the mean of %j as %j, with at most one decimal", (ratings, mean) => {
  expect(meanOf(ratings)).toBe(mean);
});
