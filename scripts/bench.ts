import path from "node:path";
import { onStop, stopChildren } from "./src/process/children";
import { installTools } from "./src/process/install-tools";
import { runNode } from "./src/process/run-command";
import { root } from "./src/root";

/** `npm run bench -- paint` runs one benchmark with the following arguments; without a name all run in sequence. */

const BENCHMARKS = ["paint", "scale", "api"];
const [benchName, ...args] = process.argv.slice(2);

onStop(() => void stopChildren().then(() => process.exit(130)));

if (benchName !== undefined && !BENCHMARKS.includes(benchName)) {
  console.error(`There is no benchmark ${benchName}. There are: ${BENCHMARKS.join(", ")}`);
  process.exit(1);
}
await installTools("bench");
let worst = 0;
for (const name of benchName === undefined ? BENCHMARKS : [benchName]) {
  worst = Math.max(worst, await runNode(["--import", "tsx", path.join(root, "bench", `${name}.ts`), ...args]));
}
process.exit(worst);
