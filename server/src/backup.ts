import path from "node:path";
import { readDatabasePlace } from "./config";
import { backUp, BackupRefusal } from "./database/backup";

/** `npm run backup -w @conquest/server -- <new file>`, with the server's own DATABASE_URL or DATA_DIR. */
const file = process.argv[2];
try {
  if (!file) throw new BackupRefusal("Name the file to be written: npm run backup -w @conquest/server -- /backups/today.backup");
  await backUp(readDatabasePlace(process.env), path.resolve(file));
  console.log(`Written: ${file}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
