import type { Message } from "@conquest/shared/contracts/text/message";

/** "৳1,00,000", with the digits of the language. */
export const takaOf = (amount: number): Message => ({ text: "৳{amount}", values: { amount } });
