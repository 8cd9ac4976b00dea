import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the server, for what it reads there: from its sources, and from where it is built to, the one above. */
export const serverFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

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
