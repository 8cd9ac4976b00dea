import { copyFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./src/root";

/** Bundles the server into server/dist, which also needs its dependencies, server/migrations, server/media and the messages. */

const server = path.join(root, "server");
const target = path.join(server, "dist");
const PROGRAMS = ["server", "migrate", "make-admin", "verify", "audit-ledger", "backup", "restore"];

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
  // The oldest supported version, see docs/decisions/0067.
  target: "node20.19",
  sourcemap: "linked",
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
});
// Run in separate processes, so not bundled.
await copyFile(path.join(server, "src/platform/files/picture-worker.js"), path.join(target, "picture-worker.js"));
await copyFile(path.join(server, "src/ssr/ssr-worker.js"), path.join(target, "ssr-worker.js"));
console.log(`Built the server into ${path.relative(process.cwd(), target)}.`);
