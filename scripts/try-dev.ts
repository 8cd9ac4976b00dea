import { execFile, spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { portVariable } from "./src/dev/ports";
import { PARTS } from "./src/parts/parts";
import { trackChildProcess, onStop, stopChildren } from "./src/process/children";
import { findBrowser } from "./src/process/find-browser";
import { freePort } from "./src/process/ports";
import { runNode } from "./src/process/run-command";
import { root } from "./src/root";

/** Tests `npm run dev` in a browser on a copy of the sources, and prints its times. The second run starts warm. */

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;

onStop(() => void stopChildren().then(() => process.exit(130)));

const folder = await copySources();
const browser = await findBrowser();
const build = `import("./scripts/src/parts/build-parts.ts").then(({ buildParts }) => buildParts(["mf-public"], { kind: "quick", log: console.log }))`;
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

/** Copies what tests may edit. The folder is kept, so that compiler caches make the next start a warm one. */
async function copySources(): Promise<string> {
  const folder = path.join(root, ".conquest/try-dev");
  await mkdir(folder, { recursive: true });
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 1e8,
  });
  const names = stdout.split("\n").filter(Boolean);
  for (const name of names) await copyChanged(path.join(root, name), path.join(folder, name));
  for (const part of PARTS) {
    await rm(path.join(folder, part, "dist"), { recursive: true, force: true });
    await cp(path.join(root, part, "dist"), path.join(folder, part, "dist"), {
      recursive: true,
      preserveTimestamps: true,
    }).catch(() => undefined);
  }
  await linkModules(folder);
  return folder;
}

/** Keeps the mtime of unchanged files, which compilers use to detect changes. */
async function copyChanged(from: string, to: string): Promise<void> {
  const [now, before] = await Promise.all([readFile(from).catch(() => null), readFile(to).catch(() => null)]);
  if (now === null || before?.equals(now)) return;
  await cp(from, to, { recursive: true });
}

/** Hard-links node_modules; workspace packages are relative links that resolve within the copy. */
async function linkModules(folder: string): Promise<void> {
  for (const part of [".", ...(await readdir(folder))]) {
    const modules = path.join(root, part, "node_modules");
    const to = path.join(folder, part, "node_modules");
    const isThere = await stat(modules).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (!isThere) continue;
    await rm(to, { recursive: true, force: true });
    await run("cp", ["-al", modules, to]);
  }
}
