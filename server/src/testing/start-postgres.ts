import { execFileSync, spawn } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";

export interface RunningPostgres {
  url: string;
  logFile: string;
  binaries: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Stops the server and waits: SIGINT is a normal stop, SIGQUIT a crash, SIGKILL an out-of-memory kill. */
  end(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void>;
  relaunch(): Promise<void>;
  stop(): Promise<void>;
}

/** Disables durability for speed, and autovacuum, which would change query plans at random. */
const FAST_SETTINGS = ["fsync=off", "full_page_writes=off", "autovacuum=off"];

const MEMORY_FOLDER = "/dev/shm";
const REQUIRED_MEMORY_BYTES = 4 * 2 ** 30;

/** Creating a database takes 0.02 s in memory and 0.4 s on disk. Containers often have only 64 MB of shared memory. */
export function fastestFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize > REQUIRED_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir();
}

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

/** Folder of initdb and postgres, if they are installed. */
export const postgresBinaries = findBinaries();
const binaries = postgresBinaries;

export const hasPostgres = binaries !== null || process.env["TEST_DATABASE_URL"] !== undefined;

/** PostgreSQL and PgBouncer refuse to run as root, so they run as another user. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const user of ["postgres", "nobody"]) {
    try {
      const idOf = (kind: string) =>
        Number(execFileSync("id", [kind, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: idOf("-u"), gid: idOf("-g") };
    } catch {
      // This user does not exist; try the next one.
    }
  }
  throw new Error("PostgreSQL cannot be started as root, and there is no user postgres or nobody.");
}

/**
 * Starts an empty PostgreSQL server on a socket in a temporary folder. The default settings do not survive a power cut.
 */
export const startPostgres = (
  settings: readonly string[] = FAST_SETTINGS,
  parent = settings === FAST_SETTINGS ? fastestFolder() : tmpdir(),
): Promise<RunningPostgres> =>
  startServer(settings, parent, (data) => [
    "initdb",
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--lc-ctype=C.UTF-8", "--no-sync"],
  ]);

/** Starts a streaming replica of a server that {@link startPostgres} started. */
export const startStandby = (
  { url }: Pick<RunningPostgres, "url">,
  settings: readonly string[] = FAST_SETTINGS,
): Promise<RunningPostgres> =>
  startServer(settings, fastestFolder(), (data) => [
    "pg_basebackup",
    ["-D", data, "-d", url, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
  ]);

async function startServer(
  settings: readonly string[],
  parent: string,
  commandFor: (data: string) => [program: string, args: string[]],
): Promise<RunningPostgres> {
  if (!binaries) throw new Error("There are no PostgreSQL binaries on this machine.");
  const folder = mkdtempSync(join(parent, "conquest-pg-"));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, stdio: "ignore", ...(user ?? {}) } as const;
  const data = join(folder, "data");
  const [program, args] = commandFor(data);
  execFileSync(join(binaries, program), args, options);
  const logFile = join(folder, "log");
  const settingArguments = ["listen_addresses=", ...settings].flatMap((setting) => ["-c", setting]);
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;

  async function start(programs: string) {
    const log = openSync(logFile, "a");
    const server = spawn(join(programs, "postgres"), ["-D", data, "-k", folder, ...settingArguments], {
      ...options,
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    await waitUntilReady(url);
    return { server, ended };
  }

  let running = await start(binaries);
  // An aborted test run would leave it running.
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
    async relaunch() {
      running = await start(binaries!);
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function waitUntilReady(url: string): Promise<void> {
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
