const grouping = new Intl.NumberFormat("en-IN");

export const formatTaka = (amount: number): string => `৳${grouping.format(amount)}`;

export function sumOfTaka(amounts: readonly (string | null)[]): string | null {
  const written = amounts.filter((amount) => amount !== null);
  if (written.length === 0) return null;
  // Emails store an amount only as formatted text.
  const total = written.reduce((sum, amount) => sum + Number(amount.replace(/\D/g, "")), 0);
  return formatTaka(total);
}
