import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { trackChildProcess } from "@conquest/scripts/src/process/children";
import { freePort } from "@conquest/scripts/src/process/ports";
import { root } from "@conquest/scripts/src/root";

export interface OpenServer {
  port: number;
  /** Leads its own process group. */
  process: ChildProcess;
  /** Milliseconds until the first response. */
  startedIn: number;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

/** Starts a program that listens on `PORT` and waits for its first response. */
export async function openProgram(
  file: string,
  { sources = root, env = {}, args = [] }: { sources?: string; env?: Record<string, string>; args?: string[] },
): Promise<OpenServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = trackChildProcess(
    spawn(process.execPath, ["--import", "tsx", path.join(sources, file), ...args], {
      cwd: sources,
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
      env: { ...process.env, PORT: String(port), ...env },
    }),
  );
  while (!(await isResponding(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) {
      child.kill("SIGKILL");
      throw new Error(`${file} of ${sources} did not start.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    port,
    process: child,
    startedIn: performance.now() - startedAt,
    close: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

const isResponding = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/nothing`).then(
    () => true,
    () => false,
  );

export const openServer = ({ url, dataDir }: DatabaseLocation, sources?: string): Promise<OpenServer> =>
  openProgram("server/src/commands/server.ts", {
    ...(sources && { sources }),
    env: {
      DATABASE_URL: url ?? "",
      DATA_DIR: dataDir ?? "",
      PICTURES_DIR: "memory",
      FILES_DIR: "memory",
      FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
      LOG_LEVEL: "warn",
      // All requests of a bench come from one address unless a header says otherwise.
      REQUESTS_PER_MINUTE: "10000000",
      TRUST_PROXY: "loopback",
    },
  });
