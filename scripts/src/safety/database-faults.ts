import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPostgres, type RunningPostgres } from "@conquest/server/src/testing/start-postgres";
import { freePort } from "../process/ports";
import { startIdentity } from "../identity/identity-child";
import { startLoad } from "./load";
import { withTemporaryFolder, startServer } from "./open-servers";
import { countLost, createUsersAndContests } from "./trial-site";

export interface FaultResult {
  fault: string;
  answers: Record<string, number>;
  acknowledged: number;
  lost: number;
  contradictions: number;
  serversDead: number;
  /** Slowest response in seconds. */
  slowest: number;
  /** Seconds from the end of the fault to the next successful response. */
  recovered: number;
  misshapen: number;
}

interface Fault {
  title: string;
  isOnSmallDisk?: boolean;
  happen(postgres: RunningPostgres, disk: string): Promise<void>;
}

const FAULT_MS = 5_000;

const childrenOf = (pid: number) =>
  execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
const signalAll = (pid: number, signal: NodeJS.Signals) => {
  for (const each of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(each, signal);
    } catch {
      // The process has already ended.
    }
  }
};

const FAULTS: Fault[] = [
  ...(
    [
      ["stopped in an ordinary way, and started", "SIGINT"],
      ["crashed, and started", "SIGQUIT"],
      ["killed, and started", "SIGKILL"],
    ] as const
  ).map(([title, signal]): Fault => ({
    title: `PostgreSQL ${title}`,
    async happen(postgres) {
      await postgres.end(signal);
      await pause(FAULT_MS);
      await postgres.relaunch();
    },
  })),
  {
    title: "all its connections terminated, ten times",
    async happen({ url }) {
      const client = new pg.Client(url);
      await client.connect();
      for (let time = 0; time < 10; time += 1) {
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'conquest'",
        );
        await pause(500);
      }
      await client.end();
    },
  },
  {
    title: "PostgreSQL frozen for 30 seconds",
    async happen(postgres) {
      signalAll(postgres.pid, "SIGSTOP");
      await pause(30_000);
      signalAll(postgres.pid, "SIGCONT");
    },
  },
  {
    title: "its disk full for 10 seconds",
    isOnSmallDisk: true,
    async happen(postgres, disk) {
      const filler = path.join(disk, "filler");
      for (let written = 0; ; written += 1) {
        const isFull = await writeFile(`${filler}-${written}`, Buffer.alloc(1024 * 1024)).then(
          () => false,
          () => true,
        );
        if (isFull) break;
      }
      await pause(10_000);
      execFileSync("find", [disk, "-maxdepth", "1", "-name", "filler-*", "-delete"]);
      // PostgreSQL may have exited; restarts it like a service manager.
      await pause(1_000);
      try {
        process.kill(postgres.pid, 0);
      } catch {
        await postgres.relaunch();
      }
    },
  },
];

async function smallDisk(folder: string, megabytes: number): Promise<string | null> {
  const disk = path.join(folder, "disk");
  await mkdir(disk, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", disk], { stdio: "ignore" });
    return disk;
  } catch {
    return null;
  }
}

export function tryDatabaseFaults(
  tell: (line: string) => void,
  wanted: (title: string) => boolean = () => true,
): Promise<(FaultResult | { fault: string; skipped: string })[]> {
  return withTemporaryFolder(async (folder) => {
    const identityPort = await freePort();
    await startIdentity({ port: identityPort, dataFolder: folder, onEnd: () => undefined });
    const results: (FaultResult | { fault: string; skipped: string })[] = [];
    for (const fault of FAULTS.filter(({ title }) => wanted(title))) {
      const disk = fault.isOnSmallDisk ? await smallDisk(folder, 220) : folder;
      if (!disk) {
        results.push({ fault: fault.title, skipped: "only root can make a disk" });
        continue;
      }
      // Uses durable settings, because confirmed writes must survive a crash.
      const postgres = await startPostgres([], disk);
      try {
        const result = await tryFault(fault, postgres, disk, identityPort);
        results.push(result);
        tell(`${fault.title}: ${JSON.stringify(result)}`);
      } finally {
        await postgres.stop();
        if (fault.isOnSmallDisk) execFileSync("umount", [disk]);
        await rm(path.join(folder, "disk"), { recursive: true, force: true });
      }
    }
    return results;
  });
}

async function tryFault(
  { title, happen }: Fault,
  postgres: RunningPostgres,
  disk: string,
  identityPort: number,
): Promise<FaultResult> {
  const place = { url: postgres.url };
  const env = { DATABASE_URL: postgres.url, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${identityPort}` };
  const servers = [await startServer({ env }), await startServer({ env })];
  const { people, contestIds } = await createUsersAndContests(
    { url: servers[0]!.url, identityUrl: `http://127.0.0.1:${identityPort}` },
    place,
    { people: 8, contests: 100 },
  );
  let turn = 0;
  const load = startLoad({ url: () => servers[(turn += 1) % 2]!.url, people, contestIds });
  await pause(1_500);
  await happen(postgres, disk);
  const repairedAt = performance.now();
  const before = load.outcome.messages.length;
  while (load.outcome.messages.length === before && performance.now() - repairedAt < 60_000) await pause(20);
  const recovered = performance.now() - repairedAt;
  await pause(1_500);
  const outcome = await load.stop();
  const serversDead = servers.filter((server) => !server.isAlive()).length;
  await Promise.all(servers.map((server) => (server.isAlive() ? server.end("SIGTERM") : null)));
  const seconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(2));
  return {
    fault: title,
    answers: outcome.statuses,
    acknowledged: outcome.messages.length + outcome.joins.length,
    ...(await countLost(place, outcome)),
    serversDead,
    slowest: seconds(outcome.slowest),
    recovered: seconds(recovered),
    misshapen: outcome.misshapen.length,
  };
}
