import { execFileSync } from "node:child_process";

/** Returns the first process whose command line contains the text. */
export function pidOf(text: string): number | undefined {
  const lines = execFileSync("ps", ["-e", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  const line = lines.find((each) => `${each} `.includes(text));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

/** Returns the process, if it runs, and all processes below it. */
export function processTree(pid: number | undefined): number[] {
  if (!pid) return [];
  const parents = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const found = parents.some(([each]) => each === pid) ? [pid] : [];
  for (const parent of found) found.push(...parents.filter(([, ppid]) => ppid === parent).map(([each]) => each));
  return found;
}

export function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}
