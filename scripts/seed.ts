import path from "node:path";
import { readConfig, type Config } from "@conquest/server/src/config/config";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { onStop, stopChildren } from "./src/process/children";
import { startIdentity } from "./src/identity/identity-child";
import { freePort } from "./src/process/ports";
import { readAmounts, type Amounts } from "./src/demo/many/many-shares";
import { seedDemo } from "./src/demo/seed-demo";
import { seedMany } from "./src/demo/many/seed-many";

/** Fills an empty database with the demo data. `--contests` adds generated contests to any database instead. */

onStop(() => void stopChildren().then(() => process.exit(130)));

async function fillWithDemo(config: Config, dataFolder: string, port: number): Promise<void> {
  const database = await openDatabase(config.database);
  await startIdentity({ port, dataFolder, onEnd: () => undefined });
  await database.migrate();
  const isNew = await seedDemo(database.db, systemClock, { port, joinAmount: config.joinAmount, files: config.files });
  console.log(isNew ? "Demo data loaded." : "This database already has users. Nothing was changed.");
  await database.close();
}

async function addMany(config: Config, amounts: Amounts): Promise<void> {
  const startedAt = performance.now();
  const database = await openDatabase({ ...config.database, isBackgroundWork: true });
  try {
    await database.migrate();
    const onProgress = (contests: number) => {
      if (contests % 100_000 === 0) console.log(`  ${contests} contests`);
    };
    const run = await seedMany(database.db, systemClock, { ...amounts, joinAmount: config.joinAmount, onProgress });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(
      `${amounts.contests} contests and ${amounts.joins} joins added (after ${seconds} s), by people with addresses like creator-0@many-${run}.conquest.test.`,
    );
  } finally {
    await database.close();
  }
}

let code = 0;
try {
  const amounts = readAmounts(process.argv.slice(2));
  const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
  const port = await freePort();
  const config = readConfig({
    ...process.env,
    DATA_DIR: path.join(dataFolder, "database"),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}`,
  });
  await (amounts ? addMany(config, amounts) : fillWithDemo(config, dataFolder, port));
} catch (error) {
  console.error((error as Error).message);
  code = 1;
}
await stopChildren();
process.exit(code);
