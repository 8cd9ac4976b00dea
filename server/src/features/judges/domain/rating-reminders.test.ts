import { nextReminderAt, remindersUntil } from "./rating-reminders";

const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 2, number, hour));

it.each([
  ["in ten days", day(11), [day(6), day(10)]],
  ["in two days, once", day(3), [day(2)]],
  ["in a day and a half", day(2, 12), [day(1, 12), day(1, 18)]],
  ["within a day, at half time only", day(1, 20), [day(1, 10)]],
])("reminds of ratings wanted %s", (_, dueAt, expected) => {
  expect(remindersUntil(day(1), dueAt)).toEqual(expected);
});

it("skips reminders that have passed", () => {
  expect(nextReminderAt(day(1), day(11), day(5))).toEqual(day(6));
  expect(nextReminderAt(day(1), day(11), day(6))).toEqual(day(10));
  expect(nextReminderAt(day(1), day(11), day(10))).toBeNull();
});
