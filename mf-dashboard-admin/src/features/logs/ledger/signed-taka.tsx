import { formatTaka } from "@conquest/shared/ui/format/money";

export const SignedTaka = ({ amount }: { amount: number }) => (
  <span className="cq-money">
    {amount < 0 && "−"}
    {formatTaka(Math.abs(amount))}
  </span>
);
