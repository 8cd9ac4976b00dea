import { config } from "@conquest/shared/singletons/config";
import { formatTaka } from "@conquest/shared/ui/format/money";

/** What joining costs, in whole taka, as people read it. */
export const formatCost = (amount: number): string => (amount === 0 ? "Free" : formatTaka(amount));

/** Whether joining costs what the prize is worth, as the specification has it. */
export const costsThePrize = (): boolean => config().joinAmount !== "registrationPrice";

/** Says what nobody would expect, wherever it is shown what joining costs. */
export const CostNote = () => (
  <p className="cq-hint">
    {costsThePrize()
      ? "On this site taking part costs as much as the prize is worth, and payments are simulated."
      : "Payments on this site are simulated."}
  </p>
);
