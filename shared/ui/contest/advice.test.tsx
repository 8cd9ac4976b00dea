import { REVIEW_DAYS, adviceOn, isAdvised } from "@conquest/shared/ui/contest/advice";

const NOW = Date.parse("2026-03-02T06:00:00.000Z");
const inDays = (days: number) => new Date(NOW + days * 86_400_000);

it.each([
  ["name", 12],
  ["description", 120],
  ["task", 80],
] as const)("says that a %s of less than %d characters is short", (name, enough) => {
  expect(adviceOn(name, "x".repeat(enough - 1), NOW)).toMatch(/^This is (a )?short/);
  expect(adviceOn(name, `  ${"x".repeat(enough - 1)}  `, NOW)).toMatch(/^This is/);
  expect(adviceOn(name, "x".repeat(enough), NOW)).toBeUndefined();
  expect(adviceOn(name, "  ", NOW)).toBeUndefined();
});

it("says when a deadline is nearer than a review may take", () => {
  expect(adviceOn("deadline", inDays(0.5), NOW)).toBe(
    "An admin looks at it first, which may take 2 days. With this deadline there may be no time left to take part.",
  );
  expect(adviceOn("deadline", inDays(REVIEW_DAYS), NOW)).toBeUndefined();
  // Those are refused in words of their own.
  expect(adviceOn("deadline", inDays(-1), NOW)).toBeUndefined();
  expect(adviceOn("deadline", undefined, NOW)).toBeUndefined();
});

it("knows what it says something of", () => {
  expect(["name", "task", "prize", "image", "tags"].filter(isAdvised)).toEqual(["name", "task"]);
});
