import { readDatabasePlace } from "../config/storage-config";
import { reportAudit } from "../features/ledger/report-audit";
import { runCommand, untilReached } from "../platform/operation/run-command";

const USAGE = `npm run audit:ledger -w @conquest/server

With the server's own settings: whether payments and refunds add up. Changes nothing.`;

await runCommand({ usage: USAGE }, async () => {
  const place = readDatabasePlace(process.env);
  await untilReached(place);
  return reportAudit(place, (line) => console.log(line));
});
