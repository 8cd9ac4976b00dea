import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const serverFolder = ancestorWith("migrations", path.dirname(fileURLToPath(import.meta.url)));

function ancestorWith(name: string, folder: string): string {
  if (existsSync(path.join(folder, name))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`No folder above this file contains ${name}.`);
  return ancestorWith(name, parent);
}

/** Resolves a path against the caller's directory, as npm changes to the workspace folder before it runs a script. */
export const resolveFromCaller = (file: string): string => path.resolve(process.env["INIT_CWD"] ?? "", file);

/** Node's recursive mkdir never returns below a folder that accepts no subfolders (/proc; nodejs/node#31481). */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  ensureFolder(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
