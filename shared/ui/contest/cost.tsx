import { config } from "@conquest/shared/singletons/config";
import { t } from "@conquest/shared/singletons/language";
import { formatTaka } from "@conquest/shared/ui/format/money";

export const formatCost = (amount: number): string => (amount === 0 ? t("Free") : formatTaka(amount));

export const joiningCostsPrize = (): boolean => config().joinAmount !== "registrationPrice";

export const CostNote = () => (
  <p className="cq-hint">
    {t(
      joiningCostsPrize()
        ? "On this site the entry fee equals the prize in every contest. Payments and prizes are simulated."
        : "Payments and prizes are simulated.",
    )}
  </p>
);
