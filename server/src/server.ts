import { setTimeout as pause } from "node:timers/promises";
import { pino, type Logger } from "pino";
import { buildApp } from "./app";
import { ConfigError, readConfig, type Config } from "./config";
import { systemClock } from "./platform/clock";
import { describeError } from "./platform/failures/describe-error";
import { isOutage } from "./platform/failures/outage";
import { openDatabase } from "./database/open-database";
import { firebaseIdentity } from "./platform/identity";

/** Requests that are still running at the end get this long, in milliseconds. */
const CLOSE_LIMIT = 10_000;

async function serve(config: Config): Promise<void> {
  const logger = pino({ level: config.logLevel, serializers: { err: describeError } });
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  await onceThere(
    () => database.migrate((steps) => logger.warn({ steps }, "bringing the database up to date: with many contests this takes minutes; a stop meanwhile changes nothing")),
    logger,
  );
  const app = await buildApp({ db: database.db, identity: firebaseIdentity(config.identity), clock: systemClock, config }, logger);

  let isClosing = false;
  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    logger.info({ signal }, "closing");
    if (config.isProduction && signal === "SIGTERM") await app.leaving.leave();
    setTimeout(() => process.exit(1), CLOSE_LIMIT).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.once("SIGTERM", (signal) => void close(signal));
  process.once("SIGINT", (signal) => void close(signal));

  await app.listen({ port: config.port, host: config.host });
}

/** The database may come up later than the server, or be restarted with it: this long is waited for it. */
const DATABASE_LIMIT = 60_000;

/** Does what needs the database, once it is there. */
async function onceThere(work: () => Promise<void>, logger: Logger): Promise<void> {
  const end = Date.now() + DATABASE_LIMIT;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() >= end) throw error;
      logger.warn({ err: error }, "the database cannot be reached; trying again");
      await pause(1_000);
    }
  }
}

try {
  await serve(readConfig(process.env));
} catch (error) {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof ConfigError) console.error(`The server cannot start with these settings:\n${error.message}`);
  else if (code === "EADDRINUSE") console.error(`Port ${String(port)} is taken by another program. Stop that one, or set PORT to a free port.`);
  else console.error(error);
  process.exit(1);
}
