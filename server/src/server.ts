import { pino } from "pino";
import { buildApp } from "./app";
import { ConfigError, readConfig, type Config } from "./config";
import { systemClock } from "./platform/clock";
import { openDatabase } from "./database/open-database";
import { moveStages } from "./features/contests/lists/move-stages";
import { firebaseIdentity } from "./platform/identity";

/** Requests that are still running at the end get this long. */
const CLOSE_LIMIT = 10_000;

/** How often contests are moved to the stage that the clock has brought them to. */
const STAGES_MOVED_EVERY = 60_000;

async function serve(config: Config): Promise<void> {
  const logger = pino({ level: config.logLevel });
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  await database.migrate((steps) => logger.warn({ steps }, "bringing the database up to date: with many contests this takes minutes; a stop meanwhile changes nothing"));
  const app = await buildApp({ db: database.db, identity: firebaseIdentity(config.identity), clock: systemClock, config }, logger);

  const move = () => moveStages({ db: database.db, clock: systemClock }).catch((error: unknown) => logger.warn({ err: error }, "contests were not moved to their stages"));
  void move();
  const moving = setInterval(() => void move(), STAGES_MOVED_EVERY).unref();

  let isClosing = false;
  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    logger.info({ signal }, "closing");
    clearInterval(moving);
    setTimeout(() => process.exit(1), CLOSE_LIMIT).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.once("SIGTERM", (signal) => void close(signal));
  process.once("SIGINT", (signal) => void close(signal));

  await app.listen({ port: config.port, host: config.host });
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
