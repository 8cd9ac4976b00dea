import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startSite, stopSite } from "../../scripts/src/process/site-child";
import { test } from "../site";

/** Has a site in English and Bangla with its own data. Files that use it share the site. */
export const languageTest = test.extend<object, { url: string }>({
  url: [
    async ({}, provide) => {
      const dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-languages-"));
      const site = await startSite({ dataFolder, args: ["--no-build"], env: { SITE_URL: "", DATABASE_URL: "" } });
      await provide(site.url);
      await stopSite(site);
      await rm(dataFolder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
});
