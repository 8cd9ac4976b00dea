import { spawn } from "node:child_process";
import pg from "pg";
import type { DatabaseSnapshot, ReadyDatabase } from "./snapshot";
import { FILES_HERE, type NamedFile } from "./named-files";
import { copiedRows } from "./copied-rows";
import { BackupError } from "./backup-error";

/** Rows that are worth nothing a minute later, and sessions: some will have been signed out of when it is restored. */
const LEFT_OUT = ["counted_uses", "sessions"];

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "conquest backup",
  });
  // The statement under way fails by itself; unheard, this would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Holds the database as it is at one moment, while servers go on with it. PostgreSQL's own pg_dump writes it down. */
export const snapshotPostgres = <T>(url: string, work: (held: DatabaseSnapshot) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    // Until what was copied and dumped is, which takes as long as it does.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin isolation level repeatable read, read only");
    const { rows } = await client.query<{ snapshot: string; hasFiles: boolean }>(
      `select pg_export_snapshot() as snapshot, to_regclass('public.files') is not null as "hasFiles"`,
    );
    const { snapshot, hasFiles } = rows[0]!;
    return work({
      files: hasFiles ? (await client.query<NamedFile>(FILES_HERE)).rows : [],
      dump: (file) =>
        runPostgres("pg_dump", url, [
          "--format=custom",
          "--no-owner",
          "--no-privileges",
          `--snapshot=${snapshot}`,
          ...LEFT_OUT.map((table) => `--exclude-table-data=${table}`),
          `--file=${file}`,
        ]),
    });
  });

/** What a file of pg_dump's holds. */
export async function readyPostgres(url: string, file: string): Promise<ReadyDatabase> {
  const rows = (schema: string, table: string) =>
    copiedRows((hear) =>
      runPostgres(
        "pg_restore",
        null,
        ["--data-only", `--schema=${schema}`, `--table=${table}`, "--file=-", file],
        hear,
      ),
    );
  const files: NamedFile[] = [];
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
  withClient(url, async (client) => {
    const { rows } = await client.query<{ tables: number }>(
      "select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')",
    );
    if (rows[0]!.tables > 0)
      throw new BackupError("This database holds something already. Make a new one, and name it in DATABASE_URL.");
  });

/** Runs a program of PostgreSQL, on this database or none. `hear` hears what it writes. */
function runPostgres(
  program: string,
  url: string | null,
  args: readonly string[],
  hear?: (piece: Buffer) => void,
): Promise<void> {
  // Everybody on the machine sees what a program was started with, and nobody its environment.
  const address = url === null ? null : new URL(url);
  const password = address ? decodeURIComponent(address.password) : "";
  if (address) address.password = "";
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, ...(address ? [`--dbname=${address.toString()}`] : [])], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    });
    child.stdout.on("data", hear ?? (() => undefined));
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new BackupError(
          code === "ENOENT"
            ? `${program} is needed (in Debian: apt install postgresql-client).`
            : `${program} could not be started: ${code}.`,
        ),
      ),
    );
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new BackupError(`${program} failed:\n${said.trim()}`)),
    );
  });
}
