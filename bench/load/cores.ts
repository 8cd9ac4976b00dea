import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Pins a process and its threads to cores such as "0" or "0-1"; does nothing if taskset is unavailable. */
export const pin = (pid: number, cores: string) =>
  run("taskset", ["-a", "-c", "-p", cores, String(pid)]).catch(() => undefined);

export async function pinGroup(group: number, cores: string): Promise<void> {
  const { stdout } = await run("ps", ["-eo", "pid=,pgid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  await Promise.all(rows.filter(([, pgid]) => pgid === group).map(([pid]) => pin(pid, cores)));
}
