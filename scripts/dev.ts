import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { ConfigError, readConfig } from "@conquest/server/src/config";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { buildParts } from "./src/parts/build-parts";
import { keepTrack, onStop, stopChildren } from "./src/process/children";
import { startIdentity } from "./src/identity/identity-child";
import { hasBuild } from "./src/parts/part-build";
import { PARTS } from "./src/parts/parts";
import { root } from "./src/root";
import { takenPorts } from "./src/process/ports";
import { prefixedOutput } from "./src/process/prefixed-output";
import { releaseBuilds } from "./src/parts/release-builds";
import { seedDemo } from "./src/demo/seed-demo";

/**
 * Everything for working on the site: the server, the identity emulator, and a dev server for the shell and each remote.
 * `--only mf-dashboard-admin` runs that remote live (it may be given several times) and the others from their last build.
 */

const SERVER_PORT = 4000;
const AUTH_PORT = 9099;
const SITE = "http://localhost:3000";
/** Five compilers start at once on a cold machine. */
const PATIENCE = 240_000;

const require = createRequire(import.meta.url);
const webpack = path.join(path.dirname(require.resolve("webpack-cli/package.json")), "bin/cli.js");
const tsx = path.join(path.dirname(require.resolve("tsx/package.json")), "dist/cli.mjs");

type State = "starting" | "ready" | "last build" | "no answer" | "ended";
interface Service {
  name: string;
  address: string;
  state: State;
}
const services: Service[] = [];
let isStopping = false;
let isUp = false;

const COLOUR: Record<State, (text: string) => string> = {
  starting: pc.yellow,
  ready: pc.green,
  "last build": pc.blue,
  "no answer": pc.red,
  ended: pc.red,
};

function showBoard(): void {
  console.log("");
  for (const { name, address, state } of services) console.log(`  ${name.padEnd(22)} ${address.padEnd(24)} ${COLOUR[state](state)}`);
  console.log(isUp ? `\n  Open ${pc.bold(pc.cyan(SITE))}. Stop with Ctrl-C.\n` : "");
}

function setState(service: Service, state: State): void {
  if (service.state === state || isStopping) return;
  service.state = state;
  if (isUp) showBoard();
}

async function stop(code: number): Promise<never> {
  isStopping = true;
  await stopChildren();
  process.exit(code);
}

onStop(() => {
  console.log("\nStopping.");
  void stop(0);
});

const portOf = async (part: string) =>
  (JSON.parse(await readFile(path.join(root, part, "package.json"), "utf8")) as { config: { port: number } }).config.port;

/** Starts a program whose output is shown under its name; it ends when its input does, and so with us. */
function launch(service: Service, args: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  // PORT would move every dev server to the same one.
  const { PORT: _port, ...inherited } = process.env;
  const child = keepTrack(spawn(process.execPath, args, { cwd, stdio: ["pipe", "pipe", "pipe"], env: { ...inherited, ...env } }));
  const show = prefixedOutput(service.name);
  show(child.stdout);
  show(child.stderr);
  return child;
}

async function untilAnswering(service: Service, address: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!isStopping && Date.now() < end && service.state === "starting") {
    const isAnswered = await fetch(address, { signal: AbortSignal.timeout(20_000) }).then(({ ok }) => ok, () => false);
    if (isAnswered) return setState(service, "ready");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  if (service.state === "starting") setState(service, "no answer");
}

/** The compiler of one part. A remote that dies leaves its last build to the site; without the shell there is no site. */
function startDevServer(service: Service, part: string): void {
  const child = launch(service, [webpack, "serve", "--mode", "development", "--watch-options-stdin"], path.join(root, part), {
    CONQUEST_SERVER: `http://localhost:${SERVER_PORT}`,
  });
  child.once("close", (code) => {
    if (isStopping) return;
    console.log(pc.red(`The dev server of ${part} ended (code ${code}).`));
    if (part === "shell") void stop(1);
    else setState(service, hasBuild(part) ? "last build" : "ended");
  });
}

async function prepareData(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  const config = readConfig({ ...process.env, DATA_DIR: path.join(dataFolder, "database"), FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${AUTH_PORT}` });
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  await database.migrate();
  await releaseBuilds({ db: database.db, clock: systemClock }, PARTS.filter(hasBuild), (line) => console.log(`  ${line}`));
  await seedDemo(database.db, systemClock, { port: AUTH_PORT, joinAmount: config.joinAmount });
  await database.close();
}

async function dev(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const remotes = PARTS.filter((part) => part !== "shell");
  const unknown = values.only?.find((part) => !remotes.includes(part));
  if (unknown) throw new ConfigError(`There is no remote ${unknown}. There are: ${remotes.join(", ")}`);
  const live = values.only ?? remotes;
  const ports = new Map(await Promise.all(PARTS.map(async (part) => [part, await portOf(part)] as const)));

  const taken = await takenPorts([
    { port: SERVER_PORT, use: "the server" },
    { port: AUTH_PORT, use: "the identity emulator" },
    ...["shell", ...live].map((part) => ({ port: ports.get(part)!, use: part })),
  ]);
  if (taken.length > 0) throw new ConfigError(taken.join("\n"));

  const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
  await startIdentity({
    port: AUTH_PORT,
    dataFolder,
    onEnd: (how) => {
      if (isStopping) return;
      console.error(pc.red(how));
      void stop(1);
    },
  });
  services.push({ name: "identity", address: `http://127.0.0.1:${AUTH_PORT}`, state: "ready" });
  await buildParts(remotes.filter((part) => !live.includes(part) && !hasBuild(part)), console.log);
  await prepareData(dataFolder);

  const addressOf = (part: string) => `http://localhost:${ports.get(part)!}`;
  const server: Service = { name: "server", address: `http://localhost:${SERVER_PORT}`, state: "starting" };
  services.push(server);
  launch(server, [tsx, "watch", "--clear-screen=false", "server/src/server.ts"], root, {
    PORT: String(SERVER_PORT),
    SITE_URL: SITE,
    DATA_DIR: path.join(dataFolder, "database"),
    PICTURES_DIR: path.join(dataFolder, "pictures"),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${AUTH_PORT}`,
    DEV_SHELL_URL: addressOf("shell"),
    DEV_REMOTES: JSON.stringify(Object.fromEntries(live.map((part) => [part, addressOf(part)]))),
    DEVELOPER_PANEL: process.env["DEVELOPER_PANEL"] || "on",
    LOG_LEVEL: process.env["LOG_LEVEL"] || "warn",
  });
  const waiting = [untilAnswering(server, `${server.address}/api/ready`)];
  for (const part of PARTS) {
    const isLive = part === "shell" || live.includes(part);
    const service: Service = { name: part, address: isLive ? addressOf(part) : "", state: isLive ? "starting" : "last build" };
    services.push(service);
    if (!isLive) continue;
    startDevServer(service, part);
    waiting.push(untilAnswering(service, `${service.address}/${part === "shell" ? "index.html" : "mf-manifest.json"}`));
  }
  showBoard();
  await Promise.all(waiting);
  isUp = true;
  showBoard();
}

try {
  await dev();
} catch (error) {
  if (!isStopping) {
    console.error(pc.red((error as Error).message));
    await stop(1);
  }
}
