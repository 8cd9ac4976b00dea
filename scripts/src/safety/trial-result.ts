import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { root } from "../root";

export interface TrialResult {
  title: string;
  figures: Readonly<Record<string, number | string>>;
  /** The largest value of a figure that keeps the guarantee. */
  limits?: Readonly<Record<string, number>>;
  /** The only value of a figure that keeps the guarantee. */
  expected?: Readonly<Record<string, number>>;
  /** Number of responses by status, which must be a success, a conflict, or a rejection that may be retried. */
  responses?: Readonly<Record<string, number>>;
  /** If true, a table of its own in docs/safety.md contains the result. */
  isInTable?: boolean;
}

export const NONE_LOST = { lost: 0, contradictions: 0 } as const;

const ACCEPTABLE = new Set(["200", "409", "429", "503"]);

/** Returns a sentence for each broken guarantee; a missing figure breaks one. */
export function violationsOf({ title, figures, limits = {}, expected = {}, responses = {} }: TrialResult): string[] {
  const valueOf = (name: string) => Number(figures[name] ?? NaN);
  const broken = [
    ...Object.keys(limits).filter((name) => !(valueOf(name) <= limits[name]!)),
    ...Object.keys(expected).filter((name) => valueOf(name) !== expected[name]),
  ];
  return [
    ...broken.map((name) => `${title}: ${name}: ${valueOf(name)}`),
    ...Object.entries(responses)
      .filter(([status]) => !ACCEPTABLE.has(status))
      .map(([status, count]) => `${title}: responses of ${status}: ${count}`),
  ];
}

export const seconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(2));

/** Median and longest duration, in seconds. */
export function startFigures(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return {
    "median start, s": seconds(sorted[Math.floor(sorted.length / 2)]!),
    "longest start, s": seconds(sorted.at(-1)!),
  };
}

const BEGIN = "<!-- figures: npm run test:safety writes what is between these lines -->";
const END = "<!-- end of the figures -->";

const machine = () =>
  `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? "an unknown processor"} (${os.cpus().length} cores), Node.js ${process.version}.`;

const list = (figures: object) =>
  Object.entries(figures)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");

/** Replaces the text between two lines of docs/safety.md. */
async function replaceFigures(begin: string, end: string, paragraphs: readonly string[]): Promise<void> {
  const file = path.join(root, "docs/safety.md");
  const text = await readFile(file, "utf8");
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error("docs/safety.md has no place for figures.");
  await writeFile(file, `${text.slice(0, before)}${begin}\n\n${paragraphs.join("\n\n")}\n\n${text.slice(after)}`);
}

/** Replaces the figures in docs/safety.md. */
export const writeSafetyReport = (results: readonly TrialResult[], skipped: readonly string[]): Promise<void> =>
  replaceFigures(BEGIN, END, [
    machine(),
    ...results.map(({ title, figures, responses = {} }) => `**${title}.** ${list({ ...responses, ...figures })}.`),
    ...(skipped.length > 0 ? [`**Not tested here:** ${skipped.join("; ")}.`] : []),
  ]);

const TABLE_BEGIN = "<!-- failover: npm run test:safety -- --only failover writes this table -->";
const TABLE_END = "<!-- end of failover -->";

/** Replaces the table of failovers in docs/safety.md; its columns are the figures with these names. */
export function writeFailoverTable(results: readonly TrialResult[], columns: readonly string[]): Promise<void> {
  const rows = results.map(({ title, figures, responses = {} }) => [
    title,
    list(responses),
    ...columns.map((name) => figures[name] ?? ""),
  ]);
  const header = ["fault", "responses", ...columns];
  const lines = [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return replaceFigures(TABLE_BEGIN, TABLE_END, [machine(), lines.join("\n")]);
}
