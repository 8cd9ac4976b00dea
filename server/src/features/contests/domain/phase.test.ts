import { phaseOf, type PhaseFacts } from "./phase";

const deadline = new Date("2026-05-01T12:00:00.000Z");
const open: PhaseFacts = { status: "open", review: "approved", cancelledAt: null, winnerAt: null, deadline };
const at = (text: string) => new Date(text);

it("is open until the instant of its deadline", () => {
  expect(phaseOf(open, at("2026-05-01T11:59:59.999Z"))).toBe("open");
  expect(phaseOf(open, at("2026-05-01T12:00:00.000Z"))).toBe("judging");
});

it("is overdue from the instant fourteen days after its deadline", () => {
  expect(phaseOf(open, at("2026-05-15T11:59:59.999Z"))).toBe("judging");
  expect(phaseOf(open, at("2026-05-15T12:00:00.000Z"))).toBe("overdue");
});

it("is completed once it has a winner, however late", () => {
  const won = { ...open, winnerAt: at("2026-06-20T00:00:00Z") };
  expect(phaseOf(won, at("2026-07-01T00:00:00Z"))).toBe("completed");
});

it.each(["in_review", "changes_requested", "rejected"] as const)(
  "is %s while pending, also after its deadline",
  (review) => {
    const pending: PhaseFacts = { ...open, status: "pending", review };
    expect(phaseOf(pending, at("2026-04-01T00:00:00Z"))).toBe(review);
    expect(phaseOf(pending, at("2026-07-01T00:00:00Z"))).toBe(review);
  },
);

it("is cancelled regardless of anything else", () => {
  const cancelledAt = at("2026-04-02T00:00:00Z");
  expect(phaseOf({ ...open, cancelledAt }, at("2026-04-03T00:00:00Z"))).toBe("cancelled");
  expect(phaseOf({ ...open, status: "pending", review: "rejected", cancelledAt }, at("2026-04-03T00:00:00Z"))).toBe(
    "cancelled",
  );
});
