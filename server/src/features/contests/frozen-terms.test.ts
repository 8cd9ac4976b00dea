import { changedTerms, type Terms } from "./frozen-terms";

const contest: Terms = {
  registrationPrice: 200,
  prize: 50_000,
  task: "Draw a poster",
  tags: "Image Design Contests",
  deadline: new Date("2026-05-01T12:00:00Z"),
};

it.each([
  ["registrationPrice", { registrationPrice: 100 }],
  ["prize", { prize: 60_000 }],
  ["task", { task: "Draw two posters" }],
  ["tags", { tags: "Book Review" }],
  ["deadline", { deadline: new Date("2026-05-01T11:59:59Z") }],
] as const)("freezes %s", (field, change) => {
  expect(Object.keys(changedTerms(contest, { ...contest, ...change }))).toEqual([field]);
});

it("lets the deadline stay or move to later", () => {
  expect(changedTerms(contest, contest)).toEqual({});
  expect(changedTerms(contest, { ...contest, deadline: new Date("2026-05-01T12:00:01Z") })).toEqual({});
});
