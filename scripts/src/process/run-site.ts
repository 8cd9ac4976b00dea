import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { buildApp } from "@conquest/server/src/app";
import { readConfig } from "@conquest/server/src/config/config";
import { ConfigError } from "@conquest/server/src/config/settings";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase, type OpenDatabase } from "@conquest/server/src/database/open-database";
import { retryUntilAvailable } from "@conquest/server/src/platform/failures/transient-errors";
import { openLogger } from "@conquest/server/src/platform/operation/request-log";
import { firebaseIdentity } from "@conquest/server/src/platform/identity/identity";
import { buildParts } from "../parts/build-parts";
import { onStop, stopChildren } from "./children";
import type { PreparedIdentity } from "../identity/identity-child";
import { PARTS } from "../parts/parts";
import { takenPorts } from "./ports";
import { releaseBuilds, releaseEncodedBuilds } from "../parts/release-builds";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../demo/demo-people";
import { isEmpty, seedDemo } from "../demo/seed-demo";

const { values } = parseArgs({
  options: {
    "no-build": { type: "boolean", default: false },
    "no-parts": { type: "boolean", default: false },
    sent: { type: "string" },
  },
});
const parts = values["no-parts"] || values.sent ? [] : PARTS;
const startedAt = performance.now();
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

async function start(prepared: PreparedIdentity): Promise<void> {
  if (process.env["NODE_ENV"] === "production") {
    throw new ConfigError("npm start is the demo with its own identity emulator. For production see docs/operate.md.");
  }
  const port = Number(process.env["PORT"] || 3000);
  const authPort = Number(process.env["AUTH_EMULATOR_PORT"] || 9099);
  const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
  const config = readConfig({
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(dataFolder, "database"),
    PICTURES_DIR: path.join(dataFolder, "pictures"),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${authPort}`,
  });

  const taken = await takenPorts([
    { port, use: "the site", variable: "PORT" },
    { port: authPort, use: "the identity emulator", variable: "AUTH_EMULATOR_PORT" },
  ]);
  if (taken.length > 0) throw new ConfigError(taken.join("\n"));

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
  const migrated = retryUntilAvailable(
    () => migrate(),
    () => log("The database cannot be reached. Trying again."),
  );
  await Promise.all([values["no-build"] ? undefined : buildParts(parts, log), migrated]);
  await releaseBuilds({ db, clock: systemClock }, parts, (line) => log(`  ${line}`));
  if (values.sent) await releaseEncodedBuilds({ db, clock: systemClock }, values.sent);
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
  await app.listen({ port, host: config.host });
  await identity;

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  log("");
  log(`${pc.bold("Conquest")} is running at ${pc.cyan(pc.bold(config.publicUrl))} (after ${seconds} s)`);
  log(`E-mails it would send: ${pc.cyan(`${config.publicUrl}/mailbox`)}`);
  log("");
  log(isNew ? "The demo data is new. Sign in as:" : "Sign in as:");
  for (const { email, role } of DEMO_ACCOUNTS) log(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${role}`);
  log("");
  log(pc.dim(`Data is kept in ${path.relative(process.cwd(), dataFolder) || "."}. Stop with Ctrl-C.`));
}

export async function runSite(identity: PreparedIdentity): Promise<void> {
  try {
    await start(identity);
  } catch (error) {
    if (isStopping) return;
    console.error(pc.red(error instanceof Error ? error.message : String(error)));
    if (process.env["DEBUG"]) console.error(error);
    await stop(1);
  }
}
