import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { PARTS } from "../parts/parts";
import { root } from "../root";

const run = promisify(execFile);

/**
 * The sources as they are now, in a folder where they may be edited, with the builds that there are. It is kept: what compilers
 * remember there makes the next start a warm one. Only works where `git` and `cp` do.
 */
export async function copyOfSources(): Promise<string> {
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

/** A file that is the same keeps its time, by which compilers know it. */
async function copyChanged(from: string, to: string): Promise<void> {
  const [now, before] = await Promise.all([readFile(from).catch(() => null), readFile(to).catch(() => null)]);
  if (now === null || before?.equals(now)) return;
  await cp(from, to, { recursive: true });
}

/** Links to the same files: a second copy would be of the same versions. Packages of ours are links to where they are in the copy. */
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
