import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describeOnPostgres } from "../../testing/test-server";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";

const INTERVAL_MS = 1_000;

interface Run extends Record<string, unknown> {
  server: string;
  startedAt: Date;
  endedAt: Date | null;
}

describeOnPostgres("a job of three servers", () => {
  let postgres: RunningPostgres;
  let client: pg.Client;
  const servers = new Map<string, ChildProcess>();
  beforeAll(async () => {
    postgres = await startPostgres();
    client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(
      "create table runs (id serial, server text, started_at timestamptz default clock_timestamp(), ended_at timestamptz)",
    );
    await Promise.all(["one", "two", "three"].map(startServer));
  }, 60_000);
  afterAll(async () => {
    for (const server of servers.values()) server.kill("SIGKILL");
    await client.end();
    await postgres.stop();
  });

  async function startServer(name: string): Promise<void> {
    const program = fileURLToPath(new URL("../../testing/run-job.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", program, postgres.url, name, String(INTERVAL_MS)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    servers.set(name, child);
    await new Promise((resolve) => child.stdout.once("data", resolve));
  }

  const runs = async (): Promise<Run[]> =>
    (
      await client.query<Run>(
        `select server, started_at as "startedAt", ended_at as "endedAt" from runs order by started_at`,
      )
    ).rows;

  async function untilMoreRuns(count: number): Promise<Run[]> {
    const earlier = (await runs()).length;
    for (;;) {
      const later = (await runs()).slice(earlier);
      if (later.length >= count) return later;
      await pause(50);
    }
  }

  it("runs once in each interval, and on another server after a kill", async () => {
    const before = await untilMoreRuns(5);
    const gaps = before.slice(1).map(({ startedAt }, index) => +startedAt - +before[index]!.startedAt);
    expect(Math.min(...gaps)).toBeGreaterThan(0.8 * INTERVAL_MS);

    // Killed while it runs the job, so that it still has the lock.
    const [killed] = await untilMoreRuns(1);
    servers.get(killed!.server)!.kill("SIGKILL");
    const after = await untilMoreRuns(3);
    expect(after.map(({ server }) => server)).not.toContain(killed!.server);
    expect(+after[0]!.startedAt - +killed!.startedAt).toBeLessThan(5 * INTERVAL_MS);

    const all = await runs();
    const overlaps = all.slice(1).filter(({ startedAt }, index) => {
      const { endedAt } = all[index]!;
      return endedAt !== null && endedAt > startedAt;
    });
    expect(overlaps).toEqual([]);
  });
});
