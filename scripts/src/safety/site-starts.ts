import path from "node:path";
import { register, signIn } from "../demo/api-person";
import { killSite, startSite, stopSite } from "../process/site-child";
import { withTemporaryFolder } from "./open-servers";

export interface SiteStartsResult {
  kills: number;
  lost: number;
  /** Startup time of the site with the identity emulator, in seconds. */
  start: { median: number; longest: number };
}

export function trySiteStarts(kills: number): Promise<SiteStartsResult> {
  return withTemporaryFolder(async (folder) => {
    const dataFolder = path.join(folder, "site");
    let site = await startSite({ dataFolder });
    const starts: number[] = [];
    let lost = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const registered: string[] = [];
      const registers = (async () => {
        for (let count = 0; ; count += 1) {
          const email = `start-${kill}-${count}@conquest.test`;
          await register(site, email);
          registered.push(email);
        }
      })().catch(() => undefined);
      while (registered.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
      await killSite(site);
      await registers;
      const from = performance.now();
      site = await startSite({ dataFolder });
      starts.push((performance.now() - from) / 1000);
      for (const email of registered) await signIn(site, email).catch(() => (lost += 1));
    }
    await stopSite(site);
    starts.sort((a, b) => a - b);
    const rounded = (seconds: number) => Number(seconds.toFixed(1));
    return {
      kills,
      lost,
      start: { median: rounded(starts[Math.floor(starts.length / 2)]!), longest: rounded(starts.at(-1)!) },
    };
  });
}
