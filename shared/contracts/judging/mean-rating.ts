/** Returns the mean with one decimal; null without ratings. */
export function meanOf(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null;
  // Computed in tenths: sums of decimals are imprecise, so a half could be rounded down.
  const tenths = ratings.reduce((sum, each) => sum + Math.round(each * 10), 0);
  return Math.round(tenths / ratings.length) / 10;
}

/** Returns the weighted mean of ratings by criterion with one decimal. Without weights all count the same. */
export function weightedMeanOf(ratings: readonly number[], weights: readonly number[]): number | null {
  if (weights.length === 0) return meanOf(ratings);
  const weightOf = (position: number) => weights[position] ?? 1;
  const total = ratings.reduce((sum, _, position) => sum + weightOf(position), 0);
  const sum = ratings.reduce((all, rating, position) => all + rating * weightOf(position), 0);
  return ratings.length === 0 ? null : Math.round((sum * 10) / total) / 10;
}
