import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const folder = path.join(import.meta.dirname, "page");

export const DEV_BASE = "/@dev/";

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
export async function pageFile(name: string): Promise<PageFile | null> {
  const type = TYPES[path.extname(name)];
  if (!type || !/^[\w-]+\.\w+$/.test(name)) return null;
  const content = await readFile(path.join(folder, name), "utf8").catch(() => null);
  if (content === null) return null;
  if (name !== "refresh.js") return { type, content };
  const runtime = await readRuntime();
  return { type, content: content.replace("/* react-refresh */", () => runtime) };
}

/**
 * Adds the dev client before all other scripts: the refresh runtime must load before React. `away` lists parts without
 * a running dev server.
 */
export function injectDevClient(html: string, away: readonly string[]): string {
  const tags = `<script src="${DEV_BASE}refresh.js"></script><script type="module" src="${DEV_BASE}client.js" data-away="${away.join(" ")}"></script>`;
  return html.replace(/<head[^>]*>/i, (head) => `${head}${tags}`);
}
