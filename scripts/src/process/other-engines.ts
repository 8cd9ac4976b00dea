import { rm } from "node:fs/promises";
import path from "node:path";
import { root } from "../root";
import { runNode } from "./run-command";
import { startSite, stopSite } from "./site-child";
import type { Count } from "./test-count";

export const OTHER_ENGINES = ["firefox", "webkit"] as const;
export type OtherEngine = (typeof OTHER_ENGINES)[number];

const BROWSER_MISSING = 3;

export async function runInOtherEngines(engines: readonly OtherEngine[], screenshots?: string): Promise<Count> {
  const count: Count = { passed: 0, failures: [], skipped: 0 };
  const site = await startSite({ isApart: true });
  try {
    for (const engine of engines) {
      console.log(`\n${engine}`);
      const code = await runNode(
        ["--experimental-websocket", "--import", "tsx", path.join(root, "e2e/engines/main-job.ts")],
        {
          SITE_URL: site.url,
          IDENTITY_URL: site.identityUrl,
          BROWSER: engine,
          ...(screenshots && { SCREENSHOTS: path.resolve(screenshots) }),
        },
      );
      if (code === 0) count.passed += 1;
      else if (code === BROWSER_MISSING) count.skipped += 1;
      else count.failures.push(`The main job in ${engine} ended with ${code}`);
    }
  } finally {
    await stopSite(site);
    await rm(site.dataFolder, { recursive: true, force: true });
  }
  return count;
}
