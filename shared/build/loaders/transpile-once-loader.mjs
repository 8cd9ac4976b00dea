import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const digest = (...texts) =>
  texts.reduce((hash, text) => hash.update(text).update("\n"), createHash("sha256")).digest("hex");

const entries = new Map();

/** Skips ts-loader for sources that any build has transpiled. Change `version` with the compiler or its options. */
export async function pitch() {
  const callback = this.async();
  try {
    const { folder, version } = this.getOptions();
    this.addDependency(this.resourcePath);
    const source = await readSource(this);
    const file = path.join(folder, `${digest(this.resourcePath, version)}.json`);
    const key = digest(version, source);
    this.data.entry = { file, key };
    const known = entries.get(file) ?? (await readEntry(file));
    if (known?.key !== key) return callback(null);
    entries.set(file, known);
    callback(null, known.code, known.map ?? undefined);
  } catch (error) {
    callback(error);
  }
}

export default function transpileOnceLoader(code, map) {
  const { file, key } = this.data.entry;
  const entry = { key, code, map: map ?? null };
  entries.set(file, entry);
  // Builds do not wait for the cache, and a full disk only makes the next build slower.
  writeEntry(file, entry).catch(() => undefined);
  this.callback(null, code, map);
}

const readSource = (loader) =>
  new Promise((resolve, reject) =>
    loader.fs.readFile(loader.resourcePath, (error, source) => (error ? reject(error) : resolve(source))),
  );

const checkOf = ({ key, code, map }) => digest(key, code, JSON.stringify(map));

export async function readEntry(file) {
  try {
    const entry = JSON.parse(await readFile(file, "utf8"));
    return entry.check === checkOf(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

export async function writeEntry(file, entry) {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(draft, JSON.stringify({ ...entry, check: checkOf(entry) }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
