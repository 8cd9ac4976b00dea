import { REVIEW_DAYS, getAdvice, isAdvised } from "@conquest/shared/ui/contest/advice";

const NOW = Date.parse("2026-03-02T06:00:00.000Z");
const inDays = (days: number) => new Date(NOW + days * 86_400_000);

it.each([
  ["name", 12],
  ["description", 120],
  ["task", 80],
] as const)("advises on a %s of less than %d characters", (name, minLength) => {
  expect(getAdvice(name, "x".repeat(minLength - 1), NOW)).toMatch(/is short/);
  expect(getAdvice(name, `  ${"x".repeat(minLength - 1)}  `, NOW)).toMatch(/is short/);
  expect(getAdvice(name, "x".repeat(minLength), NOW)).toBeUndefined();
  expect(getAdvice(name, "  ", NOW)).toBeUndefined();
});

it("warns about a deadline before the end of a review", () => {
  expect(getAdvice("deadline", inDays(0.5), NOW)).toBe(
    "An admin reviews it first, which may take 2 days. This deadline may leave no time to join.",
  );
  expect(getAdvice("deadline", inDays(REVIEW_DAYS), NOW)).toBeUndefined();
  // The form rejects these with its own messages.
  expect(getAdvice("deadline", inDays(-1), NOW)).toBeUndefined();
  expect(getAdvice("deadline", undefined, NOW)).toBeUndefined();
});

it("recognizes the fields with advice", () => {
  expect(["name", "task", "prize", "image", "tags"].filter(isAdvised)).toEqual(["name", "task"]);
});
