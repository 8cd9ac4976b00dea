import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { trackChildProcess } from "../process/children";
import { freePort } from "../process/ports";
import { root } from "../root";

export interface BuiltServer {
  url: string;
  port: number;
  process: ChildProcess;
  isAlive(): boolean;
  output(): string;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ServerOptions {
  env: Record<string, string>;
  port?: number;
}

export async function startServer({ env, port }: ServerOptions): Promise<BuiltServer & { startedIn: number }> {
  const listening = port ?? (await freePort());
  const from = performance.now();
  const child = trackChildProcess(
    spawn(process.execPath, ["--enable-source-maps", path.join(root, "server/dist/server.js")], {
      cwd: tmpdir(),
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        NODE_ENV: "development",
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        PORT: String(listening),
        PICTURES_DIR: "memory",
        LOG_LEVEL: "warn",
        TRUST_PROXY: "loopback",
        REQUESTS_PER_MINUTE: "10000000",
        ...env,
      },
    }),
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream!.setEncoding("utf8").on("data", (text: string) => (output += text));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const server: BuiltServer = {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    process: child,
    isAlive,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
  for (;;) {
    if (!isAlive()) throw new Error(`A server ended before it answered:\n${output}`);
    if (await isResponding(`${server.url}/api/popular-contests`))
      return { ...server, startedIn: performance.now() - from };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const isResponding = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => (await answer.arrayBuffer(), answer.ok),
    () => false,
  );

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-safety-"));
  // PostgreSQL runs as another user, who must reach its folder inside.
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
