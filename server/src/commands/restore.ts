import { readDatabaseConfig, readStorageConfig } from "../config/storage-config";
import { restoreBackup } from "../database/backup/backup";
import { resolveFromCaller } from "../config/folders";
import { uploadLocationOf } from "../platform/files/file-sizes";
import { runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run restore -w @conquest/server -- [--incomplete] <file>

Puts a backup, and the folder of files beside it, into the DATABASE_URL or DATA_DIR and the FILES_DIR of the settings, which are empty:
all of it, or nothing. With --incomplete also a backup that lacks files.`;

await runCommand({ usage: USAGE, argument: "Name the backup.", flags: ["incomplete"] }, async ({ argument, flags }) => {
  const file = resolveFromCaller(argument!);
  const [location, files] = [readDatabaseConfig(process.env), readStorageConfig(process.env)];
  await waitForDatabase(location);
  const missing = await restoreBackup(location, file, {
    files: uploadLocationOf(files),
    isIncomplete: flags.has("incomplete"),
  });
  console.log("Restored. A server that starts on it brings it up to date.");
  for (const sentence of missing) console.error(`INCOMPLETE: ${sentence}`);
  return true;
});
