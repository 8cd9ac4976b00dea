import { labelledSteps, ticksUpTo } from "./scale";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [11, [0, 5, 10, 15]],
  [125_000, [0, 50_000, 100_000, 150_000]],
])("has round ticks up to %d", (max, ticks) => expect(ticksUpTo(max)).toEqual(ticks));

it.each([
  [1, [0]],
  [4, [0, 1, 2, 3]],
  [30, [4, 9, 14, 19, 24, 29]],
  [31, [0, 6, 12, 18, 24, 30]],
])("labels at most six of %d steps, and always the last", (count, labelled) =>
  expect(labelledSteps(count)).toEqual(labelled),
);
