import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { poolerVersion } from "@conquest/server/src/testing/start-pgbouncer";
import { runNode } from "../process/run-command";
import { withPooler } from "../process/with-pooler";
import type { TrialResult } from "./trial-result";

interface JestCounts {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}

const jest = path.join(path.dirname(createRequire(import.meta.url).resolve("jest/package.json")), "bin/jest.js");
const FLAGS = ["--experimental-vm-modules", "--no-warnings", jest, "--selectProjects", "server", "--maxWorkers=2"];

/** Runs the server tests, except long ones, and the crowd through PgBouncer. */
export async function tryPooledTests(crowds: string): Promise<TrialResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-pooled-"));
  const file = path.join(folder, "counts.json");
  const output = ["--silent", "--json", `--outputFile=${file}`];
  const figures = { passed: 0, failed: 0 };
  const run = async (args: string[], environment: Record<string, string>) => {
    await runNode([...FLAGS, ...output, ...args], environment);
    const counts = JSON.parse(await readFile(file, "utf8")) as JestCounts;
    figures.passed += counts.numPassedTests;
    figures.failed += Math.max(counts.numFailedTests, counts.numFailedTestSuites);
  };
  await withPooler(async (environment) => {
    await run([], { ...environment, TESTS: "short" });
    await run(["--testPathPatterns", "safety/at-once"], { ...environment, AT_ONCE_ROUNDS: crowds });
  });
  await rm(folder, { recursive: true, force: true });
  return { title: `Server tests through PgBouncer ${poolerVersion()}`, figures, limits: { failed: 0 } };
}
