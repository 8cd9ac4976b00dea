/** Between the values where none stands at that place. `share` 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place % 1);
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** How many times `one` is the `other`, visit by visit: those at the same place were made one after the other. */
export const ratios = (one: readonly number[], other: readonly number[]) =>
  one.map((value, index) => value / other[index]!);

/** The median, and in brackets the quarter below and the quarter above it. */
export function withSpread(values: readonly number[], digits = 0): string {
  if (values.length === 0) return "";
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return low === high ? middle! : `${middle} (${low}–${high})`;
}
