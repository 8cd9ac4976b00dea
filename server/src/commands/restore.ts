import { readDatabasePlace, readFilesPlace } from "../config/storage-config";
import { restore } from "../database/backup/backup";
import { fromWhereCalled } from "../config/folders";
import { filesAt } from "../platform/files/file-sizes";
import { runCommand, untilReached } from "../platform/operation/run-command";

const USAGE = `npm run restore -w @conquest/server -- [--incomplete] <file>

Puts a backup, and the folder of files beside it, into the DATABASE_URL or DATA_DIR and the FILES_DIR of the settings, which are empty:
all of it, or nothing. With --incomplete also a backup that lacks files.`;

await runCommand({ usage: USAGE, argument: "Name the backup.", flags: ["incomplete"] }, async ({ argument, flags }) => {
  const file = fromWhereCalled(argument!);
  const [place, files] = [readDatabasePlace(process.env), readFilesPlace(process.env)];
  await untilReached(place);
  const missing = await restore(place, file, { files: filesAt(files), isIncomplete: flags.has("incomplete") });
  console.log("Restored. A server that starts on it brings it up to date.");
  for (const sentence of missing) console.error(`INCOMPLETE: ${sentence}`);
  return true;
});
