import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SETTINGS } from "@conquest/server/src/config/settings";
import { trackChildProcess } from "./children";
import { root } from "../root";
import { freePort } from "./ports";

export interface SiteChild {
  url: string;
  identityUrl: string;
  dataFolder: string;
  process: ChildProcess;
}

export interface SiteOptions {
  dataFolder?: string;
  args?: string[];
  env?: Record<string, string>;
  /** Ignores the site settings of this process. */
  isApart?: boolean;
  isLoud?: boolean;
  patience?: number;
}

/** Empty variables count as unset. */
const NO_SETTINGS = Object.fromEntries(SETTINGS.map((name) => [name, ""]));

export async function startSite({
  dataFolder,
  args = [],
  env = {},
  isApart = false,
  isLoud = false,
  patience = 600_000,
}: SiteOptions = {}): Promise<SiteChild> {
  const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), "conquest-")));
  const [port, authPort] = [await freePort(), await freePort()];
  const child = trackChildProcess(
    spawn(process.execPath, ["scripts/start.mjs", ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group, so that a test can kill it with all its children.
      detached: true,
      env: {
        ...process.env,
        ...(isApart && NO_SETTINGS),
        PORT: String(port),
        AUTH_EMULATOR_PORT: String(authPort),
        DATA_DIR: folder,
        ...env,
      },
    }),
  );
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The site did not start in time:\n${output}`)), patience);
    const listen = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (isLoud) process.stdout.write(chunk);
      // The last line, when all parts are live.
      if (output.includes("Stop with Ctrl-C")) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`The site ended (code ${code}) before it started:\n${output}`));
    });
  });
  return {
    url: `http://localhost:${port}`,
    identityUrl: `http://127.0.0.1:${authPort}`,
    dataFolder: folder,
    process: child,
  };
}

export function stopSite({ process: child }: SiteChild, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
    child.kill(signal);
  });
}

export function killSite({ process: child }: SiteChild): Promise<void> {
  return new Promise((resolve) => {
    child.once("close", () => resolve());
    process.kill(-child.pid!, "SIGKILL");
  });
}
