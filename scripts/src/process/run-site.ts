import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pc from "picocolors";
import { buildApp } from "@conquest/server/src/app";
import { readConfig } from "@conquest/server/src/config/config";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase, type OpenDatabase } from "@conquest/server/src/database/open-database";
import { retryUntilAvailable } from "@conquest/server/src/platform/failures/transient-errors";
import { openLogger } from "@conquest/server/src/platform/operation/request-log";
import { firebaseIdentity } from "@conquest/server/src/platform/identity/identity";
import { onStop, stopChildren } from "./children";
import type { PreparedIdentity } from "../identity/identity-child";
import type { Builds } from "../parts/build-parts";
import { OPENING_PARTS } from "../parts/parts";
import { pendingParts } from "./pending-parts";
import { releaseBuild, releaseEncodedBuilds } from "../parts/release-builds";
import type { StartOptions } from "./start-options";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../demo/demo-people";
import { isEmpty, seedDemo } from "../demo/seed-demo";

const log = (line: string) => console.log(line);
let database: OpenDatabase | undefined;
let closeServer: (() => Promise<unknown>) | undefined;
let isStopping = false;

async function stop(code: number): Promise<never> {
  isStopping = true;
  // Last resort if a connection or child does not end.
  setTimeout(() => process.exit(1), 12_000).unref();
  await closeServer?.();
  await stopChildren();
  await database?.close();
  process.exit(code);
}

onStop((cause) => {
  log(cause === "SIGINT" ? "\nStopping." : `\nStopping (${cause}).`);
  void stop(0);
});

async function deployToken(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, "deploy-token");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known) return known.trim();
  const token = randomBytes(24).toString("base64url");
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

async function start(options: StartOptions, builds: Builds, prepared: PreparedIdentity): Promise<void> {
  const { parts, port, authPort } = options;
  const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
  const config = readConfig({
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(dataFolder, "database"),
    PICTURES_DIR: path.join(dataFolder, "pictures"),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${authPort}`,
  });

  await mkdir(dataFolder, { recursive: true });
  database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  const identity = prepared.start({
    port: authPort,
    dataFolder,
    onEnd: (how) => {
      if (isStopping) return;
      console.error(pc.red(how));
      void stop(1);
    },
  });
  // Awaited below; an earlier rejection must not end the process as unhandled.
  identity.catch(() => undefined);
  const { db, migrate } = database;
  const deps = { db, clock: systemClock };
  await retryUntilAvailable(
    () => migrate(),
    () => log("The database cannot be reached. Trying again."),
  );

  const pending = pendingParts(parts);
  builds.onProgress((part, percent) => pending.board.set(part, { phase: "compiling", percent }));
  let releasing: Promise<unknown> = Promise.resolve();
  const releaseWhenBuilt = async (part: string) => {
    await builds.built(part);
    await (releasing = releasing.then(() => releaseBuild(deps, part, (line) => log(`  ${line}`))));
    pending.board.set(part, { phase: "ready" });
  };
  const released = new Map(parts.map((part) => [part, releaseWhenBuilt(part)]));
  released.forEach((release) => release.catch(() => undefined));

  if (options.sent) await releaseEncodedBuilds(deps, options.sent);
  const isNew = await isEmpty(db);
  if (isNew) {
    await identity;
    await seedDemo(db, systemClock, { port: authPort, joinAmount: config.joinAmount });
  }
  const app = await buildApp(
    {
      db,
      identity: firebaseIdentity(config.identity),
      clock: systemClock,
      config: { ...config, deployTokens: { "*": await deployToken(dataFolder), ...config.deployTokens } },
    },
    openLogger(process.env["LOG_LEVEL"] || "warn"),
  );
  closeServer = () => app.close();
  const missing = await builds.missing;
  const isLater = (part: string) => missing.includes(part) && !OPENING_PARTS.includes(part);
  await Promise.all(parts.filter((part) => !isLater(part)).map((part) => released.get(part)));
  pending.register(app, parts.filter(isLater));
  await app.listen({ port, host: config.host });
  await identity;

  log("");
  log(`${pc.bold("Conquest")} is running at ${pc.cyan(pc.bold(config.publicUrl))} (after ${secondsSinceStart()} s)`);
  log(`E-mails it would send: ${pc.cyan(`${config.publicUrl}/mailbox`)}`);
  log("");
  log(isNew ? "The demo data is new. Sign in as:" : "Sign in as:");
  for (const { email, role } of DEMO_ACCOUNTS) log(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${role}`);
  log("");
  if (missing.some(isLater)) {
    log("Open it now. Pages behind the sign-in are being built; they show their progress until they appear.");
    await builds.done;
    await Promise.all(released.values());
    pending.end();
    log(`All pages are there (after ${secondsSinceStart()} s).`);
  }
  log(pc.dim(`Data is kept in ${path.relative(process.cwd(), dataFolder) || "."}. Stop with Ctrl-C.`));
}

const secondsSinceStart = () => (performance.now() / 1000).toFixed(1);

export async function runSite(options: StartOptions, builds: Builds, identity: PreparedIdentity): Promise<void> {
  try {
    await start(options, builds, identity);
  } catch (error) {
    if (isStopping) return;
    console.error(pc.red(error instanceof Error ? error.message : String(error)));
    if (process.env["DEBUG"]) console.error(error);
    await stop(1);
  }
}
