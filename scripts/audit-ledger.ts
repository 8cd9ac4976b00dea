import path from "node:path";
import { readDatabaseConfig } from "@conquest/server/src/config/storage-config";
import { reportAudit } from "@conquest/server/src/features/ledger/report-audit";
import { runCommand, waitForDatabase } from "@conquest/server/src/platform/operation/run-command";

const USAGE = `npm run audit:ledger

Checks that payments and refunds are balanced: in DATABASE_URL, or in the data of npm start while it is stopped.`;

await runCommand({ usage: USAGE }, async () => {
  const dataDir = path.join(path.resolve(process.env["DATA_DIR"] || ".conquest"), "database");
  const location = readDatabaseConfig({ ...process.env, DATA_DIR: dataDir });
  await waitForDatabase(location);
  return reportAudit(location, (line) => console.log(line));
});
