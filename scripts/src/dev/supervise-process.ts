import { spawn, type ChildProcess } from "node:child_process";
import { areChildrenStopping, trackChildProcess } from "../process/children";
import { prefixedOutput } from "../process/prefixed-output";

/** Before it is started again, in milliseconds; longer each time it ends soon, up to a limit. */
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;
/** Whoever ran so long had a new reason to end. */
const LONG_RUN_MS = 60_000;

export interface Program {
  name: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  onStart?: (pid: number | undefined) => void;
  onMessage?: (message: unknown) => void;
  /** Hears each line that it prints as an error. */
  onErrorLine?: (line: string) => void;
  /** It ended without having been told to, and is started again after this pause. */
  onEnd: (how: string, pause: number) => void;
  /** Milliseconds; for tests. */
  firstPause?: number;
}

export const pauseAfter = (failures: number, first = FIRST_PAUSE_MS) =>
  Math.min(first * 2 ** failures, LONGEST_PAUSE_MS);

/**
 * Runs a program of Node and starts it again whenever it ends; its output is shown under its name. It ends when its input does,
 * and so with us. Gives what ends it for good.
 */
export function supervise(program: Program): { stop(): void } {
  const show = prefixedOutput(program.name);
  let isStopped = false;
  let failures = 0;
  let child: ChildProcess;

  function start(): void {
    if (isStopped || areChildrenStopping()) return;
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
    show(running.stdout!);
    show(running.stderr!, program.onErrorLine);
    // It may end while it is written to; that it ends is heard below.
    running.on("error", () => undefined);
    if (program.onMessage) running.on("message", program.onMessage);
    running.once("close", (code, signal) => {
      if (isStopped || areChildrenStopping()) return;
      failures = performance.now() - startedAt > LONG_RUN_MS ? 0 : failures + 1;
      const pause = pauseAfter(failures - 1, program.firstPause);
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
