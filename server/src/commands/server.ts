import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import { buildApp } from "../app";
import { readConfig, type Config } from "../config/config";
import { ConfigError } from "../config/settings";
import { systemClock } from "../platform/clock";
import { ensureFolder } from "../config/folders";
import { reasonOf } from "../platform/failures/describe-error";
import { isTransientError, retryUntilAvailable } from "../platform/failures/transient-errors";
import { assertUpToDate, DatabaseOutdated } from "../database/known-migrations";
import { openDatabase } from "../database/open-database";
import { addressSettingOf, explainUnusable } from "../database/postgres/unusable-database";
import { credentialWarning, firebaseIdentity } from "../platform/identity/identity";
import { openLogger } from "../platform/operation/request-log";
import { traceOutgoingCalls } from "../platform/operation/trace-requests";

const CLOSE_TIMEOUT_MS = 10_000;

/** Ends the process on signals until the server runs: PID 1 of a container ignores signals without a handler. */
let stop = (_signal: NodeJS.Signals): void => process.exit(0);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));

/** Throws if a folder is not writable. `isAwaited` folders are not created: their disk may not be mounted. */
function assertWritable(setting: string, folder: string, isAwaited = false): void {
  try {
    const made = isAwaited && !existsSync(folder) ? path.dirname(folder) : folder;
    ensureFolder(made);
    // The trailing "/." also rejects a path that is a file.
    accessSync(`${made}${path.sep}.`, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`${setting} must be a folder that the server can write to: ${(error as Error).message}.`);
  }
}

async function serve(config: Config, logger: Logger): Promise<void> {
  if (config.files.kind === "folder") assertWritable("FILES_DIR", config.files.folder, true);
  if (config.picturesDir) assertWritable("PICTURES_DIR", config.picturesDir);
  const database = await openDatabase({
    ...config.database,
    onReplicaChange(replica, state, reason) {
      if (state === "in use") logger.info({ replica }, "a read replica is in use");
      else logger.warn({ replica, state, reason }, "a read replica is out of use");
    },
  });
  const listener = {
    steps(steps: string[], isNew: boolean) {
      if (!isNew)
        logger.warn({ steps }, "updating the database: with many contests this takes minutes; stopping it is safe");
    },
    waiting: () => logger.warn("another server is updating the database; waiting for it"),
    newer: (count: number) =>
      logger.warn(
        { count },
        "the database was updated by a newer version of the server, with migrations that this version does not know: only the version just before it still works",
      ),
  };
  const prepareDatabase = async () => {
    if (config.migratesAtStart) await database.migrate(listener);
    await database.assertConnections();
    if (!config.migratesAtStart) await assertUpToDate(database.db, listener);
  };
  await retryUntilAvailable(prepareDatabase, (error) =>
    logger.warn({ err: error, setting: addressSettingOf(error) }, "the database cannot be used; trying again"),
  );
  const doubt = config.isProduction ? credentialWarning(config.identity) : null;
  if (doubt !== null) logger.warn(doubt);
  const app = await buildApp(
    {
      db: database.db,
      jobLocks: database.jobLocks,
      replicas: database.replicas,
      identity: firebaseIdentity(config.identity),
      clock: systemClock,
      config,
    },
    logger,
  );

  let isClosing = false;
  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    logger.info({ signal }, "closing");
    if (config.isProduction && signal === "SIGTERM") await app.leaving.leave();
    setTimeout(() => {
      logger.error("closing what is still running at the time limit");
      app.server.closeAllConnections();
      setImmediate(() => process.exit(1));
    }, CLOSE_TIMEOUT_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  stop = (signal) => void close(signal);

  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw new ListenError(describeListenError(error, config));
  });
}

/** Not a settings error alone: a retry may succeed once the port is free or the interface exists. */
class ListenError extends Error {
  override name = "NotListening";
}

function describeListenError({ code, message }: NodeJS.ErrnoException, { host, port }: Config): string {
  if (code === "EADDRINUSE") return `Port ${port} is in use by another program. Stop it, or set PORT to a free port.`;
  if (code === "EACCES")
    return `PORT must be a port that this user can open. ${port} is not: ports below 1024 need root.`;
  return `HOST must be the name or address of a network interface of this machine. ${host} is not (${message}).`;
}

/** EX_CONFIG of sysexits.h: a restart would fail in the same way. */
const EX_CONFIG = 78;

/** The built server runs in production mode by default, which rejects development settings. */
const isBuilt = import.meta.url.endsWith(".js");

try {
  const config = readConfig({
    ...process.env,
    NODE_ENV: process.env["NODE_ENV"] || (isBuilt ? "production" : undefined),
  });
  traceOutgoingCalls();
  await serve(config, openLogger(config.logLevel));
} catch (error) {
  const unusable = error instanceof ConfigError ? error.message : explainUnusable(error);
  if (unusable !== null) console.error(`The server cannot start with these settings:\n${unusable}`);
  else if (error instanceof ListenError || error instanceof DatabaseOutdated) console.error(error.message);
  else if (isTransientError(error))
    console.error(
      `The database was unavailable for 1 minute: ${reasonOf(error)}. Is it running, and is ${addressSettingOf(error)} correct?`,
    );
  // The message of a failed query would print rows.
  else openLogger("fatal").fatal({ err: error }, "the server could not start");
  process.exit(unusable !== null ? EX_CONFIG : 1);
}
