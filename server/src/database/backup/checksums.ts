import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** In the folder of a backup, as `sha256sum --check` reads it. Keys begin with no dot. */
const SUMS = ".sha256";

/** In hexadecimal; null where no such file can be read. */
export async function checksumOf(folder: string, key: string): Promise<string | null> {
  const file = path.join(folder, key);
  if (!(await stat(file).catch(() => null))?.isFile()) return null;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** In hexadecimal, by keys. */
export type Checksums = ReadonlyMap<string, string>;

/** Writes what these files are, for whoever reads them years later, and answers it. */
export async function writeChecksums(folder: string, keys: Iterable<string>): Promise<Checksums> {
  const sums = new Map<string, string>();
  for (const key of keys) {
    const sum = await checksumOf(folder, key);
    if (sum !== null) sums.set(key, sum);
  }
  await writeFile(path.join(folder, SUMS), [...sums].map(([key, sum]) => `${sum}  ${key}\n`).join(""), { mode: 0o600 });
  return sums;
}

/** By their keys; null where none were written. */
export async function readChecksums(folder: string): Promise<Checksums | null> {
  const text = await readFile(path.join(folder, SUMS), "utf8").catch(() => null);
  if (text === null) return null;
  return new Map(text.split(/\r?\n/).flatMap((line) => (line === "" ? [] : [[line.slice(66), line.slice(0, 64)]])));
}
