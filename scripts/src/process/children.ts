import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();
let isStopping = false;

/** True while all children are being stopped, so that their exit is expected. */
export const isStoppingChildren = () => isStopping;

export function trackChildProcess<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  // Not only "close", which Node omits after the parent has disconnected a forked process.
  for (const event of ["exit", "close"]) child.once(event, () => running.delete(child));
  return child;
}

/** Sends SIGTERM to every child and kills those still running after `patience` milliseconds. */
export async function stopChildren(patience = 5_000): Promise<void> {
  isStopping = true;
  await Promise.all(
    [...running].map(
      (child) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(() => child.kill("SIGKILL"), patience);
          child.once("exit", () => {
            clearTimeout(timer);
            resolve();
          });
          child.kill("SIGTERM");
        }),
    ),
  );
}

/** Calls `stop` once on a signal, or if npm is gone: npm can end without signalling this process. */
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
