import { bucketByTime, dateOf, dayOf, type DayCounts } from "./time-buckets";

const at = (text: string) => new Date(text);
const day = (text: string, counted: Partial<DayCounts>): DayCounts => ({
  day: Date.parse(`${text}T00:00:00Z`) / 86_400_000,
  joined: 0,
  left: 0,
  entries: 0,
  ...counted,
});

it("has a step for each day, including empty ones", () => {
  const { unit, steps } = bucketByTime(
    [day("2026-03-03", { joined: 2, entries: 1 }), day("2026-03-01", { joined: 1 })],
    { since: at("2026-03-01T23:59:00Z"), until: at("2026-03-03T00:01:00Z") },
  );
  expect(unit).toBe("day");
  expect(steps).toEqual([
    { from: "2026-03-01", joined: 1, left: 0, entries: 0 },
    { from: "2026-03-02", joined: 0, left: 0, entries: 0 },
    { from: "2026-03-03", joined: 2, left: 0, entries: 1 },
  ]);
});

it("counts events outside the range with the nearest step", () => {
  const { steps } = bucketByTime([day("2026-02-20", { joined: 1 }), day("2026-04-01", { left: 1 })], {
    since: at("2026-03-01T08:00:00Z"),
    until: at("2026-03-02T08:00:00Z"),
  });
  expect(steps).toMatchObject([
    { joined: 1, left: 0 },
    { joined: 0, left: 1 },
  ]);
});

it("has one day if the contest closed before it opened", () => {
  expect(bucketByTime([], { since: at("2026-03-02T08:00:00Z"), until: at("2026-03-01T08:00:00Z") }).steps).toHaveLength(
    1,
  );
});

it.each([
  ["2026-04-14T08:00:00Z", "day", 45],
  ["2026-04-15T08:00:00Z", "week", 7],
  ["2027-01-09T08:00:00Z", "week", 45],
  ["2027-01-10T08:00:00Z", "month", 11],
  ["2036-03-01T08:00:00Z", "month", 121],
])("covers the time until %s by %s", (until, unit, count) => {
  const counted = [
    day("2026-03-01", { joined: 1 }),
    day("2026-03-09", { joined: 2 }),
    day(until.slice(0, 10), { joined: 4 }),
  ];
  const result = bucketByTime(counted, { since: at("2026-03-01T08:00:00Z"), until: at(until) });
  expect([result.unit, result.steps.length]).toEqual([unit, count]);
  expect(result.steps.reduce((sum, { joined }) => sum + joined, 0)).toBe(7);
  expect(result.steps.at(-1)!.joined).toBe(4);
});

it("begins days at midnight of the zone, also when clocks change", () => {
  const dates = (zone: string) =>
    ["2026-03-28T17:59:00Z", "2026-03-28T18:01:00Z", "2026-03-29T22:30:00Z"].map((each) =>
      dateOf(dayOf(at(each), zone)),
    );
  expect(dates("Asia/Dhaka")).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
  expect(dates("Europe/Rome")).toEqual(["2026-03-28", "2026-03-28", "2026-03-30"]);
  expect(dates("America/Los_Angeles")).toEqual(["2026-03-28", "2026-03-28", "2026-03-29"]);
});
