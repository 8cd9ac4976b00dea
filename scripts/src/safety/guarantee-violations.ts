import type { SafetyStatistics } from "./safety-report";

const ACCEPTABLE = new Set(["200", "409", "429", "503"]);

export function guaranteeViolations({
  access,
  inputs,
  crowd,
  kills,
  site,
  provider,
  two,
  database,
  clock,
  restarts,
}: SafetyStatistics): string[] {
  const broken: string[] = [];
  const expect = (trial: string, what: string, found: number | string, isKept = found === 0) =>
    void (isKept || broken.push(`${trial}: ${what}: ${found}`));
  const none = (trial: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).forEach(([what, count]) => expect(trial, what, count));
  const honest = (trial: string, answers: Readonly<Record<string, number>>) => {
    for (const [status, count] of Object.entries(answers))
      expect(trial, `answers of ${status}`, count, ACCEPTABLE.has(status));
  };

  if (access) none("Access", { wrong: access["wrong"] ?? NaN });
  if (inputs)
    none("Inputs", { failed: inputs["failed"] ?? NaN, "changed by a refusal": inputs["changed by a refusal"] ?? NaN });
  if (crowd) none("A crowd", { failed: crowd["failed"] ?? NaN });
  if (kills) none("Kills", { lost: kills.lost, contradictions: kills.contradictions });
  if (site) {
    none("All of it killed", { lost: site.lost });
    expect("All of it killed", "seconds until it runs again", site.start.longest, site.start.longest <= 5);
  }
  if (two) {
    none("One of two servers killed", {
      lost: two.lost,
      contradictions: two.contradictions,
      "failed on the other": two.refusedByTheOther,
    });
  }
  if (provider) {
    for (const [how, { status, took }] of Object.entries({ silent: provider.silent, gone: provider.gone })) {
      expect(`The identity provider ${how}`, "whoever signs in is answered", status, status === 503);
      expect(`The identity provider ${how}`, "seconds until then", took, took <= 5);
    }
    none("The identity provider", { "others refused": provider.othersRefused });
  }
  for (const result of database ?? []) {
    if ("skipped" in result) continue;
    const { fault, lost, contradictions, serversDead, misshapen } = result;
    none(fault, {
      lost,
      contradictions,
      "servers dead": serversDead,
      "answers not in the contract's shape": misshapen,
    });
    honest(fault, result.answers);
  }
  if (clock) {
    none("A fast clock", { lost: clock.lost, contradictions: clock.contradictions });
    honest("A fast clock", clock.answers);
    expect(
      "A fast clock",
      "a session of the right server is answered",
      clock.sessionOfRightOnFast,
      clock.sessionOfRightOnFast === 200,
    );
    expect(
      "A fast clock",
      "messages let through by a limit of 20",
      clock.letThroughByLimit,
      clock.letThroughByLimit <= 20,
    );
  }
  if (restarts) {
    none("Rolling restarts", {
      lost: restarts.lost,
      "requests failed": restarts.failed,
      "lost in an outage": restarts.outage.lost,
      "answers that were not the site's own": restarts.outage.misshapen,
    });
    honest("The database stopped behind nginx", restarts.outage.answers);
  }
  return broken;
}
