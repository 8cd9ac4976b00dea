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

it("holds nothing against figures that are as promised, nor against what was not tried", () => {
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
  [
    "an answer of 500",
    { database: [{ ...fault, answers: { 200: 5, 500: 2 } }] },
    "PostgreSQL killed: answers of 500: 2",
  ],
  [
    "no answer",
    { database: [{ ...fault, answers: { "no answer": 1 } }] },
    "PostgreSQL killed: answers of no answer: 1",
  ],
  ["figures that are not there", { inputs: { failed: 0 } }, "Inputs: changed by a refusal: NaN"],
  ["a crowd that is not answered", { crowd: { calls: 60, failed: 2 } }, "A crowd: failed: 2"],
  [
    "a provider that is waited for",
    { provider: { silent: { status: 503, took: 45 }, gone: { status: 503, took: 1 }, othersRefused: 0 } },
    "The identity provider silent: seconds until then: 45",
  ],
])("names %s", (_, figures, sentence) => expect(guaranteeViolations(figures)).toEqual([sentence]));
