import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The server's own folder, whether it runs from `src` or from `dist`: the nearest one that holds the migrations. */
export const serverFolder = ancestorWith("migrations", path.dirname(fileURLToPath(import.meta.url)));

function ancestorWith(name: string, folder: string): string {
  if (existsSync(path.join(folder, name))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`No folder above this file contains ${name}.`);
  return ancestorWith(name, parent);
}

/** A path as whoever types it means it: npm goes to the folder of the workspace before it runs anything. */
export const fromWhereCalled = (file: string): string => path.resolve(process.env["INIT_CWD"] ?? "", file);

/**
 * Makes a folder and those above it. Node's own way, which tries from below, never ends where a folder is there and takes none
 * (below /proc; nodejs/node#31481).
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another server made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
