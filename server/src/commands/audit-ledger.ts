import { readDatabaseConfig } from "../config/storage-config";
import { reportAudit } from "../features/ledger/report-audit";
import { runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run audit:ledger -w @conquest/server

Checks that payments and refunds are balanced. Uses the server's settings and changes nothing.`;

await runCommand({ usage: USAGE }, async () => {
  const location = readDatabaseConfig(process.env);
  await waitForDatabase(location);
  return reportAudit(location, (line) => console.log(line));
});
