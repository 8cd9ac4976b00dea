import { guaranteeViolations } from "./guarantee-violations";

const kills = { kills: 1, acknowledged: 10, lost: 0, contradictions: 0, start: { median: 1, longest: 1 } };
const fault = {
  fault: "PostgreSQL killed",
  answers: { 200: 5, 503: 3 },
  acknowledged: 5,
  lost: 0,
  contradictions: 0,
  serversDead: 0,
  slowest: 1,
  recovered: 1,
  misshapen: 0,
};

it("returns nothing for valid or missing statistics", () => {
  expect(guaranteeViolations({})).toEqual([]);
  expect(
    guaranteeViolations({
      access: { wrong: 0 },
      kills,
      database: [fault, { fault: "its disk full", skipped: "only root can make a disk" }],
    }),
  ).toEqual([]);
});

it.each([
  ["a lost write", { kills: { ...kills, lost: 1 } }, "Kills: lost: 1"],
  ["a dead server", { database: [{ ...fault, serversDead: 1 }] }, "PostgreSQL killed: servers dead: 1"],
  ["a 500 response", { database: [{ ...fault, answers: { 200: 5, 500: 2 } }] }, "PostgreSQL killed: answers of 500: 2"],
  [
    "a missing response",
    { database: [{ ...fault, answers: { "no answer": 1 } }] },
    "PostgreSQL killed: answers of no answer: 1",
  ],
  ["missing statistics", { inputs: { failed: 0 } }, "Inputs: changed by a refusal: NaN"],
  ["failed requests of a crowd", { crowd: { calls: 60, failed: 2 } }, "A crowd: failed: 2"],
  [
    "a slow response during a provider outage",
    { provider: { silent: { status: 503, took: 45 }, gone: { status: 503, took: 1 }, othersRefused: 0 } },
    "The identity provider silent: seconds until then: 45",
  ],
])("reports %s", (_, figures, sentence) => expect(guaranteeViolations(figures)).toEqual([sentence]));
