import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";

/** Memory of a drawing process, in MiB: V8's own heap, and with buffers and everything else all that it may write to. */
const HEAP = 128;
const ALL_MEMORY = 640;

/** A user that owns nothing. */
const NOBODY = "65534";

const node = () => {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  return [process.execPath, permission, "--no-warnings", `--max-old-space-size=${HEAP}`, "--disallow-code-generation-from-strings"];
};

const limitMemory = ["prlimit", `--data=${ALL_MEMORY * 1024 * 1024}`, "--core=0", "--"];

/**
 * Commands that take something away from the one that follows them, the strictest first: the network, the user, the memory.
 * Which of them a machine has and allows is found by trying.
 */
const WALLS: readonly (readonly string[])[] = [
  [
    ...["unshare", "--net", "--ipc", "--uts", "--"],
    ...limitMemory,
    ...["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--"],
  ],
  ["unshare", "--user", "--net", "--ipc", "--uts", "--", ...limitMemory],
  [...limitMemory, "setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--"],
  limitMemory,
  [],
];

let chosen: readonly string[] | undefined;

/** The strictest of the walls that stand on this machine; found once. Without any the process still has Node's own. */
export function wall(): readonly string[] {
  chosen ??= WALLS.find((candidate) => {
    const [command, ...rest] = [...candidate, ...node(), "-e", "0"];
    return spawnSync(command!, rest, { env: {}, cwd: "/", stdio: "ignore", timeout: 5_000 }).status === 0;
  });
  return chosen ?? [];
}

/** The system gives no more files or processes: what was to run is not to blame. */
export class NotStarted extends Error {
  override name = "NotStarted";
  readonly code = "EMFILE";
}

/**
 * Starts `source` as a Node process that has nothing to steal: no environment, no files, no child processes, and where the
 * machine allows it no network, no rights and little memory. It hears and says lines on its standard streams.
 */
export function startWalled(source: string): ChildProcessWithoutNullStreams {
  const [command, ...rest] = [...wall(), ...node(), "-e", source];
  const child: Partial<ChildProcessWithoutNullStreams> & ChildProcess = spawn(command!, rest, { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
  if (child.stdin && child.stdout && child.stderr) return child as ChildProcessWithoutNullStreams;
  // Told a moment later; unheard, it would end this process.
  child.once("error", () => undefined);
  throw new NotStarted("The system gives no more files or processes.");
}
