import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();
let isStopping = false;

/** Whether all children are being ended: what ends now was told to. */
export const areChildrenStopping = () => isStopping;

/** Remembers a child so that {@link stopChildren} ends it. */
export function trackChildProcess<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Asks every child to end, and ends those that have not after `patience` milliseconds. */
export async function stopChildren(patience = 5_000): Promise<void> {
  isStopping = true;
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(() => child.kill("SIGKILL"), patience);
          child.once("close", () => {
            clearTimeout(timer);
            resolve();
          });
          child.kill("SIGTERM");
        }),
    ),
  );
}

/**
 * Calls `stop` once: on Ctrl-C, on SIGTERM or SIGHUP, and when npm, having started us, is gone. npm and the shell between
 * can be ended without a word to us; then this process has another parent than before.
 */
export function onStop(stop: (cause: string) => void): void {
  let isStopping = false;
  const once = (cause: string) => {
    if (isStopping) return;
    isStopping = true;
    stop(cause);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => once(signal));
  if (process.env["npm_lifecycle_event"]) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) once("the end of npm");
    }, 500).unref();
  }
}
