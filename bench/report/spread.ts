/** Returns a quantile, interpolated between neighbouring values; `share` 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? NaN;
  const high = sorted[Math.ceil(position)] ?? NaN;
  return low + (high - low) * (position % 1);
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Divides pairwise: values with the same index were measured in the same round. */
export const ratios = (one: readonly number[], other: readonly number[]) =>
  one.map((value, index) => value / other[index]!);

export function withSpread(values: readonly number[], digits = 0): string {
  if (values.length === 0) return "";
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return low === high ? middle! : `${middle} (${low}–${high})`;
}
