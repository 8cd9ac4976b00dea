import { NONE_LOST, violationsOf, type TrialResult } from "./trial-result";

const kept: TrialResult = {
  title: "PostgreSQL killed",
  figures: { acknowledged: 5, lost: 0, contradictions: 0, "servers dead": 0, "sign-in": 503, "seconds until then": 1 },
  limits: { ...NONE_LOST, "servers dead": 0, "seconds until then": 5 },
  expected: { "sign-in": 503 },
  responses: { 200: 5, 503: 3 },
};

it("returns nothing if all guarantees are kept or there are none", () => {
  expect(violationsOf(kept)).toEqual([]);
  expect(violationsOf({ title: "A crowd", figures: { calls: 60 } })).toEqual([]);
});

it.each([
  ["a lost write", { figures: { ...kept.figures, lost: 1 } }, "lost: 1"],
  ["a dead server", { figures: { ...kept.figures, "servers dead": 1 } }, "servers dead: 1"],
  ["a 500 response", { responses: { 200: 5, 500: 2 } }, "responses of 500: 2"],
  ["a missing response", { responses: { "no answer": 1 } }, "responses of no answer: 1"],
  ["missing figures", { limits: { failed: 0 } }, "failed: NaN"],
  ["a slow response", { figures: { ...kept.figures, "seconds until then": 45 } }, "seconds until then: 45"],
  ["an unexpected status", { figures: { ...kept.figures, "sign-in": 200 } }, "sign-in: 200"],
])("reports %s", (_, change, sentence) =>
  expect(violationsOf({ ...kept, ...change })).toEqual([`PostgreSQL killed: ${sentence}`]),
);
