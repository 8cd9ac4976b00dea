import module from "node:module";
import path from "node:path";
import { root } from "../root";

const folder = path.join(root, ".conquest/compiled");

/** For child processes. Node.js 20 ignores it. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: folder };

/** Keeps compiled code of this process between starts, from Node.js 22.1 on. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = module as { enableCompileCache?: (folder: string) => unknown };
  enable?.(folder);
}
