import { mkdir } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "@conquest/server/src/config/config";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { systemClock } from "@conquest/server/src/platform/clock";
import { isEmpty, seedDemo } from "../demo/seed-demo";
import { hasBuild, PARTS } from "../parts/parts";
import { releaseBuilds } from "../parts/release-builds";
import { waitUntilListening } from "./ports";
import { NEEDS_IDENTITY } from "./prepare-data";

// A separate process, so that loading the server code does not block the board.

const IDENTITY_TIMEOUT_MS = 120_000;

const dataFolder = process.env["DATA_DIR"]!;
const authPort = Number(process.env["AUTH_EMULATOR_PORT"]);

try {
  await mkdir(dataFolder, { recursive: true });
  const config = readConfig({
    ...process.env,
    DATA_DIR: path.join(dataFolder, "database"),
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${authPort}`,
  });
  const { db, migrate, close } = await openDatabase(config.database);
  await migrate();
  await releaseBuilds({ db, clock: systemClock }, PARTS.filter(hasBuild), (line) => console.log(`  ${line}`));
  if (await isEmpty(db)) {
    process.send?.(NEEDS_IDENTITY);
    await waitUntilListening(authPort, IDENTITY_TIMEOUT_MS);
    await seedDemo(db, systemClock, { port: authPort, joinAmount: config.joinAmount, files: config.files });
  }
  await close();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
