import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { onStop, stopChildren } from "./src/process/children";
import { runNode, runNpm } from "./src/process/run-command";
import { root } from "./src/root";

/** `npm run bench -- paint` runs one benchmark with the following arguments; without a name all run in sequence. */

const BENCHMARKS = ["paint", "scale", "api", "pooler", "replicas", "capacity"];
const [benchName, ...args] = process.argv.slice(2);

onStop(() => void stopChildren().then(() => process.exit(130)));

if (benchName !== undefined && !BENCHMARKS.includes(benchName)) {
  console.error(`There is no benchmark ${benchName}. There are: ${BENCHMARKS.join(", ")}`);
  process.exit(1);
}
await installTools();
let worst = 0;
for (const name of benchName === undefined ? BENCHMARKS : [benchName]) {
  worst = Math.max(worst, await runNode(["--import", "tsx", path.join(root, "bench", `${name}.ts`), ...args]));
}
process.exit(worst);

/** Installs what bench/package.json lists, unless it is installed as its lock says. */
async function installTools(): Promise<void> {
  const folder = path.join(root, "bench");
  const installed = path.join(folder, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(folder, "package-lock.json")).mtimeMs)
    return;
  console.log("Installing the tools of the benchmarks.");
  const code = await runNpm("ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund");
  if (code !== 0) throw new Error(`The tools of the benchmarks could not be installed: npm ended with ${code}.`);
}
