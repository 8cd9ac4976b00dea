import { daysUntil } from "./days-until";

const DAY = 24 * 60 * 60 * 1000;
const now = new Date("2026-03-02T08:00:00Z");

it.each([
  [14 * DAY, "14 days"],
  [14 * DAY - 1, "13 days"],
  [12 * DAY - 1000, "11 days"],
  [2 * DAY - 1, "1 day"],
  [DAY, "1 day"],
  [DAY - 1, "23 hours"],
  [2 * 60 * 60 * 1000 - 1, "1 hour"],
  [60 * 60 * 1000 - 1, "59 minutes"],
  [60_000, "1 minute"],
  [59_000, "0 minutes"],
])("counts whole days, then hours and minutes, as countdowns do: %d ms are %s", (ms, words) => {
  expect(daysUntil(new Date(now.getTime() + ms), now)).toBe(words);
});
