import { readDatabaseConfig, readStorageConfig } from "../config/storage-config";
import { verifyFiles } from "../database/backup/named-files";
import { openDatabase } from "../database/open-database";
import { assertUpToDate } from "../database/known-migrations";
import { verifyDerivedData } from "../database/verify-derived-data";
import { fileSizes } from "../platform/files/file-sizes";
import {
  assertDatabaseExists,
  runCommand,
  reportNewerMigrations,
  waitForDatabase,
} from "../platform/operation/run-command";

const USAGE = `npm run verify -w @conquest/server

Checks that derived data matches its rows and that all files exist. Uses the server's settings and changes nothing.`;

await runCommand({ usage: USAGE }, async () => {
  const [location, files] = [readDatabaseConfig(process.env), readStorageConfig(process.env)];
  assertDatabaseExists(location);
  await waitForDatabase(location);
  const { db, close } = await openDatabase({ ...location, isBackgroundWork: true });
  try {
    await assertUpToDate(db, { newer: reportNewerMigrations });
    const broken = await verifyFiles(db, () => fileSizes(files));
    const proofs = [
      ...(await verifyDerivedData(db)),
      {
        what: "uploaded files",
        wrong: broken.map(({ key, kept, found }) => ({ id: key, kept: kept ?? "some bytes", counted: found })),
      },
    ];
    for (const { what, wrong } of proofs) {
      console.log(`${wrong.length === 0 ? "OK   " : "WRONG"}  ${what}`);
      for (const { id, kept, counted } of wrong)
        console.log(`       ${id}: stored ${JSON.stringify(kept)}, counted ${JSON.stringify(counted)}`);
    }
    return proofs.every(({ wrong }) => wrong.length === 0);
  } finally {
    await close();
  }
});
