import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "@conquest/scripts/src/root";

/** Replaces the chapter of one bench in the file and keeps the others. */
async function writeChapter(file: string, title: string, text: string): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => "");
  const others = before
    .split(/^(?=# )/m)
    .filter((chapter) => chapter.startsWith("# ") && !chapter.startsWith(`# ${title}\n`));
  const chapters = [...others, `# ${title}\n\n${text.trim()}\n`].toSorted();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, chapters.map((chapter) => `${chapter.trim()}\n`).join("\n"));
}

interface BenchRun {
  title: string;
  out: string;
  report: string;
  results: unknown;
  /** A value of `performance.now()`. */
  startedAt: number;
}

/** Saves and prints the report of a run, and saves the raw results in `.conquest/bench`. */
export async function saveResults({ title, out, report, results, startedAt }: BenchRun): Promise<void> {
  await writeChapter(out, title, report);
  const plain = JSON.stringify(
    results,
    (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value),
    1,
  );
  await mkdir(path.join(root, ".conquest/bench"), { recursive: true });
  await writeFile(path.join(root, `.conquest/bench/${title.toLowerCase()}.json`), plain);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`\n${report}\n\nWritten into ${path.relative(process.cwd(), out)} after ${minutes} minutes.`);
}
