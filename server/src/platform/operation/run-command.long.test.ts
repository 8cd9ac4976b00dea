import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../database/open-database";
import { runCommand, waitForDatabase } from "./run-command";

const UNREACHABLE_URL = "postgres://ann:a-secret@127.0.0.1:9/postgres";

async function run(work: () => Promise<boolean>, args: string[] = []) {
  const output: string[] = [];
  const record = (line: unknown) => void output.push(String(line));
  const spies = [
    jest.spyOn(console, "error").mockImplementation(record),
    jest.spyOn(console, "log").mockImplementation(record),
  ];
  await runCommand({ usage: "How it is used", argument: "Name a file.", flags: ["incomplete"] }, work, [
    "file",
    ...args,
  ]);
  for (const spy of spies) spy.mockRestore();
  const code = process.exitCode;
  process.exitCode = undefined;
  return { code, output: output.join("\n") };
}

const fine = () => Promise.resolve(true);

describe("a command", () => {
  it("reports an unavailable database in a sentence", async () => {
    expect(await run(() => waitForDatabase({ url: UNREACHABLE_URL }, 0).then(fine))).toEqual({
      code: 1,
      output:
        "Couldn't reach the database: connect ECONNREFUSED 127.0.0.1:9. Is it running, and is DATABASE_URL correct?",
    });
    const { output } = await run(() => waitForDatabase({ url: "postgres://localhost:9/postgres" }, 0).then(fine));
    expect(output).toMatch(/Couldn't reach the database: .*ECONNREFUSED/);
  });

  it("prints no values of a failed query", async () => {
    const { db, close } = await openDatabase({});
    const sent = async () => {
      await db.execute(sql`select ${"ann@example.com"}::int`);
      return true;
    };
    expect(await run(sent)).toEqual({ code: 1, output: "It failed (22P02)." });
    expect(await run(() => db.execute(sql`select ${"ann@example.com"} from nowhere`).then(fine))).toEqual({
      code: 1,
      output: 'relation "nowhere" does not exist',
    });
    await close();
  }, 60_000);

  it("accepts only its declared arguments and flags", async () => {
    expect(await run(fine)).toEqual({ code: undefined, output: "" });
    expect(await run(() => Promise.resolve(false))).toEqual({ code: 1, output: "" });
    expect(await run(fine, ["another"])).toEqual({ code: 1, output: "Expected 1 argument, got 2.\n\nHow it is used" });
    expect((await run(fine, ["--all"])).output).toMatch(/Unknown option '--all'[^]*How it is used/);
    expect(await run(fine, ["--help"])).toEqual({ code: undefined, output: "How it is used" });
  });
});

describe("the operator's commands", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "conquest-command-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function start(name: string, args: readonly string[], env: Record<string, string> = {}) {
    const program = fileURLToPath(new URL(`../../commands/${name}.ts`, import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        DATABASE_URL: "",
        INIT_CWD: folder,
        DATA_DIR: path.join(folder, "database"),
        FILES_DIR: "",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, output };
  }

  it.each(["migrate", "backup", "restore", "verify", "audit-ledger", "make-admin"])(
    "%s prints its usage and does nothing",
    async (name) => {
      const { code, output } = await start(name, ["--help"]);
      expect([code, output]).toEqual([0, expect.stringMatching(/^npm run [^]+-w @conquest\/server/)]);
      expect(readdirSync(folder)).toEqual([]);
    },
    60_000,
  );

  it.each([
    ["backup", "new.backup"],
    ["verify", undefined],
    ["audit-ledger", undefined],
    ["make-admin", "a@example.com"],
  ])(
    "%s does not create a missing database",
    async (name, argument) => {
      expect(await start(name, argument ? [argument] : [])).toEqual({
        code: 1,
        output: `There is no database in ${path.join(folder, "database")}.\n`,
      });
      expect(await start(name, argument ? [argument] : [], { DATA_DIR: "" })).toEqual({
        code: 78,
        output: expect.stringMatching(/^These settings can't be used:\nDATABASE_URL or DATA_DIR is required/),
      });
      expect(readdirSync(folder)).toEqual([]);
    },
    60_000,
  );

  it("migrate creates a database, and reports that it is up to date", async () => {
    const first = await start("migrate", []);
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/^(Applied: \d{4}_\w+\n)+$/) });
    expect(await start("migrate", [])).toEqual({ code: 0, output: "The database is up to date.\n" });
    expect((await start("audit-ledger", [])).output).toContain("The ledger is balanced.");
  }, 120_000);

  it("server refuses a database without tables if it must not migrate", async () => {
    const settings = { FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9", MIGRATE_AT_START: "off" };
    expect(await start("server", [], settings)).toEqual({
      code: 1,
      output: expect.stringMatching(/^This database does not contain the site's tables.*npm run migrate/),
    });
  }, 60_000);

  it("reject a second argument, and exit with 78 for invalid settings", async () => {
    expect(await start("make-admin", ["a@example.com", "b@example.com"])).toEqual({
      code: 1,
      output: expect.stringMatching(/^Expected 1 argument, got 2/),
    });
    expect(await start("audit-ledger", [], { DATABASE_URL: "mysql://localhost" })).toEqual({
      code: 78,
      output: expect.stringMatching(/^These settings can't be used:\nDATABASE_URL must be/),
    });
    expect(readdirSync(folder)).toEqual([]);
  }, 60_000);
});
