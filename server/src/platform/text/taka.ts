const grouping = new Intl.NumberFormat("en-IN");

/** Matches a whole amount of taka, like ৳1,00,000. */
export const formatTaka = (amount: number): string => `৳${grouping.format(amount)}`;

/** Adds up amounts in the format of {@link formatTaka}. Returns null if there are none. */
export function sumOfTaka(amounts: readonly (string | null)[]): string | null {
  const written = amounts.filter((amount) => amount !== null);
  if (written.length === 0) return null;
  // Letters store an amount only as formatted text.
  const total = written.reduce((sum, amount) => sum + Number(amount.replace(/\D/g, "")), 0);
  return formatTaka(total);
}
