import { message, type Message } from "@conquest/shared/contracts/text/message";
import { takaOf } from "../../../platform/text/message-values";

export const refundTotalSentence = (total: number): Message | null =>
  total === 0 ? null : message("Everyone was refunded, {total} in total.", { total: takaOf(total) });

export const refundSentence = (amount: number): Message | null =>
  amount === 0 ? null : message("Your {amount} was refunded.", { amount: takaOf(amount) });
