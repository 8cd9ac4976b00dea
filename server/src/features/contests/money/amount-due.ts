import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";

/** What joining costs, in whole taka. Everything that shows or records an amount asks here. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;
