import { formatTaka } from "@conquest/shared/ui/format/money";

/** ৳1,00,000; what was given back with a minus. */
export const SignedTaka = ({ amount }: { amount: number }) => (
  <span className="cq-money">
    {amount < 0 && "−"}
    {formatTaka(Math.abs(amount))}
  </span>
);
