import { nextStepAt, refundAt, stepDue, stepsAfter, winnerDueAt } from "./lifecycle-schedule";

const deadline = new Date("2026-03-02T08:00:00Z");
const after = (days: number, ms = 0) => new Date(deadline.getTime() + days * 86_400_000 + ms);

it("schedules winner and refund steps with reminders before each", () => {
  expect(winnerDueAt(deadline)).toEqual(after(14));
  expect(refundAt(deadline)).toEqual(after(30));
  expect(
    stepsAfter(deadline).map(({ kind, at, ...rest }) => [
      kind,
      (at.getTime() - deadline.getTime()) / 86_400_000,
      ...Object.values(rest),
    ]),
  ).toEqual([
    ["closed", 0],
    ["winner due soon", 7, 7],
    ["winner due soon", 11, 3],
    ["winner due soon", 13, 1],
    ["overdue", 14],
    ["refund soon", 23, 7],
    ["refund soon", 27, 3],
    ["refund soon", 29, 1],
    ["refund", 30],
  ]);
});

it("is due exactly at its time", () => {
  expect(stepDue(deadline, deadline, after(0, -1))).toBeUndefined();
  expect(stepDue(deadline, deadline, deadline)?.kind).toBe("closed");
  expect(stepDue(deadline, after(14), after(14))?.kind).toBe("overdue");
  expect(stepDue(deadline, after(14), after(14, -1))).toBeUndefined();
});

it("returns only the latest missed step", () => {
  expect(stepDue(deadline, deadline, after(13, 5))).toMatchObject({ kind: "winner due soon", days: 1 });
  expect(stepDue(deadline, after(7), after(40))?.kind).toBe("refund");
});

it("returns the time of the next step", () => {
  expect(nextStepAt(deadline, after(0, -1))).toEqual(deadline);
  expect(nextStepAt(deadline, deadline)).toEqual(after(7));
  expect(nextStepAt(deadline, after(30, -1))).toEqual(after(30));
  expect(nextStepAt(deadline, after(30))).toBeNull();
});
