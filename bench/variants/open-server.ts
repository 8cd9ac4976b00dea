import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { trackChildProcess } from "@conquest/scripts/src/process/children";
import { freePort } from "@conquest/scripts/src/process/ports";
import { root } from "@conquest/scripts/src/root";

export interface OpenServer {
  port: number;
  /** Leads a group of its own. */
  process: ChildProcess;
  /** Milliseconds from its start until it answered anything. */
  startedIn: number;
  close(): Promise<void>;
}

const PATIENCE_MS = 120_000;

/** Runs a program of these sources that listens at `PORT`; resolves once it answers. */
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
  while (!(await isAnswering(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > PATIENCE_MS) {
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

const isAnswering = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/nothing`).then(
    () => true,
    () => false,
  );

/** The server without the site around it, on a database of its own: it answers the API. */
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
      // Everybody of a bench comes from one address, unless a header says otherwise.
      REQUESTS_PER_MINUTE: "10000000",
      TRUST_PROXY: "loopback",
    },
  });
