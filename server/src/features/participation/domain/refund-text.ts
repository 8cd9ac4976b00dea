import { message, type Message } from "@conquest/shared/contracts/text/message";
import { takaOf } from "../../../platform/text/message-values";

/** For the creator's notification of a refund; null if nothing was paid. */
export const refundTotalSentence = (total: number): Message | null =>
  total === 0 ? null : message("Everyone was refunded, {total} in total.", { total: takaOf(total) });

/** For a participant's notification of a refund; null if joining was free. */
export const refundSentence = (amount: number): Message | null =>
  amount === 0 ? null : message("Your {amount} was refunded.", { amount: takaOf(amount) });
