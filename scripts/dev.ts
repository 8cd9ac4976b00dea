import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { checkTypes } from "./src/dev/check-types";
import { createBoard, rowAt, type Phase } from "./src/dev/board";
import { startDevServers } from "./src/dev/dev-servers";
import { createGateway } from "./src/dev/gateway";
import { findPortProblems, listenOnLocalhost, readPorts } from "./src/dev/ports";
import { prepareData } from "./src/dev/prepare-data";
import { startSiteServer } from "./src/dev/site-server";
import { startIdentity } from "./src/identity/identity-child";
import { hasBuild, PARTS, routePathsOf } from "./src/parts/parts";
import { onStop, stopChildren } from "./src/process/children";

/** Runs the site for development. `--only mf-…` (repeatable) runs that remote live, others from their last build. */

const board = createBoard();
let isStopping = false;

const COLOUR: Record<Phase, (text: string) => string> = {
  waiting: pc.dim,
  starting: pc.yellow,
  compiling: pc.yellow,
  ready: pc.green,
  errors: pc.red,
  away: pc.red,
  "last build": pc.blue,
};

async function stop(code: number): Promise<never> {
  isStopping = true;
  await stopChildren();
  process.exit(code);
}

onStop(() => {
  console.log("\nStopping.");
  void stop(0);
});

/** Returns the live parts in start order: the shell is needed for every page, and the home page is opened first. */
function liveParts(only: readonly string[] | undefined): string[] {
  const remotes = PARTS.filter((part) => part !== "shell");
  const unknown = only?.find((part) => !remotes.includes(part));
  if (unknown) throw new Error(`There is no remote ${unknown}. There are: ${remotes.join(", ")}`);
  for (const part of remotes)
    board.set(part, { phase: "last build", hasLastBuild: hasBuild(part), paths: routePathsOf(part) });
  const home = rowAt(board.state(), "/")?.name;
  const live = only ?? remotes;
  return ["shell", ...live.filter((part) => part === home), ...live.filter((part) => part !== home)];
}

function showWhenUp(site: string): void {
  const startedAt = performance.now();
  const isSettled = (phase: Phase) => !["waiting", "starting", "compiling"].includes(phase);
  const unsubscribe = board.subscribe(() => {
    const rows = board.state().rows.filter(({ name }) => name !== "types");
    if (isStopping || !rows.every(({ phase }) => isSettled(phase))) return;
    unsubscribe();
    console.log("");
    for (const { name, address, phase } of rows)
      console.log(`  ${name.padEnd(22)} ${address.padEnd(24)} ${COLOUR[phase](phase)}`);
    console.log(
      `\n  Open ${pc.bold(pc.cyan(site))}. Everything is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Stop with Ctrl-C.`,
    );
    console.log(`  Emails (not sent): ${pc.cyan(`${site}/mailbox`)}\n`);
    checkTypes(board, PARTS);
  });
}

async function dev(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const live = liveParts(values.only);
  const ports = await readPorts(PARTS);
  const troubles = await findPortProblems(ports, live);
  if (troubles.length > 0) throw new Error(troubles.join("\n"));

  const site = `http://localhost:${ports.site}`;
  const portOf = (part: string) => (live.includes(part) ? ports.parts.get(part) : undefined);
  const identityAddress = `127.0.0.1:${ports.identity}`;
  board.set("server", { phase: "waiting", address: `http://localhost:${ports.server}` });
  board.set("identity", { phase: "waiting", address: `http://${identityAddress}` });
  for (const part of live) board.set(part, { phase: "waiting", address: `http://localhost:${portOf(part)}` });

  const servers = startDevServers({
    board,
    parts: live,
    first: 2,
    portOf,
    log: (line) => console.log(pc.yellow(line)),
  });
  const gateway = createGateway({
    board,
    serverPort: ports.server,
    portOf,
    entryFileOf: servers.entryFileOf,
    onWanted: servers.prioritize,
  });
  await listenOnLocalhost(gateway, ports.site);
  console.log(`\n  ${pc.bold(pc.cyan(site))} is starting. You can open it now.\n`);
  showWhenUp(site);

  const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
  const startIdentityOnce = once(() => {
    board.set("identity", { phase: "starting" });
    const onEnd = (how: string) => {
      if (isStopping) return;
      console.error(pc.red(how));
      void stop(1);
    };
    startIdentity({ port: ports.identity, dataFolder, onEnd }).then(
      () => board.set("identity", { phase: "ready" }),
      () => undefined,
    );
  });

  await buildMissing(live);
  await prepareData({ dataFolder, identityPort: ports.identity, onNeedsIdentity: startIdentityOnce });
  // Started last: it uses a core for seconds, and no page waits for it.
  startIdentityOnce();

  startSiteServer(board, {
    port: ports.server,
    env: {
      SITE_URL: site,
      DATA_DIR: path.join(dataFolder, "database"),
      PICTURES_DIR: path.join(dataFolder, "pictures"),
      FIREBASE_AUTH_EMULATOR_HOST: identityAddress,
      DEV_SHELL_URL: `${site}/@dev/parts/shell`,
      DEV_REMOTES: JSON.stringify(
        Object.fromEntries(live.filter((part) => part !== "shell").map((part) => [part, `${site}/@dev/parts/${part}`])),
      ),
      DEVELOPER_PANEL: process.env["DEVELOPER_PANEL"] || "on",
      LOG_LEVEL: process.env["LOG_LEVEL"] || "warn",
    },
  });
}

const once = (work: () => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

async function buildMissing(live: readonly string[]): Promise<void> {
  const missing = PARTS.filter((part) => !live.includes(part) && !hasBuild(part));
  if (missing.length === 0) return;
  const { buildParts } = await import("./src/parts/build-parts");
  await buildParts(missing, { kind: "quick", log: console.log });
  for (const part of missing) board.set(part, { hasLastBuild: true });
}

try {
  await dev();
} catch (error) {
  if (!isStopping) {
    console.error(pc.red((error as Error).message));
    await stop(1);
  }
}
