import { openDatabase } from "../database/open-database";
import { contactMessages } from "../database/schema/messages";

const { db, migrate } = await openDatabase({ dataDir: process.argv[2] });
await migrate();
for (let number = 1; ; number += 1) {
  await db
    .insert(contactMessages)
    .values({ name: "A", email: "a@example.com", message: String(number), createdAt: new Date() });
  process.stdout.write(`${number}\n`);
}
