import type { RegistryDeps } from "@conquest/server/src/releases/change-registry";
import { releasePart } from "@conquest/server/src/releases/release-part";
import { hasRelease, versionOf } from "@conquest/server/src/releases/release-store";
import { readBuild } from "./part-build";
import { hasBuild } from "./parts";

/**
 * Releases the last build of each part, where that build was never released before: what was rolled back or disabled
 * since then stays so. A part without a build, or whose build is refused, is left as it was; the rest goes on.
 */
export async function releaseBuilds(deps: RegistryDeps, parts: readonly string[], tell: (line: string) => void): Promise<void> {
  for (const part of parts) {
    if (!hasBuild(part)) {
      tell(`${part} is not released: it has no build.`);
      continue;
    }
    const build = await readBuild(part);
    if (await hasRelease(deps.db, part, versionOf(build))) continue;
    try {
      const { version } = await releasePart(deps)(build, { who: "npm start", why: "new build" });
      tell(`${part} released as ${version}`);
    } catch (error) {
      tell(`${part} is not released: ${(error as Error).message}`);
    }
  }
}
