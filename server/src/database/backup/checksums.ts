import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** Name in the backup folder, in the format of `sha256sum --check`. File keys never begin with a dot. */
const CHECKSUM_FILE = ".sha256";

export async function checksumOf(folder: string, key: string): Promise<string | null> {
  const file = path.join(folder, key);
  if (!(await stat(file).catch(() => null))?.isFile()) return null;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

export type Checksums = ReadonlyMap<string, string>;

export async function writeChecksums(folder: string, keys: Iterable<string>): Promise<Checksums> {
  const sums = new Map<string, string>();
  for (const key of keys) {
    const sum = await checksumOf(folder, key);
    if (sum !== null) sums.set(key, sum);
  }
  await writeFile(path.join(folder, CHECKSUM_FILE), [...sums].map(([key, sum]) => `${sum}  ${key}\n`).join(""), {
    mode: 0o600,
  });
  return sums;
}

export async function readChecksums(folder: string): Promise<Checksums | null> {
  const text = await readFile(path.join(folder, CHECKSUM_FILE), "utf8").catch(() => null);
  if (text === null) return null;
  return new Map(text.split(/\r?\n/).flatMap((line) => (line === "" ? [] : [[line.slice(66), line.slice(0, 64)]])));
}
