import { email as canonicalEmail } from "@conquest/shared/contracts/fields";
import { readDatabasePlace } from "./config";
import { makeAdmin } from "./features/users/make-admin";
import { systemClock } from "./platform/clock";
import { onceThere } from "./platform/failures/once-there";
import { openDatabase } from "./database/open-database";

/** `npm run admin -w @conquest/server -- someone@example.com`, with the server's own settings. */
async function run(argument: string | undefined): Promise<string | null> {
  const email = canonicalEmail.safeParse(argument);
  if (!email.success) return "Give the e-mail address of somebody who has signed in, like someone@example.com.";
  const { db, migrate, close } = await openDatabase(readDatabasePlace(process.env));
  try {
    const waiting = () => console.error("Another server is bringing the database up to date. Waiting for it.");
    await onceThere(() => migrate({ waiting }), () => console.error("The database cannot be reached. Trying again."));
    return await makeAdmin(db, systemClock, email.data);
  } finally {
    await close();
  }
}

const refusal = await run(process.argv[2]).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
if (refusal === null) console.log("Done. It holds from that person's next click on.");
else {
  console.error(refusal);
  process.exitCode = 1;
}
