import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { RunningPostgres } from "@conquest/server/src/testing/start-postgres";
import { startLoad } from "./load";
import { processTree, signalEach } from "./process-tree";
import { NONE_LOST, seconds, type TrialResult } from "./trial-result";
import {
  countLost,
  createUsersAndContests,
  startProvider,
  startServer,
  withPostgres,
  withTemporaryFolder,
  type PostgresSite,
} from "./trial-site";

interface Fault {
  title: string;
  isOnSmallDisk?: boolean;
  happen(postgres: RunningPostgres, disk: string): Promise<void>;
}

const FAULT_MS = 5_000;

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
    title: "all connections of PostgreSQL terminated, ten times",
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
      signalEach(processTree(postgres.pid), "SIGSTOP");
      await pause(30_000);
      signalEach(processTree(postgres.pid), "SIGCONT");
    },
  },
  {
    title: "the disk of PostgreSQL full for 10 seconds",
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
  log: (line: string) => void,
  skip: (reason: string) => void,
  isSelected: (title: string) => boolean = () => true,
): Promise<TrialResult[]> {
  return withTemporaryFolder(async (folder) => {
    const provider = await startProvider(folder);
    const results: TrialResult[] = [];
    for (const fault of FAULTS.filter(({ title }) => isSelected(title))) {
      const disk = fault.isOnSmallDisk ? await smallDisk(folder, 220) : folder;
      if (!disk) {
        skip(`${fault.title}: only root can create a small disk`);
        continue;
      }
      try {
        const result = await withPostgres(provider, (site) => tryFault(fault, site, disk), disk);
        results.push(result);
        log(`${fault.title}: ${JSON.stringify(result)}`);
      } finally {
        if (fault.isOnSmallDisk) execFileSync("umount", [disk]);
        await rm(path.join(folder, "disk"), { recursive: true, force: true });
      }
    }
    return results;
  });
}

async function tryFault({ title, happen }: Fault, site: PostgresSite, disk: string): Promise<TrialResult> {
  const { postgres, location, identityUrl, env } = site;
  const servers = [await startServer({ env }), await startServer({ env })];
  const { people, contestIds } = await createUsersAndContests({ url: servers[0]!.url, identityUrl }, location, {
    people: 8,
    contests: 100,
  });
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
  return {
    title,
    responses: outcome.statuses,
    figures: {
      acknowledged: outcome.messages.length + outcome.joins.length,
      ...(await countLost(location, outcome)),
      "servers dead": serversDead,
      "errors in another format": outcome.misshapen.length,
      "slowest response, s": seconds(outcome.slowest),
      "recovered after, s": seconds(recovered),
    },
    limits: { ...NONE_LOST, "servers dead": 0, "errors in another format": 0 },
  };
}
