import { readDatabaseConfig } from "../config/storage-config";
import { openDatabase } from "../database/open-database";
import { reportNewerMigrations, runCommand, waitForDatabase } from "../platform/operation/run-command";

const USAGE = `npm run migrate -w @conquest/server

Creates or updates the database's tables and prints the applied migrations. Uses DATABASE_DIRECT_URL, DATABASE_URL or DATA_DIR.
All migrations are applied or none. Servers do this when they start, unless MIGRATE_AT_START is off.`;

await runCommand({ usage: USAGE }, async () => {
  const location = readDatabaseConfig(process.env);
  await waitForDatabase(location);
  const { migrate, close } = await openDatabase({ ...location, isBackgroundWork: true });
  try {
    let applied: string[] = [];
    await migrate({
      steps: (steps) => void (applied = steps),
      waiting: () => console.error("A server is updating the database. Waiting for it."),
      newer: reportNewerMigrations,
    });
    for (const name of applied) console.log(`Applied: ${name}`);
    if (applied.length === 0) console.log("The database is up to date.");
    return true;
  } finally {
    await close();
  }
});
