import { spawn, type ChildProcess } from "node:child_process";
import { isStoppingChildren, trackChildProcess } from "../process/children";
import { prefixedOutput } from "../process/prefixed-output";

/** Restart delay; doubles with each quick failure up to a limit. */
const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

export interface Program {
  name: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  onStart?: (pid: number | undefined) => void;
  onMessage?: (message: unknown) => void;
  onErrorLine?: (line: string) => void;
  onEnd: (how: string, pause: number) => void;
  firstPause?: number;
}

export const restartDelay = (failures: number, first = FIRST_PAUSE_MS) => Math.min(first * 2 ** failures, MAX_PAUSE_MS);

/** Restarts a Node program if it ends. The program exits when its stdin closes, and so with this process. */
export function supervise(program: Program): { stop(): void } {
  const pipeOutput = prefixedOutput(program.name);
  let isStopped = false;
  let failures = 0;
  let child: ChildProcess;

  function start(): void {
    if (isStopped || isStoppingChildren()) return;
    const startedAt = performance.now();
    const running = trackChildProcess(
      spawn(process.execPath, program.args, {
        cwd: program.cwd,
        stdio: ["pipe", "pipe", "pipe", "ipc"],
        env: { ...process.env, ...program.env },
      }),
    );
    child = running;
    program.onStart?.(running.pid);
    pipeOutput(running.stdout!);
    pipeOutput(running.stderr!, program.onErrorLine);
    // Writing to an ending process may fail; the close event handles that.
    running.on("error", () => undefined);
    if (program.onMessage) running.on("message", program.onMessage);
    running.once("close", (code, signal) => {
      if (isStopped || isStoppingChildren()) return;
      failures = performance.now() - startedAt > STABLE_AFTER_MS ? 0 : failures + 1;
      const pause = restartDelay(failures - 1, program.firstPause);
      program.onEnd(signal ?? `code ${code}`, pause);
      setTimeout(start, pause);
    });
  }

  start();
  return {
    stop() {
      isStopped = true;
      child.kill();
    },
  };
}
