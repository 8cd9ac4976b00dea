import { readDatabasePlace, readFilesPlace } from "./config";
import { BackupRefusal, restore } from "./database/backup";
import { fromWhereCalled } from "./folders";

/** `npm run restore -w @conquest/server -- <file>`, into the empty DATABASE_URL or DATA_DIR, and FILES_DIR, of the settings. */
const file = process.argv[2] && fromWhereCalled(process.argv[2]);
try {
  if (!file) throw new BackupRefusal("Name the backup: npm run restore -w @conquest/server -- /backups/today.backup");
  const files = readFilesPlace(process.env);
  await restore(readDatabasePlace(process.env), file, files.kind === "folder" ? files.folder : undefined);
  console.log("Restored. A server that starts on it brings it up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
