import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:https";
import type { Agent as PlainAgent } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { generate } from "selfsigned";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { keepTrack } from "../process/children";
import { freePort, isPortFree } from "../process/ports";
import { root } from "../root";
import { startLoad } from "./load";
import { inNewFolder, startServer, type BuiltServer } from "./open-servers";
import { lostOf } from "./trial-site";

export interface RestartsResult {
  restarts: number;
  answers: Record<string, number>;
  acknowledged: number;
  lost: number;
  /** Everything that was neither answered as asked nor told to wait. */
  failed: number;
  slowest: number;
  /** While the database is stopped for a moment and started. */
  outage: { answers: Record<string, number>; lost: number; misshapen: number };
}

/** As production runs them; nobody signs in, so that no identity project is asked. */
const PRODUCTION = { NODE_ENV: "production", SITE_URL: "https://conquest.example", FIREBASE_PROJECT_ID: "conquest-trial", FIREBASE_API_KEY: "trial" };

/** Where a program of the machine is; /usr/sbin is not on everybody's path. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Two servers behind nginx with deploy/nginx.conf, each restarted in turn as a new version is brought out, under load. */
export function tryRollingRestarts(nginx: string, restarts: number): Promise<RestartsResult> {
  return inNewFolder(async (folder) => {
    const postgres = await startPostgres([]);
    try {
      const env = { ...PRODUCTION, DATABASE_URL: postgres.url, FILES_DIR: path.join(folder, "files") };
      const servers: BuiltServer[] = [await startServer({ env }), await startServer({ env })];
      const url = await startNginx(nginx, folder, servers.map(({ port }) => port));
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
      await postgres.startAgain();
      await pause(2_000);
      const outage = await during.stop();
      await Promise.all(servers.map((server) => server.end("SIGTERM")));
      const failed = Object.entries(outcome.statuses).filter(([status]) => status !== "200").reduce((sum, [, count]) => sum + count, 0);
      const { lost } = await lostOf({ url: postgres.url }, outcome);
      return { restarts, answers: outcome.statuses, acknowledged: outcome.messages.length, lost, failed, slowest: Number((outcome.slowest / 1000).toFixed(2)), outage: { answers: outage.statuses, lost: (await lostOf({ url: postgres.url }, outage)).lost, misshapen: outage.misshapen.length } };
    } finally {
      await postgres.stop();
    }
  });
}

/** nginx with the documented settings, but for names, ports, the certificate, and limits that one address would meet here. */
async function startNginx(nginx: string, folder: string, ports: readonly number[]): Promise<string> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  await mkdir(path.join(folder, "nginx"), { recursive: true });
  const file = (name: string) => path.join(folder, "nginx", name);
  await writeFile(file("key.pem"), key);
  await writeFile(file("cert.pem"), cert);
  const [plain, secure] = [await freePort(), await freePort()];
  const documented = await readFile(path.join(root, "deploy/nginx.conf"), "utf8");
  const site = documented
    .replace(/127\.0\.0\.1:3001/, `127.0.0.1:${ports[0]}`)
    .replace(/127\.0\.0\.1:3002/, `127.0.0.1:${ports[1]}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${secure} ssl;`)
    .replace(/^ *listen \[::\].*$/gm, "")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${file("cert.pem")};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${file("key.pem")};`)
    .replace(/^ *(limit_|error_log ).*$/gm, "")
    // Somebody else each time, see load.ts.
    .replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $http_x_forwarded_for");
  await writeFile(file("site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${file(name)};`).join("\n");
  await writeFile(
    file("nginx.conf"),
    `worker_processes 1;\ndaemon off;\npid ${file("pid")};\nerror_log ${file("error.log")} warn;\nevents { worker_connections 1024; }\nhttp {\naccess_log off;\n${temporary}\ninclude ${file("site.conf")};\n}\n`,
  );
  keepTrack(spawn(nginx, ["-c", file("nginx.conf"), "-p", folder], { stdio: "inherit" }));
  const url = `https://localhost:${secure}`;
  for (let tried = 0; await isPortFree(secure); tried += 1) {
    if (tried === 100) throw new Error(`nginx did not start:\n${await readFile(file("error.log"), "utf8").catch(() => "")}`);
    await pause(100);
  }
  return url;
}
