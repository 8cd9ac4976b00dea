import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { copySources } from "./src/dev/copy-sources";
import { portVariable } from "./src/dev/dev-servers";
import { PARTS } from "./src/parts/parts";
import { trackChildProcess, onStop, stopChildren } from "./src/process/children";
import { findBrowser } from "./src/process/find-browser";
import { freePort } from "./src/process/ports";
import { runNode } from "./src/process/run-command";

/**
 * Tests `npm run dev` in a real browser on a copy of the sources that e2e/development edits, and prints the times of
 * start and hot reload. The second run is a warm start.
 */

const TIMEOUT_MS = 300_000;

onStop(() => void stopChildren().then(() => process.exit(130)));

const folder = await copySources();
const browser = await findBrowser();
const build = `import("./scripts/src/parts/build-parts.ts").then(({ buildParts }) => buildParts(["mf-public"], console.log))`;
await runInCopy(["--import", "tsx", "--eval", build]);

const port = await freePort();
const variables = ["SERVER_PORT", "AUTH_EMULATOR_PORT", ...PARTS.map(portVariable)];
const ports = Object.fromEntries(
  await Promise.all(variables.map(async (name) => [name, String(await freePort())] as const)),
);
const site = `http://localhost:${port}`;
const startedAt = performance.now();
const dev = trackChildProcess(
  spawn(process.execPath, ["--import", "tsx", "scripts/dev.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PORT: String(port), ...ports, DATA_DIR: "" },
  }),
);
dev.once("close", (code) => code && process.exit(code));

const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
await until((status) => status > 0);
console.log(`The board answers after ${seconds()} s.`);
await until((status) => status === 200);
console.log(`The home page answers after ${seconds()} s.`);

const playwright = path.join(
  path.dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")),
  "cli.js",
);
const code = await runNode(
  [playwright, "test", "-c", "e2e", "--project=development", "--reporter=list", ...process.argv.slice(2)],
  { SITE_URL: site, DEV_SOURCES: folder, CHROME_PATH: browser },
);
dev.removeAllListeners("close");
await stopChildren(10_000);
process.exit(code);

async function until(isEnough: (status: number) => boolean): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const status = await fetch(site, { headers: { accept: "text/html" } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (isEnough(status)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${site} did not answer in time.`);
}

function runInCopy(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = trackChildProcess(spawn(process.execPath, args, { cwd: folder, stdio: "inherit" }));
    child.once("close", (ended) => (ended === 0 ? resolve() : reject(new Error("The copy does not build."))));
  });
}
