import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";

/** Price of joining in whole taka; the single source for every displayed or recorded amount. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;
