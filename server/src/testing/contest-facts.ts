import type { ContestFacts } from "../features/contests/domain/contest-policy";

/** Facts of a contest that has a participant and is open until 8:00 on the test day. */
export const contestFacts = (given: Partial<ContestFacts> = {}): ContestFacts => ({
  registrationPrice: 200,
  prize: 50_000,
  participantCount: 1,
  maxParticipants: null,
  heldSpots: 0,
  maxTeamSize: 1,
  deadlineMoves: 0,
  extendedAt: null,
  hiddenAt: null,
  visibility: "public",
  status: "open",
  review: "approved",
  cancelledAt: null,
  winnerAt: null,
  deadline: new Date("2026-03-02T08:00:00Z"),
  ...given,
});
