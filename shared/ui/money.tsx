const taka = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "BDT",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
});

/** Whole taka in the grouping of Bangladesh: ৳1,00,000. */
export const formatTaka = (amount: number): string => taka.format(amount);

export function Money({ amount }: { amount: number }) {
  return <span className="cq-money">{formatTaka(amount)}</span>;
}
