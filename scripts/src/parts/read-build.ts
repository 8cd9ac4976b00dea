import { readFile } from "node:fs/promises";
import path from "node:path";
import { readRemote } from "@conquest/server/src/releases/live/read-remote";
import type { Build } from "@conquest/server/src/releases/store/release-store";
import { root } from "../root";
import { filesBelow } from "./part-inputs";
import { distOf } from "./parts";

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
