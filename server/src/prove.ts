import { readDatabasePlace } from "./config";
import { openDatabase } from "./database/open-database";
import { proveKept } from "./database/prove-kept";

/** `npm run prove`, with the server's own settings: whether what the database keeps beside its rows is what they say. */
const { db, migrate, close } = await openDatabase({ ...readDatabasePlace(process.env), isPatient: true });
try {
  await migrate();
  for (const { what, wrong } of await proveKept(db)) {
    console.log(`${wrong.length === 0 ? "right" : "WRONG"}  ${what}`);
    for (const { id, kept, counted } of wrong) console.log(`       ${id}: kept ${JSON.stringify(kept)}, counted ${JSON.stringify(counted)}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  await close();
}
