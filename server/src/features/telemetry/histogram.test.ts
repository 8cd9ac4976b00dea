import { BOUNDS, bucketOf, p75Of } from "./part-health";

const countBuckets = (metric: "load" | "CLS", values: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(bucketOf(metric, value), (counts.get(bucketOf(metric, value)) ?? 0) + 1);
  return counts;
};

it("puts a value on a bound into the upper bucket", () => {
  expect(bucketOf("load", 9.9)).toBe(0);
  expect(bucketOf("load", 10)).toBe(1);
  expect(bucketOf("load", 1e9)).toBe(BOUNDS.load.length);
});

it("returns null without values", () => {
  expect(p75Of("load", new Map())).toBeNull();
});

it("returns the 75th percentile within a bucket's width", () => {
  const even = Array.from({ length: 1000 }, (_, index) => index);
  expect(p75Of("load", countBuckets("load", even))).toBeGreaterThanOrEqual(740);
  expect(p75Of("load", countBuckets("load", even))).toBeLessThanOrEqual(760);
  expect(p75Of("load", countBuckets("load", [20, 20, 20, 9000]))).toBe(25);
});

it("returns the start of the unbounded last bucket", () => {
  expect(p75Of("load", countBuckets("load", [100_000]))).toBe(30_000);
});

it("returns almost zero for pages without layout shifts", () => {
  expect(p75Of("CLS", countBuckets("CLS", [0, 0, 0]))).toBeLessThan(0.001 + Number.EPSILON);
});
