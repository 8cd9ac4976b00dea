import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFolder } from "../config/folders";
import { findProgram } from "./find-program";
import { hasPostgres, unprivileged, waitUntilReady } from "./start-postgres";

export interface RunningPooler {
  /** Address of the pooler; the database is the one that was given. */
  url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const pgbouncer = findProgram("pgbouncer");
const PORT = 6432;

export const hasPooler = pgbouncer !== null && hasPostgres;

export const poolerVersion = (): string =>
  /PgBouncer (\S+)/.exec(execFileSync(pgbouncer!, ["--version"], { encoding: "utf8" }))![1]!;

/** Returns whether the installed version keeps prepared statements apart for each client, as 1.21 and later do. */
export function poolerPreparesStatements(): boolean {
  const [major = 0, minor = 0] = poolerVersion().split(".").map(Number);
  return major > 1 || minor >= 21;
}

const documentedFile = join(serverFolder, "../deploy/pgbouncer.ini");

/** Starts PgBouncer with deploy/pgbouncer.ini before the server at this URL, changing addresses, paths and passwords. */
export async function startPooler(
  serverUrl: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<RunningPooler> {
  const folder = mkdtempSync(join(tmpdir(), "conquest-pooler-"));
  const server = new URL(serverUrl);
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const settings: Record<string, string> = {
    listen_addr: "",
    listen_port: String(PORT),
    unix_socket_dir: folder,
    logfile: join(folder, "log"),
    pidfile: join(folder, "pid"),
    auth_type: "trust",
    auth_file: join(folder, "users"),
    ...(poolerPreparesStatements() && { max_prepared_statements: "500" }),
    ...changes,
  };
  const text = Object.entries(settings).reduce(
    (file, [name, value]) => file.replace(new RegExp(`^;?${name} = .*$`, "m"), `${name} = ${value}`),
    readFileSync(documentedFile, "utf8").replace(
      /^conquest = .*$/m,
      `* = host=${server.searchParams.get("host") ?? `${server.hostname} port=${server.port}`}`,
    ),
  );
  writeFileSync(join(folder, "pgbouncer.ini"), text);
  writeFileSync(join(folder, "users"), `"${server.username}" "${server.password}"\n`);
  const child = spawn(pgbouncer!, ["--quiet", join(folder, "pgbouncer.ini")], { stdio: "ignore", ...(user ?? {}) });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // An aborted test run would leave it running.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const url = new URL(serverUrl);
  url.port = String(PORT);
  url.searchParams.set("host", folder);
  await waitUntilReady(url.toString());
  return {
    url: url.toString(),
    pid: child.pid!,
    async stop() {
      process.off("exit", kill);
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function describeThroughPooler(title: string, tests: () => void): void {
  if (hasPooler) return describe(title, tests);
  console.warn(`SKIPPED, because this machine has no PostgreSQL or no PgBouncer: ${title}`);
  describe.skip(title, tests);
}
