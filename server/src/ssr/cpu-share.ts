import { readFileSync } from "node:fs";

/** Linux reports CPU time to programs in this unit, whatever the kernel's own tick rate. */
const TICKS_PER_SECOND = 100;

export interface CpuShare {
  /** CPU time of the process so far, in milliseconds. */
  used: number;
  /** The process is runnable and only waits for a CPU. */
  wantsMore: boolean;
}

/** Parses /proc/<pid>/stat; null if invalid. The process name may contain spaces and brackets. */
export function readCpuShare(stat: string): CpuShare | null {
  const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [rest[10], rest[11]].map(Number);
  if (!state || user === undefined || system === undefined || Number.isNaN(user + system)) return null;
  return { used: ((user + system) * 1000) / TICKS_PER_SECOND, wantsMore: state === "R" };
}

/** Returns null if unknown: not on Linux, or the process is gone. */
export function cpuShareOf(pid: number | undefined): CpuShare | null {
  try {
    return readCpuShare(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}

/** True if the process got less than half of the time because other processes used the CPUs. */
export const isCpuStarved = (before: CpuShare | null, now: CpuShare | null, milliseconds: number): boolean =>
  before !== null && now !== null && now.wantsMore && now.used - before.used < milliseconds / 2;
