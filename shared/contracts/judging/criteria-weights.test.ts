import { weightsAfterEdit, weightsInput } from "./criteria-weights";
import { weightedMeanOf } from "./mean-rating";

it.each([
  ["3\n1\n1", [3, 1, 1]],
  ["৩\n\n১", [3, 1]],
  [
    [10, "1"],
    [10, 1],
  ],
  ["2\n2", []],
  ["", []],
])("reads %j", (input, weights) => {
  expect(weightsInput.parse(input)).toEqual(weights);
});

it.each(["0\n1", "11\n1", "1.5", "-1", "three"])("rejects %j", (input) => {
  expect(weightsInput.safeParse(input).error?.issues[0]?.message).toBe("Enter whole numbers from 1 to 10");
});

it("keeps each weight with its criterion when lines are added or removed", () => {
  expect(weightsAfterEdit(["Colour", "Form"], [3, 1], ["Form"])).toEqual([1]);
  expect(weightsAfterEdit(["Colour", "Form"], [3, 2], ["Line", "Colour", "Form"])).toEqual([1, 3, 2]);
  expect(weightsAfterEdit(["Colour", "Form"], [3, 2], ["Colours", "Form"])).toEqual([3, 2]);
});

it("weights ratings, rounding halves up", () => {
  expect(weightedMeanOf([5, 1], [3, 1])).toBe(4);
  expect(weightedMeanOf([4, 5, 5], [1, 2, 5])).toBe(4.9);
  expect(weightedMeanOf([5, 4], [])).toBe(4.5);
  expect(weightedMeanOf([4, 4, 5], [10, 7, 3])).toBe(4.2);
  expect(weightedMeanOf([], [])).toBeNull();
});
