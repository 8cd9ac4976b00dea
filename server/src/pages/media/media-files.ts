import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { contentTypeOf } from "../../releases/store/content-type";
import { isFilePath } from "../../releases/store/file-path";
import { createHash } from "node:crypto";

const NO_FILE = new Set(["ENOENT", "EISDIR", "ENOTDIR"]);

/** Reads the site's own pictures by path within `folder`. Not cached, so changes appear at once. */
export function mediaFiles(folder: string) {
  return async function find(name: string): Promise<{ content: Buffer; contentType: string } | null> {
    if (!isFilePath(name)) return null;
    try {
      return { content: await readFile(path.join(folder, name)), contentType: contentTypeOf(name) };
    } catch (error) {
      if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  };
}

const CHECK_INTERVAL_MS = 5_000;

/** Returns a hash that is equal on all servers with the same pictures; empty if there is no folder. */
export function mediaVersion(folder: string, checkIntervalMs = CHECK_INTERVAL_MS) {
  let seen = { state: "", version: "" };
  let current: Promise<string> | undefined;
  let scannedAt = 0;

  async function scanFolder(): Promise<string> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
    const stats = await Promise.all(files.map((file) => stat(file)));
    const state = stats.map(({ size, mtimeMs }, index) => `${files[index]} ${size} ${mtimeMs}`).join("\n");
    if (state !== seen.state) seen = { state, version: await hashOf(files) };
    return seen.version;
  }

  async function hashOf(files: readonly string[]): Promise<string> {
    const hash = createHash("sha256");
    for (const file of files)
      hash.update(`${path.relative(folder, file)}\0`).update(
        createHash("sha256")
          .update(await readFile(file))
          .digest(),
      );
    return hash.digest("base64url").slice(0, 10);
  }

  return function version(): Promise<string> {
    const now = performance.now();
    if (!current || now - scannedAt >= checkIntervalMs) {
      scannedAt = now;
      // Keeps the last version if a file disappears during the scan.
      current = scanFolder().catch(() => seen.version);
    }
    return current;
  };
}
