/** What a site charges for joining: the specification says the prize; a site may choose the entry fee instead. */
export type JoinAmount = "prize" | "registrationPrice";

/** What joining costs, in whole taka. Everything that shows or records an amount asks here. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;
