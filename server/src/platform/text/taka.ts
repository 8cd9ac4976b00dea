const grouping = new Intl.NumberFormat("en-IN");

/** Whole taka as people write it: ৳1,00,000. */
export const formatTaka = (amount: number): string => `৳${grouping.format(amount)}`;

/** The sum of amounts that {@link formatTaka} wrote, written the same way; null for none. */
export function sumOfTaka(amounts: readonly (string | null)[]): string | null {
  const written = amounts.filter((amount) => amount !== null);
  if (written.length === 0) return null;
  // Letters keep an amount as people read it, and nothing else of it.
  const total = written.reduce((sum, amount) => sum + Number(amount.replace(/\D/g, "")), 0);
  return formatTaka(total);
}
