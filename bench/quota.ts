import { existsSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";

const CONTROLLER = "/sys/fs/cgroup/cpu";
/** Short, so that a process over its quota waits for milliseconds only. */
const PERIOD_MICROSECONDS = 10_000;

let count = 0;

/** Limits a process to this share of one core (cgroup v1, as root). Call the result after the process has ended. */
export async function limitCpu(pid: number, share: number): Promise<() => Promise<void>> {
  if (!existsSync(path.join(CONTROLLER, "cpu.cfs_quota_us")) && !existsSync(path.join(CONTROLLER, "cgroup.procs")))
    throw new Error(`CPU quotas need root and the controller of cgroup v1 at ${CONTROLLER}.`);
  const folder = path.join(CONTROLLER, `conquest-bench-${process.pid}-${(count += 1)}`);
  await mkdir(folder);
  await writeFile(path.join(folder, "cpu.cfs_period_us"), String(PERIOD_MICROSECONDS));
  await writeFile(path.join(folder, "cpu.cfs_quota_us"), String(Math.round(share * PERIOD_MICROSECONDS)));
  await writeFile(path.join(folder, "cgroup.procs"), String(pid));
  return () => rmdir(folder);
}
