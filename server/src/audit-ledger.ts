import { readDatabasePlace } from "./config";
import { reportAudit } from "./features/ledger/report-audit";

/** `npm run audit:ledger -w @conquest/server`, with the server's own settings: whether payments and refunds add up. */
try {
  if (!(await reportAudit(readDatabasePlace(process.env), (line) => console.log(line)))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
