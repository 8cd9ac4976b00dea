import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "@conquest/scripts/src/root";

const run = promisify(execFile);

/** Returns a quantile, interpolated between neighbouring values; `share` 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? NaN;
  const high = sorted[Math.ceil(position)] ?? NaN;
  return low + (high - low) * (position % 1);
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export function withSpread(values: readonly number[], digits = 0): string {
  if (values.length === 0) return "";
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return low === high ? middle! : `${middle} (${low}–${high})`;
}

export const SPREAD_EXPLAINED = "Each figure is a median, with the lower and upper quartile in brackets.";

export function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export interface Goal {
  what: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

export const atMost = (what: string, values: readonly number[], limit: number, unit: string, digits = 0): Goal => ({
  what,
  measured: `${withSpread(values, digits)}${unit}`,
  goal: `≤ ${limit}${unit}`,
  isMet: median(values) <= limit,
});

export const atLeast = (what: string, values: readonly number[], limit: number): Goal => ({
  what,
  measured: withSpread(values),
  goal: `≥ ${limit}`,
  isMet: median(values) >= limit,
});

export const goalTable = (goals: readonly Goal[]) =>
  table([
    ["", "measured", "goal", "met"],
    ...goals.map(({ what, measured, goal, isMet }) => [what, measured, goal, isMet ? "yes" : "**no**"]),
  ]);

/** Reads the ticks that the CPUs worked and the ticks stolen by the host for other machines; null if not on Linux. */
function cpuTicks(): { worked: number; stolen: number } | null {
  if (!existsSync("/proc/stat")) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = /^cpu +(.*)/
    .exec(readFileSync("/proc/stat", "utf8"))![1]!
    .split(" ")
    .map(Number);
  return { worked: user + nice + system + irq + softirq, stolen };
}

const ticksAtStart = cpuTicks();

function stolenShare(): string {
  const now = cpuTicks();
  if (!now || !ticksAtStart) return "unknown";
  const [worked, stolen] = [now.worked - ticksAtStart.worked, now.stolen - ticksAtStart.stolen];
  return `${((100 * stolen) / Math.max(1, worked + stolen)).toFixed(0)} %`;
}

export interface RunMetadata {
  rounds: number;
  machine: [string, string][];
  failures: string[];
}

const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout.trim();

/** Describes the machine and software of a run. `tools` names the packages that measured. */
export async function machineLines(
  tools: readonly string[],
  more: readonly [string, string][] = [],
): Promise<[string, string][]> {
  const cpus = os.cpus();
  const uncommitted = (await git("status", "--porcelain")) === "" ? "" : " and changes that are not committed";
  // Reads the files because not every package exports its package.json.
  const versions = tools.map(async (name): Promise<[string, string]> => {
    const folder = [import.meta.dirname, root].map((at) => path.join(at, "node_modules", name)).find(existsSync);
    const file = await readFile(path.join(folder!, "package.json"), "utf8");
    return [name, (JSON.parse(file) as { version: string }).version];
  });
  return [
    ["processor", `${cpus[0]?.model.trim()}, ${cpus.length} cores`],
    ["memory", `${Math.round(os.totalmem() / 2 ** 30)} GiB`],
    ["system", `${os.type()} ${os.release()} ${os.arch()}`],
    ["Node.js", process.version],
    ...more,
    ...(await Promise.all(versions)),
    ["date", new Date().toISOString().slice(0, 16).replace("T", " ")],
    ["commit", `${await git("rev-parse", "--short=12", "HEAD")}${uncommitted}`],
    [
      "load average at the start",
      os
        .loadavg()
        .map((load) => load.toFixed(1))
        .join(", "),
    ],
  ];
}

const commandOf = (title: string) => [`npm run bench -- ${title.toLowerCase()}`, ...process.argv.slice(2)].join(" ");

export const metadataLines = (title: string, { rounds, machine, failures }: RunMetadata, circumstances: string) => [
  `\`${commandOf(title)}\`: ${rounds} rounds, ${circumstances}.`,
  table([["", ""], ...machine, ["CPU time stolen by the host", stolenShare()]]),
  ...failures.map((failure) => `**Not measured:** ${failure}`),
];

/** Replaces the chapter of one benchmark in the file, keeps the others, and prints the chapter. */
export async function saveReport(title: string, out: string, report: string): Promise<void> {
  const before = await readFile(out, "utf8").catch(() => "");
  const others = before
    .split(/^(?=# )/m)
    .filter((chapter) => chapter.startsWith("# ") && !chapter.startsWith(`# ${title}\n`));
  const chapters = [...others, `# ${title}\n\n${report.trim()}\n`].toSorted();
  await mkdir(path.dirname(out), { recursive: true });
  await writeFile(out, chapters.map((chapter) => `${chapter.trim()}\n`).join("\n"));
  console.log(`\n${report}\n\nWritten to ${path.relative(process.cwd(), out)}.`);
}

/** Returns where a run is saved: only full runs replace the committed results. */
export const outputFile = (out: string | undefined, isFullRun: boolean) =>
  path.resolve(root, out ?? (isFullRun ? "bench/results.md" : ".conquest/bench/results.md"));
