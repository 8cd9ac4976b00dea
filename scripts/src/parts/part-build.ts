import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { readRemote } from "@conquest/server/src/releases/live/read-remote";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { trackChildProcess } from "../process/children";
import { root } from "../root";
import { distOf } from "./parts";

const require = createRequire(import.meta.url);

const INPUTS_FILE = ".inputs";
const SKIPPED = new Set(["node_modules", "dist", ".tsbuild", "coverage"]);

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(file);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
    }),
  );
  return nested.flat();
}

async function inputsOf(part: string): Promise<string> {
  const files = [
    ...(await filesBelow(path.join(root, part))),
    ...(await filesBelow(path.join(root, "shared"))),
    path.join(root, "package-lock.json"),
    path.join(root, "tsconfig.base.json"),
  ].sort();
  const hash = createHash("sha256").update(process.version);
  for (const file of files) hash.update(`${path.relative(root, file)}\n`).update(await readFile(file));
  return hash.digest("hex");
}

export async function isBuilt(part: string): Promise<boolean> {
  const recorded = await readFile(path.join(distOf(part), INPUTS_FILE), "utf8").catch(() => null);
  return recorded !== null && recorded === (await inputsOf(part));
}

/** Builds the part for production. On failure rejects with webpack's output and keeps the last build. */
export async function buildPart(part: string): Promise<void> {
  // Hashed before the build, so that edits during it require another build.
  const inputs = await inputsOf(part);
  const webpack = path.join(path.dirname(require.resolve("webpack-cli/package.json")), "bin/cli.js");
  const draft = path.join(root, ".conquest/builds", part);
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = trackChildProcess(
      spawn(process.execPath, [webpack, "--mode", "production", "--output-path", draft], {
        cwd: path.join(root, part),
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${part} does not build:\n${Buffer.concat(output).toString("utf8").trim()}`);
  await writeFile(path.join(draft, INPUTS_FILE), inputs);
  await rm(distOf(part), { recursive: true, force: true });
  await rename(draft, distOf(part));
}

/** Reads the build for a release, without source maps, which are as large as the rest. */
export async function readBuild(part: string, dist = distOf(part), folder = path.join(root, part)): Promise<Build> {
  const names = (await filesBelow(dist)).map((file) => path.relative(dist, file).split(path.sep).join("/"));
  const wanted = names.filter(
    (name) => !name.split("/").some((piece) => piece.startsWith(".")) && !name.endsWith(".map"),
  );
  const files = await Promise.all(
    wanted.map(async (name) => ({ path: name, content: await readFile(path.join(dist, name)) })),
  );
  const remote = part === "shell" ? null : await readRemote(folder);
  return { part, remote, files };
}
