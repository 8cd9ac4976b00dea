import { formatTaka } from "./taka";

it.each([
  [0, "৳0"],
  [999, "৳999"],
  [100_000, "৳1,00,000"],
  [999_999_999, "৳99,99,99,999"],
])("writes %d as %s", (amount, text) => {
  expect(formatTaka(amount)).toBe(text);
});
