import { spawn } from "node:child_process";
import type pg from "pg";
import { withClient } from "../postgres/open-pool";
import { NO_TIMEOUTS } from "../postgres/session-settings";
import {
  type DatabaseSnapshot,
  type PreparedRestore,
  FILES_HERE,
  type StoredFileRow,
  BackupError,
} from "./named-files";

type CopiedRow = Record<string, string | null>;

/** Parses pg_restore's COPY output of one table. Escape sequences within values are not decoded. */
async function parseCopiedRows(write: (onOutput: (piece: Buffer) => void) => Promise<void>): Promise<CopiedRow[]> {
  const rows: CopiedRow[] = [];
  let columns: string[] | null = null;
  const parseLine = (line: string) => {
    const head = /^COPY \S+ \((.*)\) FROM stdin;$/.exec(line);
    if (!columns) columns = head && head[1]!.split(", ").map((name) => name.replaceAll('"', ""));
    else if (line === "\\.") columns = null;
    else {
      const values = line.split("\t");
      rows.push(
        Object.fromEntries(
          columns.map((name, index) => [name, values[index] === "\\N" ? null : (values[index] ?? null)]),
        ),
      );
    }
  };
  let rest = Buffer.alloc(0);
  await write((piece) => {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      parseLine(rest.subarray(0, end).toString("utf8"));
      rest = rest.subarray(end + 1);
    }
  });
  return rows;
}

/** Short-lived rows, and sessions, some of which will have been signed out before a restore. */
const EXCLUDED_TABLES = ["counted_uses", "sessions", "write_positions"];

const withBackupClient = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, application_name: "conquest backup" }, work);

export const snapshotPostgres = <T>(url: string, work: (database: DatabaseSnapshot) => Promise<T>): Promise<T> =>
  withBackupClient(url, async (client) => {
    // The transaction stays open until copying and dumping are done.
    await client.query(NO_TIMEOUTS);
    await client.query("begin isolation level repeatable read, read only");
    const { rows } = await client.query<{ snapshot: string; hasFiles: boolean }>(
      `select pg_export_snapshot() as snapshot, to_regclass('public.files') is not null as "hasFiles"`,
    );
    const { snapshot, hasFiles } = rows[0]!;
    return work({
      files: hasFiles ? (await client.query<StoredFileRow>(FILES_HERE)).rows : [],
      dump: (file) =>
        runPostgres("pg_dump", url, [
          "--format=custom",
          "--no-owner",
          "--no-privileges",
          `--snapshot=${snapshot}`,
          ...EXCLUDED_TABLES.map((table) => `--exclude-table-data=${table}`),
          `--file=${file}`,
        ]),
    });
  });

export async function readPostgresBackup(url: string, file: string): Promise<PreparedRestore> {
  const rows = (schema: string, table: string) =>
    parseCopiedRows((onOutput) =>
      runPostgres(
        "pg_restore",
        null,
        ["--data-only", `--schema=${schema}`, `--table=${table}`, "--file=-", file],
        onOutput,
      ),
    );
  const files: StoredFileRow[] = [];
  for (const { id, state, kind, whole, bytes, sha256, widths } of await rows("public", "files")) {
    if (state === "here")
      files.push({
        id: id!,
        kind: kind!,
        whole: whole!,
        bytes: Number(bytes),
        sha256: sha256!,
        widths: (widths!.match(/\d+/g) ?? []).map(Number),
      });
  }
  const steps = (await rows("drizzle", "__drizzle_migrations")).map(({ created_at: at }) => Number(at));
  await assertEmpty(url);
  return {
    files,
    steps,
    place: () =>
      runPostgres("pg_restore", url, [
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        "--exit-on-error",
        file,
      ]),
  };
}

const assertEmpty = (url: string) =>
  withBackupClient(url, async (client) => {
    const { rows } = await client.query<{ tables: number }>(
      "select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')",
    );
    if (rows[0]!.tables > 0)
      throw new BackupError("This database isn't empty. Create a new one and set it in DATABASE_URL.");
  });

function runPostgres(
  program: string,
  url: string | null,
  args: readonly string[],
  onOutput?: (piece: Buffer) => void,
): Promise<void> {
  // The password is passed in the environment, because command lines are visible to all users of the machine.
  const address = url === null ? null : new URL(url);
  const password = address ? decodeURIComponent(address.password) : "";
  if (address) address.password = "";
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, ...(address ? [`--dbname=${address.toString()}`] : [])], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    });
    child.stdout.on("data", onOutput ?? (() => undefined));
    let errorOutput = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
    child.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new BackupError(
          code === "ENOENT"
            ? `${program} is required (on Debian: apt install postgresql-client).`
            : `${program} could not be started: ${code}.`,
        ),
      ),
    );
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new BackupError(`${program} failed:\n${errorOutput.trim()}`)),
    );
  });
}
