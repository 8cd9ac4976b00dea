/** Terms for leaving after joining; `amount` is the cost of joining in taka. */
export const leavingTerms = (amount: number): string =>
  amount > 0
    ? "Full refund if you leave before the deadline without an entry, or if the contest is cancelled or gets no winner in time."
    : "You can leave before the deadline as long as you have handed in no entry.";
