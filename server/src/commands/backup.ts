import { readDatabaseConfig, readStorageConfig } from "../config/storage-config";
import { filesBeside } from "../database/backup/backup-files";
import { createBackup } from "../database/backup/backup";
import { resolveFromCaller } from "../config/folders";
import { uploadLocationOf } from "../platform/files/file-sizes";
import { runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run backup -w @conquest/server -- [--incomplete] <new file>

Writes the database into that file, and what people uploaded into a folder beside it. With the server's own DATABASE_URL or DATA_DIR,
and FILES_DIR or FILES_BUCKET. Ends with 1 where a file is missing that the database names; the backup is there nevertheless, unless all
of them are missing. With --incomplete that is taken as it is.`;

await runCommand(
  { usage: USAGE, argument: "Name the file to be written.", flags: ["incomplete"] },
  async ({ argument, flags }) => {
    const file = resolveFromCaller(argument!);
    const [location, files] = [readDatabaseConfig(process.env), readStorageConfig(process.env)];
    await waitForDatabase(location);
    const isIncomplete = flags.has("incomplete");
    const missing = await createBackup(location, file, { files: uploadLocationOf(files), isIncomplete });
    console.log(`Written: ${file}`);
    if (files.kind === "folder") console.log(`and what people uploaded: ${filesBeside(file)}`);
    if (files.kind === "bucket")
      console.log(
        `What people uploaded is in the bucket ${files.bucket}, which its provider keeps copies of where you ask for it.`,
      );
    for (const sentence of missing) console.error(`INCOMPLETE: ${sentence}`);
    return missing.length === 0 || isIncomplete;
  },
);
