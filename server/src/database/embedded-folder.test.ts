import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createBackup } from "./backup/backup";
import { EMBEDDED_MAJOR } from "./embedded-folder";
import { openDatabase } from "./open-database";
import { assertVersion, explainUnusable } from "./postgres/unusable-database";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "conquest-folder-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function aFolder(version?: string): void {
  mkdirSync(join(dataDir, "base"));
  writeFileSync(join(dataDir, "base", "1"), "rows");
  if (version !== undefined) writeFileSync(join(dataDir, "PG_VERSION"), version);
}

const contents = () => readdirSync(dataDir, { recursive: true, encoding: "utf8" }).sort();
const openAndBackUp = async () => {
  const open = await openDatabase({ dataDir }).then(() => "opened", explainUnusable);
  const backup = await createBackup({ dataDir }, join(dataDir, "..", `${Date.now()}.backup`)).then(
    () => "written",
    explainUnusable,
  );
  return { open, backup };
};

it("knows the version of PostgreSQL in PGlite", async () => {
  const client = await PGlite.create();
  const { rows } = await client.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  await client.close();
  expect(rows).toEqual([{ major: EMBEDDED_MAJOR }]);
}, 60_000);

describe("a folder that PGlite can't open", () => {
  it("is rejected with both versions and the way to move it", async () => {
    aFolder(`${EMBEDDED_MAJOR - 1}\n`);
    const before = contents();
    const { open, backup } = await openAndBackUp();
    expect(open).toContain(
      `The database in ${dataDir} was written by PostgreSQL ${EMBEDDED_MAJOR - 1}, and this release runs PostgreSQL ${EMBEDDED_MAJOR}`,
    );
    expect(open).toContain(`DATA_DIR=${dataDir} npm run backup -w @conquest/server`);
    expect(open).toContain("npm run restore -w @conquest/server");
    expect(backup).toBe(open);
    expect(contents()).toEqual(before);
    expect(readFileSync(join(dataDir, "PG_VERSION"), "utf8")).toBe(`${EMBEDDED_MAJOR - 1}\n`);
  });

  it("is rejected with the release to go back to if it is newer", async () => {
    aFolder(`${EMBEDDED_MAJOR + 1}\n`);
    expect((await openAndBackUp()).open).toMatch(
      new RegExp(
        `PostgreSQL ${EMBEDDED_MAJOR + 1}, and this release runs PostgreSQL ${EMBEDDED_MAJOR}.*\nStart a release with PostgreSQL ${EMBEDDED_MAJOR + 1}`,
      ),
    );
  });

  it.each([
    ["without a version file", undefined, /holds other files and no PG_VERSION/],
    ["with an empty version file", "", /names no version of PostgreSQL/],
    ["with an unreadable version", "eighteen", /names no version of PostgreSQL/],
  ])("is rejected and left unchanged: %s", async (_, version, words) => {
    aFolder(version);
    const before = contents();
    const { open, backup } = await openAndBackUp();
    expect(open).toMatch(words);
    expect(backup).toBe(open);
    expect(contents()).toEqual(before);
  });

  it("is rejected if the path is a file", async () => {
    rmSync(dataDir, { recursive: true });
    writeFileSync(dataDir, "text");
    expect((await openAndBackUp()).open).toBe(`DATA_DIR must be a folder, and ${dataDir} is a file.`);
  });
});

it("creates a new database again if a killed process has copied only parts of it", async () => {
  aFolder(`${EMBEDDED_MAJOR}\n`);
  writeFileSync(join(dataDir, ".unfinished"), "");
  for (let start = 1; start <= 2; start += 1) {
    const { db, close } = await openDatabase({ dataDir });
    await db.execute(start === 1 ? "create table kept ()" : "select from kept");
    await close();
    expect(contents()).not.toContain(".unfinished");
  }
}, 60_000);

it("names the required and the actual version of an outdated PostgreSQL", async () => {
  const old = { query: () => Promise.resolve({ rows: [{ version: "12.22 (Debian 12.22-1)", number: 120_022 }] }) };
  expect(await assertVersion(old as never).catch(explainUnusable)).toBe(
    "DATABASE_URL must name a database of PostgreSQL 13 or newer, but this one runs 12.22 (Debian 12.22-1).",
  );
});
