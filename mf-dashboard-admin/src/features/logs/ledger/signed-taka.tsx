import { formatTaka } from "@conquest/shared/ui/format/money";

/** Formats an amount as ৳1,00,000, with a minus for refunds. */
export const SignedTaka = ({ amount }: { amount: number }) => (
  <span className="cq-money">
    {amount < 0 && "−"}
    {formatTaka(Math.abs(amount))}
  </span>
);
