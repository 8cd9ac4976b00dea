import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { count, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { openDatabase } from "./open-database";
import { EXTENSIONS } from "./preparing-pglite";
import { termsOf } from "../features/contests/rounds/contest-rounds";
import { readAuditLog } from "../testing/read-audit-log";
import { verifyDerivedData } from "./verify-derived-data";
import { contestRounds, contests, entries } from "./schema/contests";
import { ledgerEntries } from "./schema/taking-part";
import { HIDDEN, STAGE } from "./stages";

interface Journal {
  entries: { idx: number; tag: string }[];
}

const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));
const CONTESTS = 2_000;

async function oldDatabase(dataDir: string, steps: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "conquest-migrations-"));
  cpSync(migrations, folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, steps) }));
  const client = await PGlite.create({ dataDir, extensions: EXTENSIONS });
  await migrate(drizzle({ client }), { migrationsFolder: folder });
  await client.exec(`
    insert into users (id, uid, email, role, status, created_at)
      select 'person-' || n, 'uid-' || n, 'person-' || n || '@example.com', case when n < 5 then 'creator' else 'user' end, case when n = 4 then 'blocked' else 'verified' end, now()
      from generate_series(1, 20) n;
    insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, participant_count, created_at, updated_at)
      select 'contest-' || n, 'person-' || (1 + n % 4), 'Contest ' || n, '/media/a.svg', 'A poster for নদী by Łukasz, محمّد ' || n, 'Do it', 'Book Review', 10, n % 50,
        now() + (n % 97 - 48) * interval '12 hours', case when n % 10 = 0 then 'pending' else 'open' end, case when n % 10 = 0 then 'in_review' else 'approved' end,
        now(), case when n % 10 = 1 then 2 else 0 end, now(), now()
      from generate_series(1, ${CONTESTS}) n;
    insert into participations (id, contest_id, user_id, amount, last4, paid_at)
      select 'place-' || n || '-' || u, 'contest-' || n, 'person-' || (5 + (n + u) % 16), 10, '4242', now() from generate_series(1, ${CONTESTS}, 10) n, generate_series(0, 1) u;
    insert into participations (id, contest_id, user_id, amount, last4, state, paid_at, refunded_at)
      select 'refund-' || n, 'contest-' || n, 'person-' || (5 + n % 16), 7, '4242', 'refunded', now() - interval '2 days', now() - (n % 4) * interval '2 days' from generate_series(2, ${CONTESTS}, 10) n;
    insert into entries (id, contest_id, user_id, text, sha256, submitted_at, created_at${steps > 2 ? ", number" : ""})
      select 'entry-' || n, 'contest-' || n, 'person-' || (5 + n % 16), 'Mine', repeat('0', 64), now(), now()${steps > 2 ? ", 100" : ""} from generate_series(1, ${CONTESTS}, 50) n;
    update contests set winner_id = e.user_id, winner_entry_id = e.id, winner_note = '', winner_at = now(), winner_declared_by = creator_id from entries e where e.contest_id = contests.id;
    update users set removed_at = now(), email = null, role = 'user' where id = 'person-2';
  `);
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}

describe("an older database", () => {
  let folder: string;
  let dataDir: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "conquest-"));
    dataDir = join(folder, "database");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Migrates in another process, which is killed after this many lines of output. */
  async function migrateElsewhere(killAfter: number): Promise<string[]> {
    const program = fileURLToPath(new URL("../testing/migrate-and-report.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split("\n").length > killAfter) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.once("close", resolve));
    return output.split("\n").filter(Boolean);
  }

  it.each([1, 2])(
    "of %i migrations is upgraded with its rows, and survives a kill",
    async (steps) => {
      await oldDatabase(dataDir, steps);
      const [reported] = await migrateElsewhere(1);
      expect(reported).toContain("0002_lists_walk_indexes,0003_search_and_records");
      const database = await openDatabase({ dataDir });
      const again: string[][] = [];
      await database.migrate({ steps: (pending) => void again.push(pending) });
      // Either it was killed before the last write, or it had finished.
      expect([[], [reported!.split(",")]]).toContainEqual(again);
      expect((await verifyDerivedData(database.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
      expect(await database.db.select({ count: count() }).from(contests)).toEqual([{ count: CONTESTS }]);
      const words = await database.db.execute(
        sql`select word from search_words where word in ('łukasz', 'lukasz', 'محمّد', 'محمد', 'নদী') order by word`,
      );
      expect(words.rows.map(({ word }) => word).toSorted()).toEqual(["lukasz", "محمد", "নদী"].toSorted());
      // Won contests stay public after their creator's removal, but not while the creator is blocked.
      const { rows } = await database.db.execute(
        sql`select distinct creator_id, stage from contests where winner_at is not null order by 1`,
      );
      expect(rows).toEqual([
        { creator_id: "person-2", stage: STAGE.completed },
        { creator_id: "person-4", stage: STAGE.completed + HIDDEN },
      ]);
      // Authors of earlier entries have not agreed to publication.
      expect(await database.db.select({ count: count() }).from(entries).where(eq(entries.showIfWins, true))).toEqual([
        { count: 0 },
      ]);
      // Judges of earlier entries may have seen the names already.
      expect(await database.db.select({ count: count() }).from(contests).where(eq(contests.hidesNames, false))).toEqual(
        [{ count: CONTESTS / 50 }],
      );
      expect(await database.db.selectDistinct({ number: entries.number }).from(entries)).toEqual([{ number: 100 }]);
      // 200 contests with two payments of 10 each, and 200 with one refunded payment of 7.
      expect(await readAuditLog(database.db)).toEqual({
        payments: 600,
        refunds: 200,
        taken: 5400,
        refunded: 1400,
        held: 4000,
        differenceCount: 0,
        differences: [],
      });
      const first = await database.db
        .select({ kind: ledgerEntries.kind, at: ledgerEntries.at })
        .from(ledgerEntries)
        .orderBy(ledgerEntries.number)
        .limit(200);
      expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(["payment"]));
      // The first round of running contests is their current state, in the format of later rounds.
      const rounds = await database.db
        .select({ round: contestRounds, contest: contests })
        .from(contestRounds)
        .innerJoin(contests, eq(contests.id, contestRounds.contestId));
      expect(rounds).toHaveLength(
        await database.db.$count(contests, sql`${contests.winnerAt} is null and ${contests.cancelledAt} is null`),
      );
      for (const { round, contest } of rounds.slice(0, 50))
        expect(round).toMatchObject({
          revision: contest.revision,
          act: "kept",
          actorId: null,
          terms: termsOf(contest),
        });
      await database.close();
    },
    120_000,
  );

  it("gets missing judge ratings from complete criteria, except in decided contests", async () => {
    await oldDatabase(dataDir, 33);
    const client = await PGlite.create({ dataDir, extensions: EXTENSIONS });
    await client.exec(`
      update contests set criteria = '{Colour,Form}' where id in ('contest-51', 'contest-101', 'contest-151', 'contest-201', 'contest-251');
      update contests set winner_id = null, winner_entry_id = null, winner_note = null, winner_at = null, winner_declared_by = null where id in ('contest-51', 'contest-101', 'contest-151', 'contest-251');
      insert into criterion_ratings (entry_id, judge_id, position, rating) select 'entry-' || e, 'person-1', p, 4 + p from unnest(array[51, 101, 151, 201]) e, generate_series(0, 1) p;
      insert into criterion_ratings (entry_id, judge_id, position, rating) values ('entry-251', 'person-1', 0, 4), ('entry-51', 'person-3', 0, 1);
      insert into entry_ratings (entry_id, judge_id, rating, word, updated_at) values ('entry-101', 'person-1', null, 'Calm', now()), ('entry-151', 'person-1', 2, '', now());
    `);
    await client.close();
    const database = await openDatabase({ dataDir });
    await database.migrate();
    const { rows } = await database.db.execute(
      sql`select entry_id, rating::float8 as rating, word from entry_ratings order by 1`,
    );
    expect(rows).toEqual([
      { entry_id: "entry-101", rating: 4.5, word: "Calm" },
      { entry_id: "entry-151", rating: 2, word: "" },
      { entry_id: "entry-51", rating: 4.5, word: "" },
    ]);
    await database.close();
  }, 120_000);
});
