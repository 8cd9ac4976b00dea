import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pc from "picocolors";
import { onStop, stopChildren } from "./src/process/children";
import { fetchNode, NODE_VERSIONS, type NodeVersion } from "./src/process/node-versions";
import { runCommand } from "./src/process/run-command";
import { addCounts, describeCount, type Count } from "./src/process/test-count";
import { root } from "./src/root";

/** Runs all tests once, split between Node versions: docs/decisions/0067. */

const { oldest, between, shipped } = NODE_VERSIONS;

interface Run {
  node: NodeVersion;
  steps: string[];
  /** Runs on the Node at hand if its own cannot be downloaded. */
  isRequired: boolean;
}

const RUNS: Run[] = [
  { node: shipped, steps: ["types", "lint", "format", "unit"], isRequired: true },
  // Journeys start the site as npm start does; the first of them builds all parts.
  { node: oldest, steps: ["node", "journeys"], isRequired: true },
  { node: between, steps: ["node"], isRequired: false },
  { node: shipped, steps: ["long", "pooler", "faults", "engines", "alone", "conformance"], isRequired: true },
];

const NOTHING: Count = { passed: 0, failures: [], skipped: 0 };

async function runSteps(node: string, steps: string[], countFile: string): Promise<Count> {
  await rm(countFile, { force: true });
  const code = await runCommand(node, ["--import", "tsx", "scripts/test.ts", ...steps], {
    COUNT_FILE: countFile,
    // Programs that the tests start by name, such as npm, run on this Node too.
    PATH: `${path.dirname(node)}${path.delimiter}${process.env["PATH"] ?? ""}`,
  });
  const text = await readFile(countFile, "utf8").catch(() => null);
  if (text === null) return { ...NOTHING, failures: [`${steps.join(", ")} on ${node} ended with ${code}`] };
  return JSON.parse(text) as Count;
}

onStop(() => void stopChildren().then(() => process.exit(130)));

const reports = await mkdtemp(path.join(tmpdir(), "conquest-ci-"));
const missing: string[] = [];
let total = NOTHING;
for (const { node, steps, isRequired } of RUNS) {
  const program = await fetchNode(node, path.join(root, ".conquest/node")).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    missing.push(`Skipped on Node ${node.version}: ${steps.join(", ")} (${reason})`);
    console.log(pc.yellow(missing.at(-1)!));
    return null;
  });
  if (!program) total = addCounts(total, { ...NOTHING, skipped: steps.length });
  if (!program && !isRequired) continue;
  console.log(pc.bold(`\n${steps.join(", ")} on Node ${program ? node.version : process.version.slice(1)}`));
  total = addCounts(total, await runSteps(program ?? process.execPath, steps, path.join(reports, "count.json")));
}
await rm(reports, { recursive: true, force: true });

console.log(pc.bold("\nAll Node versions together"));
for (const line of missing) console.log(pc.yellow(line));
for (const line of total.failures) console.log(pc.red(line));
console.log(describeCount(total));
process.exit(total.failures.length > 0 || total.passed === 0 ? 1 : 0);
