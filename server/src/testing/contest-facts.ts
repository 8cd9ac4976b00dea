import type { ContestFacts } from "../features/contests/policies/contest-relation";

/** What rules ask of a contest: one that is open until 8 o'clock on the day of the tests, and that somebody has joined. */
export const contestFacts = (given: Partial<ContestFacts> = {}): ContestFacts => ({
  registrationPrice: 200,
  prize: 50_000,
  participantCount: 1,
  deadlineMoves: 0,
  extendedAt: null,
  hiddenAt: null,
  status: "open",
  review: "approved",
  cancelledAt: null,
  winnerAt: null,
  deadline: new Date("2026-03-02T08:00:00Z"),
  ...given,
});
