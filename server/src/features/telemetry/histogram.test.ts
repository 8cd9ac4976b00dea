import { BOUNDS, bucketOf, p75Of } from "./histogram";

const counted = (metric: "load" | "CLS", values: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(bucketOf(metric, value), (counts.get(bucketOf(metric, value)) ?? 0) + 1);
  return counts;
};

it("puts a value at a bound into the bucket above", () => {
  expect(bucketOf("load", 9.9)).toBe(0);
  expect(bucketOf("load", 10)).toBe(1);
  expect(bucketOf("load", 1e9)).toBe(BOUNDS.load.length);
});

it("knows of nothing where nothing was measured", () => {
  expect(p75Of("load", new Map())).toBeNull();
});

it("finds what three of four stay below, within the width of a bucket", () => {
  const even = Array.from({ length: 1000 }, (_, index) => index);
  expect(p75Of("load", counted("load", even))).toBeGreaterThanOrEqual(740);
  expect(p75Of("load", counted("load", even))).toBeLessThanOrEqual(760);
  expect(p75Of("load", counted("load", [20, 20, 20, 9000]))).toBe(25);
});

it("says where the last bucket begins, which has no end", () => {
  expect(p75Of("load", counted("load", [100_000]))).toBe(30_000);
});

it("says of pages that do not move next to nothing", () => {
  expect(p75Of("CLS", counted("CLS", [0, 0, 0]))).toBeLessThan(0.001 + Number.EPSILON);
});
