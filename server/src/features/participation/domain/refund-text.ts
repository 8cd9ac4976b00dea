import { formatTaka } from "../../../platform/text/format";

/** Suffix for the creator's notification of a refund; empty if nothing was paid. */
export const refundTotalSuffix = (total: number): string =>
  total === 0 ? "" : ` Everyone was refunded, ${formatTaka(total)} in total.`;

/** Suffix for a participant's notification of a refund; empty if joining was free. */
export const refundSuffix = (amount: number): string =>
  amount === 0 ? "" : ` Your ${formatTaka(amount)} was refunded.`;
