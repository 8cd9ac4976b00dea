import { execFileSync, spawn } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";

export interface RunningPostgres {
  url: string;
  /** What the server says goes to this file. */
  logFile: string;
  /** Folder of its programs. */
  binaries: string;
  /** Of the process that serves connections by its children. */
  readonly pid: number;
  /** Ends it and waits until it is gone: SIGINT is an ordinary stop, SIGQUIT a crash, SIGKILL what an empty memory does. */
  end(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  /** Starts it again on what it holds. */
  startAgain(): Promise<void>;
  /** Ends it for good: what it held is gone. */
  stop(): Promise<void>;
}

/** What tests need not wait for, and what must not depend on when it comes by: it analyzes tables, and plans change with that. */
const FORGETFUL = ["fsync=off", "full_page_writes=off", "autovacuum=off"];

const DEBIAN_FOLDER = "/usr/lib/postgresql";

function findBinaries(): string | null {
  const packaged = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN_FOLDER, version, "bin"))
    : [];
  const folders = [...packaged, ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

const binaries = findBinaries();

/** Whether a test that needs PostgreSQL can run here. */
export const hasPostgres = binaries !== null || process.env["TEST_DATABASE_URL"] !== undefined;

/** PostgreSQL will not run as root: another user of the machine lends its ids. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const user of ["postgres", "nobody"]) {
    try {
      const idOf = (kind: string) =>
        Number(execFileSync("id", [kind, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: idOf("-u"), gid: idOf("-g") };
    } catch {
      // No such user here: the next one.
    }
  }
  throw new Error("PostgreSQL cannot be started as root, and there is no user postgres or nobody.");
}

/** A PostgreSQL of its own, empty, on a socket in a folder that goes with it. Without `settings`, what it holds does not outlive a power cut. */
export async function startPostgres(
  settings: readonly string[] = FORGETFUL,
  parent = tmpdir(),
): Promise<RunningPostgres> {
  if (!binaries) throw new Error("There are no PostgreSQL binaries on this machine.");
  const folder = mkdtempSync(join(parent, "conquest-pg-"));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, stdio: "ignore", ...(user ?? {}) } as const;
  const data = join(folder, "data");
  execFileSync(
    join(binaries, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--lc-ctype=C.UTF-8", "--no-sync"],
    options,
  );
  const logFile = join(folder, "log");
  const given = ["listen_addresses=", ...settings].flatMap((setting) => ["-c", setting]);
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;

  async function start(programs: string) {
    const log = openSync(logFile, "a");
    const server = spawn(join(programs, "postgres"), ["-D", data, "-k", folder, ...given], {
      ...options,
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    await untilAnswering(url);
    return { server, ended };
  }

  let running = await start(binaries);
  // A test run that is cut off would leave it behind.
  process.once("exit", () => running.server.kill("SIGQUIT"));
  const end: RunningPostgres["end"] = async (signal) => {
    running.server.kill(signal);
    await running.ended;
  };
  return {
    url,
    logFile,
    binaries,
    get pid() {
      return running.server.pid!;
    },
    end,
    async startAgain() {
      running = await start(binaries!);
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
