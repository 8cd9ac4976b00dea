import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = "/sys/fs/cgroup/cpu";
/** Short, so that a throttled process pauses only for milliseconds. */
const PERIOD_US = 50_000;

/** Version 1 of control groups, writable. */
export const hasCpuQuotas = existsSync(path.join(ROOT, "cpu.cfs_quota_us")) && process.getuid?.() === 0;

export interface CpuQuota {
  setCores(cores: number | null): void;
  remove(): void;
}

/** Puts a process and its children into a group whose CPU time can be limited; later children follow. */
export function addCpuQuota(name: string, pid: number): CpuQuota {
  const folder = path.join(ROOT, `conquest-bench-${name}`);
  const moveTo = (group: string, pids: readonly number[]) => {
    for (const each of pids) writeFileSync(path.join(group, "cgroup.procs"), String(each));
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
  moveTo(folder, [pid, ...childrenOf(pid)]);
  return {
    setCores(cores) {
      writeFileSync(path.join(folder, "cpu.cfs_quota_us"), String(cores === null ? -1 : Math.round(cores * PERIOD_US)));
    },
    remove() {
      moveTo(ROOT, readFileSync(path.join(folder, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number));
      rmdirSync(folder);
    },
  };
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
