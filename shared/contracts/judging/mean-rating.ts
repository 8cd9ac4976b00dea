/** Returns the mean with one decimal; null without ratings. */
export function meanOf(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null;
  // Computed in tenths: sums of decimals are imprecise, so a half could be rounded down.
  const tenths = ratings.reduce((sum, each) => sum + Math.round(each * 10), 0);
  return Math.round(tenths / ratings.length) / 10;
}
