import { meanOf } from "./mean-rating";

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
