import path from "node:path";
import { readConfig } from "@conquest/server/src/config";
import { systemClock } from "@conquest/server/src/platform/clock";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { onStop, stopChildren } from "./src/process/children";
import { startIdentity } from "./src/identity/identity-child";
import { freePort } from "./src/process/ports";
import { seedDemo } from "./src/demo/seed-demo";

/** Fills an empty database with the demo, without starting the site; npm start does the same on its first start. */

onStop(() => void stopChildren().then(() => process.exit(130)));

const dataFolder = path.resolve(process.env["DATA_DIR"] || ".conquest");
const port = await freePort();
const config = readConfig({ ...process.env, DATA_DIR: path.join(dataFolder, "database"), FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` });
let code = 0;
try {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  await startIdentity({ port, dataFolder, onEnd: () => undefined });
  await database.migrate();
  const isNew = await seedDemo(database.db, systemClock, { port, joinAmount: config.joinAmount });
  console.log(isNew ? "The demo is in." : "There are people in this database already; nothing was changed.");
  await database.close();
} catch (error) {
  console.error((error as Error).message);
  code = 1;
}
await stopChildren();
process.exit(code);
