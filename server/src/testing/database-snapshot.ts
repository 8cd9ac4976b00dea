import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { openDatabase } from "../database/open-database";
import { EXTENSIONS } from "../database/preparing-pglite";
import { createDatabase } from "./postgres-databases";

/**
 * Jest global setup: migrates one empty database that each test file copies, as a file for PGlite and as a template on
 * a given PostgreSQL server.
 */
export default async function setUp(): Promise<void> {
  const serverUrl = process.env["TEST_DATABASE_URL"] ?? process.env["TEST_POSTGRES_URL"];
  if (serverUrl) process.env["TEST_DATABASE_TEMPLATE"] = await makeTemplate(serverUrl);
  if (!process.env["TEST_DATABASE_URL"]) await makeSnapshot();
}

async function makeTemplate(serverUrl: string): Promise<string> {
  const { name, url } = await createDatabase(serverUrl);
  const { migrate: migrateTemplate, close } = await openDatabase({ url });
  await migrateTemplate();
  // PostgreSQL cannot copy a template with open connections.
  await close();
  return name;
}

async function makeSnapshot(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-snapshot-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const client = await PGlite.create({ extensions: EXTENSIONS });
  await migrate(drizzle({ client }), { migrationsFolder: path.join(__dirname, "../../migrations") });
  const snapshot = await client.dumpDataDir("none");
  await client.close();
  process.env["TEST_DATABASE_SNAPSHOT"] = path.join(folder, "database.tar");
  await writeFile(process.env["TEST_DATABASE_SNAPSHOT"], Buffer.from(await snapshot.arrayBuffer()));
}
