import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const folder = process.env["DEV_SOURCES"] ?? "";
const originals = new Map<string, string>();

/** Edits a file in the copy of the sources that `npm run dev` runs from. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(path.join(folder, file), "utf8");
  if (!text.includes(from)) throw new Error(`There is no ${from} in ${file}.`);
  if (!originals.has(file)) originals.set(file, text);
  await writeFile(path.join(folder, file), text.replace(from, to));
}

export async function restore(): Promise<void> {
  for (const [file, text] of originals) await writeFile(path.join(folder, file), text);
  originals.clear();
}
