import { readDatabasePlace, readFilesPlace } from "./config";
import { filesBeside } from "./database/backup-files";
import { backUp, BackupRefusal } from "./database/backup";
import { fromWhereCalled } from "./folders";

/** `npm run backup -w @conquest/server -- <new file>`, with the server's own DATABASE_URL or DATA_DIR, and FILES_DIR. */
const file = process.argv[2] && fromWhereCalled(process.argv[2]);
try {
  if (!file) throw new BackupRefusal("Name the file to be written: npm run backup -w @conquest/server -- /backups/today.backup");
  const files = readFilesPlace(process.env);
  await backUp(readDatabasePlace(process.env), file, files.kind === "folder" ? files.folder : undefined);
  console.log(`Written: ${file}`);
  if (files.kind === "folder") console.log(`and what people uploaded: ${filesBeside(file)}`);
  if (files.kind === "bucket") console.log(`What people uploaded is in the bucket ${files.bucket}, which its provider keeps copies of where you ask for it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
