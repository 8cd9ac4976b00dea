import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "@conquest/scripts/src/root";

/** Puts the chapter of one bench into the file, in place of its last one; the chapters of other benches stay. */
async function writeChapter(file: string, title: string, text: string): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => "");
  const others = before
    .split(/^(?=# )/m)
    .filter((chapter) => chapter.startsWith("# ") && !chapter.startsWith(`# ${title}\n`));
  const chapters = [...others, `# ${title}\n\n${text.trim()}\n`].toSorted();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, chapters.map((chapter) => `${chapter.trim()}\n`).join("\n"));
}

interface Kept {
  title: string;
  /** The file of the chapter. */
  out: string;
  report: string;
  results: unknown;
  /** Of `performance.now()`. */
  startedAt: number;
}

/** Keeps and shows the report of a run, and its figures as they are beside the data of other benches. */
export async function keepResults({ title, out, report, results, startedAt }: Kept): Promise<void> {
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
