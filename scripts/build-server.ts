import { copyFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./src/root";

/**
 * The server as production runs it: server/dist, which needs Node.js and the server's dependencies and nothing of this
 * repository but server/migrations and server/media. What it shares with pages is in it.
 */

const server = path.join(root, "server");
const target = path.join(server, "dist");
const PROGRAMS = ["server", "make-admin", "verify", "audit-ledger", "backup", "restore"];

const { dependencies } = JSON.parse(await readFile(path.join(server, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

await rm(target, { recursive: true, force: true });
await build({
  entryPoints: PROGRAMS.map((name) => path.join(server, `src/commands/${name}.ts`)),
  outdir: target,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Each names the lines of our sources when something fails.
  sourcemap: "linked",
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
});
// Run by other processes.
await copyFile(path.join(server, "src/platform/files/picture-worker.js"), path.join(target, "picture-worker.js"));
await copyFile(path.join(server, "src/ssr/ssr-worker.js"), path.join(target, "ssr-worker.js"));
console.log(`Built the server into ${path.relative(process.cwd(), target)}.`);
