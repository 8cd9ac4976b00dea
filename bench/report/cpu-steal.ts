import { existsSync, readFileSync } from "node:fs";

const FILE = "/proc/stat";

/** Reads the ticks that the CPUs worked and the ticks stolen by the host for other machines. */
function ticks(): { worked: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = /^cpu +(.*)/
    .exec(readFileSync(FILE, "utf8"))![1]!
    .split(" ")
    .map(Number);
  return { worked: user + nice + system + irq + softirq, stolen };
}

const atStart = existsSync(FILE) ? ticks() : null;

/** Returns the share of CPU time stolen by other machines on the host since the program started; only known on Linux. */
export function cpuSteal(): string {
  if (!atStart) return "not known";
  const now = ticks();
  const [worked, stolen] = [now.worked - atStart.worked, now.stolen - atStart.stolen];
  return `${((100 * stolen) / Math.max(1, worked + stolen)).toFixed(0)} % of the time that was wanted`;
}
