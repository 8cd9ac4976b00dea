import { email as canonicalEmail } from "@conquest/shared/contracts/text/fields";
import { readDatabaseConfig } from "../config/storage-config";
import { makeAdmin } from "../features/users/make-admin";
import { systemClock } from "../platform/clock";
import {
  assertDatabaseExists,
  runCommand,
  reportNewerMigrations,
  waitForDatabase,
} from "../platform/operation/run-command";
import { openDatabase } from "../database/open-database";
import { assertUpToDate } from "../database/known-migrations";

const USAGE = `npm run admin -w @conquest/server -- someone@example.com

Makes a user an admin. They must have logged in before and verified their email. Uses the server's DATABASE_URL or DATA_DIR.`;

await runCommand(
  { usage: USAGE, argument: "Give the email address of someone who has logged in, like someone@example.com." },
  async ({ argument }) => {
    const email = canonicalEmail.safeParse(argument);
    if (!email.success)
      throw new Error("Give the email address of someone who has logged in, like someone@example.com.");
    const location = readDatabaseConfig(process.env);
    assertDatabaseExists(location);
    await waitForDatabase(location);
    const { db, close } = await openDatabase(location);
    try {
      await assertUpToDate(db, { newer: reportNewerMigrations });
      const problem = await makeAdmin({ db, clock: systemClock }, email.data);
      if (problem === null) console.log("Done. They'll be an admin with their next click.");
      else console.error(problem);
      return problem === null;
    } finally {
      await close();
    }
  },
);
