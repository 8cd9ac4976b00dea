import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, "page");

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
};

interface PageFile {
  type: string;
  content: string;
}

const readRuntime = () =>
  readFile(
    path.join(path.dirname(require.resolve("react-refresh/package.json")), "cjs/react-refresh-runtime.development.js"),
    "utf8",
  );

/** Reads a file of the board or the dev client, uncached because it may be under development. */
export async function readPageFile(name: string): Promise<PageFile | null> {
  const type = TYPES[path.extname(name)];
  if (!type || !/^[\w-]+\.\w+$/.test(name)) return null;
  const content = await readFile(path.join(folder, name), "utf8").catch(() => null);
  if (content === null) return null;
  if (name !== "refresh.js") return { type, content };
  const runtime = await readRuntime();
  return { type, content: content.replace("/* react-refresh */", () => runtime) };
}
