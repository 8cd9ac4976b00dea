import { formatNumber } from "@conquest/shared/ui/format/text";

/** Whole taka with digits grouped as in Bangladesh: ৳1,00,000. */
export const formatTaka = (amount: number): string => `৳${formatNumber(amount)}`;

export function Money({ amount }: { amount: number }) {
  return <span className="cq-money">{formatTaka(amount)}</span>;
}
