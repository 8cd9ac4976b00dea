import { readDatabaseConfig, readStorageConfig } from "../config/storage-config";
import { restoreBackup } from "../database/backup/backup";
import { resolveFromCaller } from "../config/folders";
import { uploadLocationOf } from "../platform/files/file-sizes";
import { runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run restore -w @conquest/server -- [--incomplete] <file>

Restores a backup and the folder of files next to it to the configured DATABASE_URL or DATA_DIR and FILES_DIR, which must be empty:
either everything or nothing. With --incomplete, a backup with missing files is accepted.`;

await runCommand(
  { usage: USAGE, argument: "Name the backup file.", flags: ["incomplete"] },
  async ({ argument, flags }) => {
    const file = resolveFromCaller(argument!);
    const [location, files] = [readDatabaseConfig(process.env), readStorageConfig(process.env)];
    await waitForDatabase(location);
    const missing = await restoreBackup(location, file, {
      files: uploadLocationOf(files),
      isIncomplete: flags.has("incomplete"),
    });
    console.log("Restored. The next server to start will update it.");
    for (const sentence of missing) console.error(`INCOMPLETE: ${sentence}`);
    return true;
  },
);
