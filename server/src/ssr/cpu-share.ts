import { readFileSync } from "node:fs";

/** In which Linux counts a process's time: fixed for programs, whatever the kernel itself uses. */
const TICKS_A_SECOND = 100;

export interface CpuShare {
  /** Milliseconds that the process has been given so far. */
  used: number;
  /** It would go on if it were given a processor: it waits for nothing else. */
  wantsMore: boolean;
}

/** What /proc/<pid>/stat says; null for what is no such text. The name in it may hold anything, also spaces and brackets. */
export function readCpuShare(stat: string): CpuShare | null {
  const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [rest[10], rest[11]].map(Number);
  if (!state || user === undefined || system === undefined || Number.isNaN(user + system)) return null;
  return { used: ((user + system) * 1000) / TICKS_A_SECOND, wantsMore: state === "R" };
}

/** Null where nobody can tell: not on Linux, or the process is gone. */
export function cpuShareOf(pid: number | undefined): CpuShare | null {
  try {
    return readCpuShare(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}

/** Whether it has had less than half of the time it was given, and only because others had the processors. */
export const isCpuStarved = (before: CpuShare | null, now: CpuShare | null, milliseconds: number): boolean =>
  before !== null && now !== null && now.wantsMore && now.used - before.used < milliseconds / 2;
