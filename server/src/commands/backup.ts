import { readDatabaseConfig, readStorageConfig } from "../config/storage-config";
import { filesBeside } from "../database/backup/backup-files";
import { createBackup } from "../database/backup/backup";
import { resolveFromCaller } from "../config/folders";
import { uploadLocationOf } from "../platform/files/file-sizes";
import { runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run backup -w @conquest/server -- [--incomplete] <new file>

Writes the database to that file and uploaded files to a folder next to it. Uses the server's DATABASE_URL or DATA_DIR,
and FILES_DIR or FILES_BUCKET. Exits with 1 if a file in the database is missing; the backup is still written, unless all of them are
missing. With --incomplete, missing files are accepted.`;

await runCommand(
  { usage: USAGE, argument: "Name the file to write.", flags: ["incomplete"] },
  async ({ argument, flags }) => {
    const file = resolveFromCaller(argument!);
    const [location, files] = [readDatabaseConfig(process.env), readStorageConfig(process.env)];
    await waitForDatabase(location);
    const isIncomplete = flags.has("incomplete");
    const missing = await createBackup(location, file, { files: uploadLocationOf(files), isIncomplete });
    console.log(`Written: ${file}`);
    if (files.kind === "folder") console.log(`Uploaded files: ${filesBeside(file)}`);
    if (files.kind === "bucket")
      console.log(`Uploaded files are in the bucket ${files.bucket}. Ask its provider to keep copies.`);
    for (const sentence of missing) console.error(`INCOMPLETE: ${sentence}`);
    return missing.length === 0 || isIncomplete;
  },
);
