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
  /** Address of the identity emulator. */
  identityUrl: string;
  dataFolder: string;
  process: ChildProcess;
}

export interface SiteOptions {
  /** The sources whose site it is; these ones when left out. */
  sources?: string;
  /** A new folder of its own when left out. */
  dataFolder?: string;
  args?: string[];
  env?: Record<string, string>;
  /** Knows none of the settings that this process was given for a site. */
  isApart?: boolean;
  /** Shows the output of the site. */
  isLoud?: boolean;
  /** Milliseconds until it must answer. */
  patience?: number;
}

/** An empty variable is one that is not set. */
const NO_SETTINGS = Object.fromEntries(SETTINGS.map((name) => [name, ""]));

/** Starts the site as `npm start` does, on free ports; resolves when it says that it is running. */
export async function startSite({
  sources = root,
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
    spawn(process.execPath, ["--import", "tsx", "scripts/start.ts", ...args], {
      cwd: sources,
      stdio: ["ignore", "pipe", "pipe"],
      // Of its own group, so that a test can end it with all it has started.
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
      if (output.includes("is running at")) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`The site ended (code ${code}) before it ran:\n${output}`));
    });
  });
  return {
    url: `http://localhost:${port}`,
    identityUrl: `http://127.0.0.1:${authPort}`,
    dataFolder: folder,
    process: child,
  };
}

/** Ends the site as Ctrl-C does; resolves with its exit code when it is gone. */
export function stopSite({ process: child }: SiteChild, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
    child.kill(signal);
  });
}

/** Ends the site and everything it has started at once, with no chance to save anything. */
export function killSite({ process: child }: SiteChild): Promise<void> {
  return new Promise((resolve) => {
    child.once("close", () => resolve());
    process.kill(-child.pid!, "SIGKILL");
  });
}
