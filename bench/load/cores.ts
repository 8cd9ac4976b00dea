import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Puts a process and all its threads on some cores, like "0" or "0-1"; without taskset it may run wherever it does. */
export const pin = (pid: number, cores: string) =>
  run("taskset", ["-a", "-c", "-p", cores, String(pid)]).catch(() => undefined);

/** A site with all that it has started, which is one group of processes. */
export async function pinGroup(group: number, cores: string): Promise<void> {
  const { stdout } = await run("ps", ["-eo", "pid=,pgid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  await Promise.all(rows.filter(([, pgid]) => pgid === group).map(([pid]) => pin(pid, cores)));
}
