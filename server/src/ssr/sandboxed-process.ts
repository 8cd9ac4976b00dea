import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { FastifyBaseLogger } from "fastify";
import { HEAP_OPTIONS, unrestrictedBy, sandboxCommand } from "../platform/sandbox-commands";

/** Memory of an SSR process including buffers. */
const TOTAL_MEMORY_MIB = 640;

const nodeCommand = () => {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  return [process.execPath, permission, "--no-warnings", ...HEAP_OPTIONS, "--disallow-code-generation-from-strings"];
};

const SANDBOX_COMMANDS = sandboxCommand(TOTAL_MEMORY_MIB);

let chosen: readonly string[] | undefined;

/** Returns the strictest sandbox that works here, cached. Without any, Node's permission model still applies. */
export function chosenSandbox(): readonly string[] {
  chosen ??= SANDBOX_COMMANDS.find((candidate) => {
    const [command, ...rest] = [...candidate, ...nodeCommand(), "-e", "0"];
    return spawnSync(command!, rest, { env: {}, cwd: "/", stdio: "ignore", timeout: 5_000 }).status === 0;
  });
  return chosen ?? [];
}

export function warnOfSandbox(log: Pick<FastifyBaseLogger, "warn">, sandbox = chosenSandbox()): void {
  const missing = unrestrictedBy(sandbox);
  if (missing.length === 0) return;
  log.warn(
    { wall: sandbox[0] ?? "none", left: missing },
    `the sandbox of pages and pictures is left ${missing.join(" and ")}: this machine allows no stricter one, see docs/operate.md`,
  );
}

/** The system is out of file descriptors or processes, so the release is not to blame. */
export class OutOfResourcesError extends Error {
  override name = "OutOfResourcesError";
  readonly code = "EMFILE";
}

/**
 * Runs `source` in a Node process without environment, files or child processes and, if the machine allows it (see
 * {@link warnOfSandbox}), without network, privileges or much memory. Communicates by lines on stdin and stdout.
 */
export function spawnSandboxed(source: string): ChildProcessWithoutNullStreams {
  const [command, ...rest] = [...chosenSandbox(), ...nodeCommand(), "-e", source];
  const child: Partial<ChildProcessWithoutNullStreams> & ChildProcess = spawn(command!, rest, {
    env: {},
    cwd: "/",
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (child.stdin && child.stdout && child.stderr) return child as ChildProcessWithoutNullStreams;
  // Emitted asynchronously; without a listener it would crash the server.
  child.once("error", () => undefined);
  throw new OutOfResourcesError("The system has no more files or processes available.");
}
