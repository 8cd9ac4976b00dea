import { existsSync, readFileSync } from "node:fs";

const FILE = "/proc/stat";

/** Ticks that this machine's processors worked, and those in which they could have but the host had given them to other machines. */
function ticks(): { worked: number; taken: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, taken = 0] = /^cpu +(.*)/
    .exec(readFileSync(FILE, "utf8"))![1]!
    .split(" ")
    .map(Number);
  return { worked: user + nice + system + irq + softirq, taken };
}

const atStart = existsSync(FILE) ? ticks() : null;

/** How much of the time that this machine wanted since the program began other machines of its host got. Linux alone tells. */
export function cpuSteal(): string {
  if (!atStart) return "not known";
  const now = ticks();
  const [worked, taken] = [now.worked - atStart.worked, now.taken - atStart.taken];
  return `${((100 * taken) / Math.max(1, worked + taken)).toFixed(0)} % of the time that was wanted`;
}
