/** The mean of ratings, with one decimal at most; null where there is none. */
export function meanOf(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null;
  // In tenths, which are whole: sums of decimals are off by a little, and then the half is rounded down.
  const tenths = ratings.reduce((sum, each) => sum + Math.round(each * 10), 0);
  return Math.round(tenths / ratings.length) / 10;
}
