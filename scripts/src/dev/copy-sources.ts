import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { PARTS } from "../parts/parts";
import { root } from "../root";

const run = promisify(execFile);

/**
 * Copies the sources and builds to a folder that tests may edit. The folder is kept, so that compiler caches make the
 * next start a warm one. Requires `git` and `cp`.
 */
export async function copySources(): Promise<string> {
  const folder = path.join(root, ".conquest/try-dev");
  await mkdir(folder, { recursive: true });
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 1e8,
  });
  const names = stdout.split("\n").filter(Boolean);
  for (const name of names) await copyChanged(path.join(root, name), path.join(folder, name));
  for (const part of PARTS) {
    await rm(path.join(folder, part, "dist"), { recursive: true, force: true });
    await cp(path.join(root, part, "dist"), path.join(folder, part, "dist"), {
      recursive: true,
      preserveTimestamps: true,
    }).catch(() => undefined);
  }
  await linkModules(folder);
  return folder;
}

/** Keeps the mtime of unchanged files, which compilers use to detect changes. */
async function copyChanged(from: string, to: string): Promise<void> {
  const [now, before] = await Promise.all([readFile(from).catch(() => null), readFile(to).catch(() => null)]);
  if (now === null || before?.equals(now)) return;
  await cp(from, to, { recursive: true });
}

/** Hard-links node_modules; workspace packages are relative links that resolve within the copy. */
async function linkModules(folder: string): Promise<void> {
  for (const part of [".", ...(await readdir(folder))]) {
    const modules = path.join(root, part, "node_modules");
    const to = path.join(folder, part, "node_modules");
    const isThere = await stat(modules).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (!isThere) continue;
    await rm(to, { recursive: true, force: true });
    await run("cp", ["-al", modules, to]);
  }
}
