import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { formatTaka } from "../../../platform/text/taka";

/** Price of joining in whole taka; the single source for every displayed or recorded amount. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;

/** Suffix for the creator's notification of a refund; empty if nothing was paid. */
export const refundTotalSuffix = (total: number): string =>
  total === 0 ? "" : ` Everybody was refunded, ${formatTaka(total)} in all.`;

/** Suffix for a participant's notification of a refund; empty if joining was free. */
export const refundSuffix = (amount: number): string =>
  amount === 0 ? "" : ` Your ${formatTaka(amount)} was refunded.`;
