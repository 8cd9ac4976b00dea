import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { config } from "@conquest/shared/singletons/config";
import { formatTaka } from "@conquest/shared/ui/format/money";

export const formatCost = (amount: number): string => (amount === 0 ? "Free" : formatTaka(amount));

/** Returns whether joining costs the prize, as in the specification. */
export const joiningCostsPrize = (): boolean => config().joinAmount !== "registrationPrice";

export const CostNote = () => (
  <p className="cq-hint">
    {joiningCostsPrize() && "On this site the entry fee equals the prize. "}
    {SIMULATED}
  </p>
);
