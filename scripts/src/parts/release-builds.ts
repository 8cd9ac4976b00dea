import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { RegistryDeps } from "@conquest/server/src/releases/deploy/change-registry";
import { mirrorRelease, releasePart } from "@conquest/server/src/releases/deploy/release-part";
import { FAST_BROTLI_QUALITY } from "@conquest/server/src/releases/store/content-type";
import { versionOf, wasReleased, type Build } from "@conquest/server/src/releases/store/release-store";
import { isQuickBuild } from "./part-inputs";
import { readBuild } from "./read-build";
import { hasBuild } from "./parts";

export async function releaseBuilds(
  deps: RegistryDeps,
  parts: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  for (const part of parts) await releaseBuild(deps, part, log);
}

/** Releases the last build, unless rejected or released before, so that rollbacks persist. */
export async function releaseBuild(deps: RegistryDeps, part: string, log: (line: string) => void): Promise<void> {
  if (!hasBuild(part)) return log(`${part} is not released: it has no build.`);
  const build = await readBuild(part);
  if (await wasReleased(deps.db, part, versionOf(build))) return;
  try {
    const isQuick = await isQuickBuild(part);
    await releasePart({ ...deps, ...(isQuick && { brotliQuality: FAST_BROTLI_QUALITY }) })(build, {
      who: "npm start",
      why: "new build",
    });
  } catch (error) {
    log(`${part} is not released: ${(error as Error).message}`);
  }
}

export interface EncodedBuild extends Omit<Build, "files"> {
  files: { path: string; base64: string }[];
}

export const decodeBuild = ({ files, ...rest }: EncodedBuild): Build => ({
  ...rest,
  files: files.map(({ path: name, base64 }) => ({ path: name, content: Buffer.from(base64, "base64") })),
});

export async function releaseEncodedBuilds(deps: RegistryDeps, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const build = decodeBuild(JSON.parse(await readFile(path.join(folder, name), "utf8")) as EncodedBuild);
    await mirrorRelease(deps, build, { who: "a trial", why: "as the live site" });
  }
}
