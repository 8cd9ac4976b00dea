import type { ContestFacts } from "../../contests/domain/contest-policy";
import { contestFacts } from "../../../testing/contest-facts";
import { leaveDeadline, canExtend, hasJoinedBefore, extensionError } from "./extension-policy";

const now = new Date("2026-03-02T06:00:00Z");
const deadline = new Date("2026-03-02T08:00:00Z");
const at = (text: string) => new Date(text);
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);

describe("a deadline", () => {
  it("can be moved at most twice while the contest is open and joined", () => {
    expect(canExtend(contestFacts(), now)).toBeNull();
    expect(canExtend(contestFacts({ deadlineMoves: 1 }), justBefore(deadline))).toBeNull();
    const codeOf = (overrides: Partial<ContestFacts>, when = now) => canExtend(contestFacts(overrides), when)?.code;
    expect(codeOf({}, deadline)).toBe("contest_closed");
    expect(codeOf({ winnerAt: now }, now)).toBe("contest_closed");
    expect(codeOf({ cancelledAt: now })).toBe("cancelled");
    expect(codeOf({ status: "pending", review: "in_review" })).toBe("not_open");
    expect(codeOf({ participantCount: 0 })).toBe("nobody_joined");
    // A contest without participants reopens with a later deadline.
    for (const when of [deadline, at("2026-03-20T00:00:00Z")])
      expect(codeOf({ participantCount: 0 }, when)).toBe("nobody_joined");
    expect(codeOf({ deadlineMoves: 2 })).toBe("extended_twice");
  });

  it("moves later by at most 30 days and leaves participants 48 hours", () => {
    const errorFor = (instant: string, overrides: Partial<ContestFacts> = {}, when = now) =>
      extensionError(contestFacts(overrides), at(instant), when)?.text;
    expect(errorFor("2026-03-02T08:00:00Z")).toContain("later");
    expect(errorFor("2026-03-01T08:00:00Z")).toContain("later");
    expect(errorFor("2026-03-04T05:59:59Z")).toContain("at least {hours} hours from now");
    expect(errorFor("2026-03-04T06:00:00Z")).toBeUndefined();
    expect(errorFor("2026-04-01T08:00:00Z")).toBeUndefined();
    expect(errorFor("2026-04-01T08:00:01Z")).toContain("up to {max} days");
    expect(errorFor("2026-03-10T09:00:00Z", { deadline: at("2026-03-10T08:00:00Z") })).toBeUndefined();
    expect(errorFor("2026-03-10T08:00:00Z", { deadlineMoves: 2 })).toContain("twice");
    expect(errorFor("2026-03-10T08:00:00Z", {}, deadline)).toContain("has passed");
  });
});

describe("leaving after an extension", () => {
  const extendedAt = now;

  it("is allowed for exactly 48 hours to earlier participants", () => {
    const end = at("2026-03-04T06:00:00Z");
    const until = (joinedBeforeExtension: boolean, when: Date) =>
      leaveDeadline({ extendedAt }, { joinedBeforeExtension }, when);
    expect(until(true, now)).toEqual(end);
    expect(until(true, justBefore(end))).toEqual(end);
    expect(until(true, end)).toBeNull();
    expect(until(false, now)).toBeNull();
    expect(leaveDeadline({ extendedAt: null }, { joinedBeforeExtension: true }, now)).toBeNull();
  });

  it("counts only participations from before the extension", () => {
    expect(hasJoinedBefore({ extendedAt }, justBefore(now))).toBe(true);
    expect(hasJoinedBefore({ extendedAt }, now)).toBe(true);
    expect(hasJoinedBefore({ extendedAt }, new Date(now.getTime() + 1))).toBe(false);
    expect(hasJoinedBefore({ extendedAt }, undefined)).toBe(false);
    expect(hasJoinedBefore({ extendedAt: null }, now)).toBe(false);
  });
});
