import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const folder = process.env["DEV_SOURCES"] ?? "";
const before = new Map<string, string>();

/** Edits a file of the copy that `npm run dev` runs from. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(folder, file), "utf8");
  if (!text.includes(from)) throw new Error(`There is no ${from} in ${file}.`);
  if (!before.has(file)) before.set(file, text);
  await writeFile(path.join(folder, file), text.replace(from, to));
}

/** All files as they were. */
export async function mend(): Promise<void> {
  for (const [file, text] of before) await writeFile(path.join(folder, file), text);
  before.clear();
}
