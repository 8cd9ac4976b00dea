import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second of /proc on every Linux. */
const TICKS = 100;

interface ProcessTimes {
  parent: number;
  own: number;
  /** With children that have ended. */
  seconds: number;
}

function readProcess(pid: string): [number, ProcessTimes][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name, which may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((index) =>
      Number(fields[index]),
    );
    const own = (user + system) / TICKS;
    return [[Number(pid), { parent, own, seconds: own + (endedUser + endedSystem) / TICKS }]];
  } catch {
    return [];
  }
}

/** CPU seconds that a process has used so far, without its descendants; Linux only. */
export const ownCpuSecondsOf = (pid: number): number => readProcess(String(pid))[0]?.[1].own ?? 0;

/** CPU seconds that a process and its descendants have used so far; Linux only. */
export function cpuSecondsOf(root: number): number {
  const all = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess),
  );
  const isBelow = (pid: number): boolean => pid === root || (all.has(pid) && isBelow(all.get(pid)!.parent));
  return [...all].filter(([pid]) => isBelow(pid)).reduce((sum, [, { seconds }]) => sum + seconds, 0);
}
