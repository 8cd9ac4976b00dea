import path from "node:path";
import { readDatabasePlace } from "@conquest/server/src/config";
import { reportAudit } from "@conquest/server/src/features/ledger/report-audit";

/** Whether payments and refunds add up: of DATABASE_URL, or of what `npm start` keeps, while it does not run. */
try {
  const dataDir = path.join(path.resolve(process.env["DATA_DIR"] || ".conquest"), "database");
  if (!(await reportAudit(readDatabasePlace({ ...process.env, DATA_DIR: dataDir }), (line) => console.log(line)))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
