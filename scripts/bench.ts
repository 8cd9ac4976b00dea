import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { onStop, stopChildren } from "./src/process/children";
import { runNode } from "./src/process/run-command";
import { root } from "./src/root";

/** `npm run bench -- paint` runs one benchmark with the following arguments; without a name all run in sequence. */

const folder = path.join(root, "bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => path.basename(file, ".ts"));
const [benchName, ...args] = process.argv.slice(2);

onStop(() => void stopChildren().then(() => process.exit(130)));

if (benchName !== undefined && !existsSync(path.join(folder, `${benchName}.ts`))) {
  console.error(`There is no bench ${benchName}. There are: ${names.join(", ")}`);
  process.exit(1);
}
let worst = 0;
for (const name of benchName === undefined ? names : [benchName]) {
  worst = Math.max(worst, await runNode(["--import", "tsx", path.join(folder, `${name}.ts`), ...args]));
}
process.exit(worst);
