import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { EXTENSIONS } from "../database/preparing-pglite";

/** Before a run: a migrated, empty embedded database is made once, as a file that each test file's own starts from. */
export default async function setUp(): Promise<void> {
  if (process.env["TEST_DATABASE_URL"]) return;
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-snapshot-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const client = await PGlite.create({ extensions: EXTENSIONS });
  await migrate(drizzle({ client }), { migrationsFolder: path.join(__dirname, "../../migrations") });
  const snapshot = await client.dumpDataDir("none");
  await client.close();
  process.env["TEST_DATABASE_SNAPSHOT"] = path.join(folder, "database.tar");
  await writeFile(process.env["TEST_DATABASE_SNAPSHOT"], Buffer.from(await snapshot.arrayBuffer()));
}
