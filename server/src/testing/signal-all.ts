import { execFileSync } from "node:child_process";
import type { RunningPostgres } from "./start-postgres";

/** Signals the server and its connections, so that SIGSTOP freezes all of them. */
export function signalAll({ pid }: RunningPostgres, signal: NodeJS.Signals): void {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
  for (const each of [pid, ...children]) process.kill(each, signal);
}
