import path from "node:path";
import { readDatabasePlace } from "./config";
import { BackupRefusal, restore } from "./database/backup";

/** `npm run restore -w @conquest/server -- <file>`, into the empty DATABASE_URL or DATA_DIR of the settings. */
const file = process.argv[2];
try {
  if (!file) throw new BackupRefusal("Name the backup: npm run restore -w @conquest/server -- /backups/today.backup");
  await restore(readDatabasePlace(process.env), path.resolve(file));
  console.log("Restored. A server that starts on it brings it up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
