import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { openDatabase } from "@conquest/server/src/database/open-database";

const program = fileURLToPath(new URL("audit-ledger.ts", import.meta.url));

describe("npm run audit:ledger", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "conquest-audit-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run() {
    const child = spawn(process.execPath, ["--import", "tsx", program], {
      env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: "", DATA_DIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, output };
  }

  it("succeeds only if the ledger exists and adds up", async () => {
    expect(await run()).toEqual({ code: 1, output: `There is no database in ${path.join(folder, "database")}.\n` });
    const change = async (statement: string) => {
      const { db, migrate, close } = await openDatabase({ dataDir: path.join(folder, "database") });
      await migrate();
      await db.execute(sql.raw(statement));
      await close();
    };
    await change("select 1");
    const right = await run();
    expect([right.code, right.output]).toEqual([0, expect.stringContaining("The ledger is balanced.")]);
    await change(
      "insert into ledger_entries (participation_id, kind, contest_id, user_id, amount, at) values ('none', 'payment', 'none', 'none', 5, now())",
    );
    const wrong = await run();
    expect([wrong.code, wrong.output]).toEqual([
      1,
      expect.stringContaining("The ledger is not balanced: 4 differences, listed above."),
    ]);
  }, 120_000);
});
