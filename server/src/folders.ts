import path from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the server, for what it reads there: from its sources, and from where it is built to, the one above. */
export const serverFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A path as whoever types it means it: npm goes to the folder of the workspace before it runs anything. */
export const fromWhereCalled = (file: string): string => path.resolve(process.env["INIT_CWD"] ?? "", file);
