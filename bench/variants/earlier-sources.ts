import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { runCommand } from "@conquest/scripts/src/process/run-command";
import { root } from "@conquest/scripts/src/root";

const run = promisify(execFile);

const READY = ".ready";

/** The last commit before server-side rendering, index scans for lists and response caching. A hash, because not every clone has the tags. */
export const BEFORE = "6ccb20cb27cf";

/** Checks out a tag or commit with its dependencies into a folder that later runs reuse. */
export async function earlierSources(tag: string): Promise<string> {
  const { stdout } = await run("git", ["rev-parse", `${tag}^{commit}`], { cwd: root });
  const folder = path.join(root, ".conquest/bench", stdout.trim().slice(0, 12));
  if (existsSync(path.join(folder, READY))) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await run("git", ["archive", "--output", archive, stdout.trim()], { cwd: root });
  await run("tar", ["-xf", archive, "-C", folder]);
  await rm(archive);
  if (await isSame("package-lock.json", folder)) await linkModules(folder);
  else await install(folder);
  await writeFile(path.join(folder, READY), "");
  return folder;
}

const isSame = async (file: string, folder: string) =>
  (await readFile(path.join(root, file))).equals(await readFile(path.join(folder, file)));

async function linkModules(folder: string): Promise<void> {
  const parts = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  for (const part of [".", ...parts]) {
    const modules = path.join(root, part, "node_modules");
    if (existsSync(modules) && existsSync(path.join(folder, part)))
      await run("cp", ["-al", modules, path.join(folder, part)]);
  }
}

async function install(folder: string): Promise<void> {
  const code = await runCommand("npm", ["ci", "--prefer-offline", "--prefix", folder]);
  if (code !== 0) throw new Error(`npm ci in ${folder} failed.`);
}
