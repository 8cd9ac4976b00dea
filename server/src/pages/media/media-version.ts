import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";

/** How long the folder is taken to be as it was, in milliseconds. */
const KEPT_FOR = 5_000;

/**
 * One name for all pictures in the folder as they are now: it changes when any of them does, and is the same on every server
 * that has the same pictures. Empty where there is no such folder.
 */
export function mediaVersion(folder: string, keptFor = KEPT_FOR) {
  let seen = { state: "", version: "" };
  let current: Promise<string> | undefined;
  let lookedAt = 0;

  async function look(): Promise<string> {
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
    if (!current || now - lookedAt >= keptFor) {
      lookedAt = now;
      // A file that goes while it is looked at: as it was, until the next look.
      current = look().catch(() => seen.version);
    }
    return current;
  };
}
