import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { PGlite } from "@electric-sql/pglite";
import { createBackup, restoreBackup } from "../../database/backup/backup";
import type { Database } from "../../database/database";
import { openDatabase, type DatabaseLocation } from "../../database/open-database";
import { describeOnPostgres } from "../../testing/test-server";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { reportAudit } from "./report-audit";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "conquest-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withDatabase(location: DatabaseLocation, work: (db: Database) => Promise<unknown>): Promise<void> {
  const { db, migrate, close } = await openDatabase(location);
  await migrate();
  await work(db).finally(close);
}

const fill = (location: DatabaseLocation) =>
  withDatabase(location, async (db) => {
    await db.execute(
      sql`insert into users (id, uid, email, created_at) select u, u, u || '@example.com', now() from unnest(array['creator', 'one', 'other']) u`,
    );
    await db.execute(sql`
      insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, participant_count, paid_total, created_at, updated_at)
      values ('contest', 'creator', 'A', '/a', 'A', 'A', 'Book Review', 0, 1, now(), 1, 500, now(), now())`);
    await db.execute(sql`
      insert into participations (id, contest_id, user_id, amount, last4, state, paid_at, refunded_at)
      values ('kept', 'contest', 'one', 500, '4242', 'paid', now(), null), ('given back', 'contest', 'other', 300, '4242', 'refunded', now(), now())`);
  });

async function report(location: DatabaseLocation) {
  const lines: string[] = [];
  const addsUp = await reportAudit(location, (line) => lines.push(line));
  return { addsUp, lines };
}

function tests(locate: (name: string) => Promise<DatabaseLocation>): void {
  it("prints the sums of a correct ledger and each difference of an incorrect one", async () => {
    const location = await locate("audited");
    await fill(location);
    expect(await report(location)).toEqual({
      addsUp: true,
      lines: [
        expect.stringMatching(/^As of \d{4}-.*Z:$/),
        "  taken     ৳800 in 2 payments",
        "  refunded  ৳300 in 1 refund",
        "  held      ৳500",
        "The ledger is balanced.",
      ],
    });
    await withDatabase(location, (db) => db.execute(sql`update contests set paid_total = 800`));
    const { addsUp, lines } = await report(location);
    expect(addsUp).toBe(false);
    expect(lines).toContain("WRONG  Contest contest holds ৳500 in the ledger and ৳800 in its own row.");
    expect(lines.at(-1)).toBe("The ledger is not balanced: 2 differences, listed above.");
  }, 60_000);

  it("adds up after backup and restore, and rejects changes there too", async () => {
    const [location, other] = [await locate("before"), await locate("after")];
    await fill(location);
    await createBackup(location, path.join(folder, "today.backup"));
    await restoreBackup(other, path.join(folder, "today.backup"));
    expect((await report(other)).lines.slice(1)).toEqual((await report(location)).lines.slice(1));
    await withDatabase(other, async (db) => {
      await expect(db.execute(sql`delete from ledger_entries`)).rejects.toMatchObject({ cause: { code: "23001" } });
      await db.execute(
        sql`insert into participations (id, contest_id, user_id, amount, last4, paid_at) values ('new', 'contest', 'other', 300, '4242', now())`,
      );
      const { rows } = await db.execute<{ number: number }>(
        sql`select number::int from ledger_entries order by number`,
      );
      expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    });
    expect((await report(other)).addsUp).toBe(false);
  }, 60_000);
}

describe("reportAudit with the embedded database", () => {
  const locate = async (name: string) => ({ dataDir: path.join(folder, name) });
  tests(locate);

  it("creates neither a missing database nor a missing ledger", async () => {
    const location = await locate("none");
    await expect(report(location)).rejects.toThrow(/There is no database in .*none\.$/);
    await expect(report({})).rejects.toThrow("There is no database in memory.");
    expect(existsSync(location.dataDir)).toBe(false);
    await (await PGlite.create({ dataDir: location.dataDir })).close();
    await expect(report(location)).rejects.toThrow(/has no ledger yet/);
  }, 60_000);
});

describeOnPostgres("reportAudit with PostgreSQL", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  tests(async (name) => {
    const { db, close } = await openDatabase({ url: postgres.url });
    await db.execute(sql`create database ${sql.identifier(`ledger_${name}`)}`);
    await close();
    const url = new URL(postgres.url);
    url.pathname = `/ledger_${name}`;
    return { url: url.toString() };
  });
});
