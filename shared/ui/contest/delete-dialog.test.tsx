import { deletionOutcome } from "./delete-dialog";

it.each([
  [{ cancelled: false, refundedCount: 0, refundedTotal: 0 }, "Successfully deleted"],
  [{ cancelled: true, refundedCount: 0, refundedTotal: 0 }, "Contest cancelled."],
  [{ cancelled: true, refundedCount: 1, refundedTotal: 200 }, "Contest cancelled. 1 person refunded, ৳200."],
  [{ cancelled: true, refundedCount: 12, refundedTotal: 120_000 }, "Contest cancelled. 12 people refunded, ৳1,20,000."],
])("%j is told as %p", (result, sentence) => expect(deletionOutcome(result)).toBe(sentence));
