import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pc from "picocolors";
import { buildApp } from "@conquest/server/src/app";
import { readConfig } from "@conquest/server/src/config/config";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { retryUntilAvailable } from "@conquest/server/src/platform/failures/transient-errors";
import { openLogger } from "@conquest/server/src/platform/operation/request-log";
import { firebaseIdentity } from "@conquest/server/src/platform/identity/identity";
import type { PreparedIdentity } from "../identity/identity-child";
import type { Builds } from "../parts/build-parts";
import { OPENING_PARTS } from "../parts/parts";
import { pendingParts } from "./pending-parts";
import { releaseBuild, releaseEncodedBuilds } from "../parts/release-builds";
import { fail, log, open } from "./shutdown";
import type { StartOptions } from "./start-options";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../demo/demo-people";
import { isEmpty, seedDemo } from "../demo/seed-demo";

async function deployToken(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, "deploy-token");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known) return known.trim();
  const token = randomBytes(24).toString("base64url");
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

export async function runSite(options: StartOptions, builds: Builds, prepared: PreparedIdentity): Promise<void> {
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
  const isFirst = !config.database.url && config.database.dataDir !== undefined && !existsSync(config.database.dataDir);
  const database = await openDatabase(config.database);
  open.database = database;
  // Only now, because another start may have locked the folder.
  if (isFirst) open.incomplete = config.database.dataDir;
  const identity = prepared.start({ port: authPort, dataFolder, onEnd: (how) => void fail(how) });
  // Awaited below; an earlier rejection must not end the process as unhandled.
  identity.catch(() => undefined);
  const { db, jobLocks } = database;
  const deps = { db, clock: systemClock };
  if (config.database.url)
    await retryUntilAvailable(
      () => database.migrate().then(() => database.assertConnections()),
      () => log("Can't reach the database. Retrying."),
    );
  else await database.migrate();

  const pending = pendingParts(parts);
  builds.onProgress((part, percent) => pending.board.set(part, { phase: "compiling", percent }));
  const failed: string[] = [];
  const showFailure = (part: string, { message }: Error) => {
    failed.push(part);
    pending.fail(part, message);
    log(pc.red(message));
  };
  let releasing: Promise<unknown> = Promise.resolve();
  const releaseWhenBuilt = async (part: string) => {
    await builds.missing;
    try {
      await builds.built(part);
    } catch (error) {
      // No page can be shown without the shell.
      if (part === "shell") throw error;
      return showFailure(part, error as Error);
    }
    await (releasing = releasing.then(() => releaseBuild(deps, part, (line) => log(`  ${line}`))));
    pending.board.set(part, { phase: "ready" });
  };
  const released = new Map(parts.map((part) => [part, releaseWhenBuilt(part)]));
  released.forEach((release) => release.catch(() => undefined));

  if (options.sent) await releaseEncodedBuilds(deps, options.sent);
  const isNew = await isEmpty(db);
  if (isNew) {
    await identity;
    await seedDemo(db, systemClock, { port: authPort, joinAmount: config.joinAmount, files: config.files });
  }
  open.incomplete = undefined;
  const app = await buildApp(
    {
      db,
      jobLocks,
      identity: firebaseIdentity(config.identity),
      clock: systemClock,
      config: { ...config, deployTokens: { "*": await deployToken(dataFolder), ...config.deployTokens } },
    },
    openLogger(process.env["LOG_LEVEL"] || "warn"),
  );
  open.server = app;
  const missing = await builds.missing;
  const isLater = (part: string) => missing.includes(part) && !OPENING_PARTS.includes(part);
  await Promise.all(parts.filter((part) => !isLater(part)).map((part) => released.get(part)));
  pending.register(app, parts.filter(isLater));
  await app.listen({ port, host: config.host });
  await identity;

  log("");
  log(`${pc.bold("Conquest")} is running at ${pc.cyan(pc.bold(config.publicUrl))} (after ${secondsSinceStart()} s)`);
  log(`Emails (not sent): ${pc.cyan(`${config.publicUrl}/mailbox`)}`);
  log("");
  log(isNew ? "Demo data loaded. Log in as:" : "Log in as:");
  for (const { email, role } of DEMO_ACCOUNTS) log(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${role}`);
  log("");
  if (missing.some(isLater)) {
    log("You can open it now. Pages behind the login are still being built and show their progress.");
    await Promise.all(released.values());
    pending.end();
    if (failed.length === 0) log(`All pages are ready (after ${secondsSinceStart()} s).`);
  }
  if (failed.length > 0)
    log(pc.yellow(`Pages of ${failed.join(", ")} show why it does not build. Correct the errors, then start again.`));
  log(pc.dim(`Data is stored in ${path.relative(process.cwd(), dataFolder) || "."}. Stop with Ctrl-C.`));
}

const secondsSinceStart = () => (performance.now() / 1000).toFixed(1);
