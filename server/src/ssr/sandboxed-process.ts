import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { FastifyBaseLogger } from "fastify";
import { leftBy, sandboxCommand } from "../platform/sandbox-commands";

/** Memory of a drawing process, in MiB: V8's own heap, and with buffers and everything else all that it may write to. */
const HEAP = 128;
const ALL_MEMORY = 640;

const node = () => {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  return [
    process.execPath,
    permission,
    "--no-warnings",
    `--max-old-space-size=${HEAP}`,
    "--disallow-code-generation-from-strings",
  ];
};

const WALLS = sandboxCommand(ALL_MEMORY);

let chosen: readonly string[] | undefined;

/** The strictest of the walls that stand on this machine; found once. Without any the process still has Node's own. */
export function wall(): readonly string[] {
  chosen ??= WALLS.find((candidate) => {
    const [command, ...rest] = [...candidate, ...node(), "-e", "0"];
    return spawnSync(command!, rest, { env: {}, cwd: "/", stdio: "ignore", timeout: 5_000 }).status === 0;
  });
  return chosen ?? [];
}

/** Tells whoever runs the site what parts could still do from within; what decodes pictures stands behind the same. */
export function warnOfSandbox(log: Pick<FastifyBaseLogger, "warn">, stands = wall()): void {
  const left = leftBy(stands);
  if (left.length === 0) return;
  log.warn(
    { wall: stands[0] ?? "none", left },
    `what draws pages and pictures is left ${left.join(" and ")}: this machine allows no stricter wall, see docs/operate.md`,
  );
}

/** The system gives no more files or processes: what was to run is not to blame. */
export class NotStarted extends Error {
  override name = "NotStarted";
  readonly code = "EMFILE";
}

/**
 * Starts `source` as a Node process that has nothing to steal: no environment, no files, no child processes, and where the
 * machine allows it (see {@link warnOfSandbox}) no network, no rights and little memory. It hears and says lines on its standard streams.
 */
export function spawnSandboxed(source: string): ChildProcessWithoutNullStreams {
  const [command, ...rest] = [...wall(), ...node(), "-e", source];
  const child: Partial<ChildProcessWithoutNullStreams> & ChildProcess = spawn(command!, rest, {
    env: {},
    cwd: "/",
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (child.stdin && child.stdout && child.stderr) return child as ChildProcessWithoutNullStreams;
  // Told a moment later; unheard, it would end this process.
  child.once("error", () => undefined);
  throw new NotStarted("The system gives no more files or processes.");
}
