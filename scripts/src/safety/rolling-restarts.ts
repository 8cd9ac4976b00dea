import { Agent } from "node:https";
import type { Agent as PlainAgent } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { startLoad } from "./load";
import { startNginx } from "./start-nginx";
import { NONE_LOST, seconds, type TrialResult } from "./trial-result";
import { countLost, startServer, withTemporaryFolder, type BuiltServer } from "./trial-site";

/** Production settings. No user signs in, so the identity project is never contacted. */
const PRODUCTION = {
  NODE_ENV: "production",
  SITE_URL: "https://conquest.example",
  FIREBASE_PROJECT_ID: "conquest-trial",
  FIREBASE_API_KEY: "trial",
};

export function tryRollingRestarts(nginx: string, restarts: number): Promise<TrialResult[]> {
  return withTemporaryFolder(async (folder) => {
    const postgres = await startPostgres([]);
    try {
      const env = { ...PRODUCTION, DATABASE_URL: postgres.url, FILES_DIR: path.join(folder, "files") };
      const servers: BuiltServer[] = [await startServer({ env }), await startServer({ env })];
      const { url } = await startNginx(
        nginx,
        folder,
        servers.map(({ port }) => port),
      );
      const agent = () => new Agent({ keepAlive: true, maxSockets: 32, rejectUnauthorized: false }) as PlainAgent;
      const load = startLoad({ url: () => url, lanes: 8, agent: agent() });
      await pause(1_000);
      for (let restart = 0; restart < restarts; restart += 1) {
        const turn = restart % 2;
        const { port } = servers[turn]!;
        await servers[turn]!.end("SIGTERM");
        servers[turn] = await startServer({ env, port });
        await pause(1_000);
      }
      const outcome = await load.stop();
      const during = startLoad({ url: () => url, lanes: 8, agent: agent() });
      await pause(1_000);
      await postgres.end("SIGINT");
      await pause(5_000);
      await postgres.relaunch();
      await pause(2_000);
      const outage = await during.stop();
      await Promise.all(servers.map((server) => server.end("SIGTERM")));
      const failed = Object.entries(outcome.statuses)
        .filter(([status]) => status !== "200")
        .reduce((sum, [, count]) => sum + count, 0);
      const location = { url: postgres.url };
      return [
        {
          title: "Rolling restarts of two production servers behind nginx",
          responses: outcome.statuses,
          figures: {
            restarts,
            acknowledged: outcome.messages.length,
            ...(await countLost(location, outcome)),
            failed,
            "slowest response, s": seconds(outcome.slowest),
          },
          limits: { ...NONE_LOST, failed: 0 },
        },
        {
          title: "The database stopped behind nginx, and started",
          responses: outage.statuses,
          figures: { ...(await countLost(location, outage)), "errors in another format": outage.misshapen.length },
          limits: { ...NONE_LOST, "errors in another format": 0 },
        },
      ];
    } finally {
      await postgres.stop();
    }
  });
}
