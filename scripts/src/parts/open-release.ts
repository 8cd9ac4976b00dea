import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { versionOf, type Build } from "@conquest/server/src/releases/store/release-store";
import { registryOf } from "../browser/demo-pages";
import { tryPages } from "../browser/try-pages";
import { findBrowserHere } from "../process/find-browser";
import { startSite, stopSite } from "../process/site-child";
import { root } from "../root";
import { requestSite, siteUrl, tokenIn, uploadOf, type DeployTarget } from "./deploy-client";
import type { EncodedBuild } from "./release-builds";
import { waitUntilLive } from "./verify-release";

const NO_BROWSER =
  "No browser found to test the release with. Install Chromium, set CHROME_PATH, or use --unopened, which the history records.";

/** Records which build was tested with which revision, so that a release after a preflight can skip the tests. */
const recordFile = (part: string) => path.join(root, ".conquest/opened", `${part}.json`);

const currentState = async (build: Build) => ({
  siteUrl,
  version: versionOf(build),
  revision: (await registryOf(siteUrl)).revision,
});

interface Options {
  isUnopened: boolean;
  log: (line: string) => void;
}

/** Returns what the preflight and a local browser find; rejects without a browser, unless `isUnopened`. */
export async function findReleaseBlockers(build: Build, { isUnopened, log }: Options): Promise<string[]> {
  const state = JSON.stringify(await currentState(build));
  const known = await readFile(recordFile(build.part), "utf8").catch(() => null);
  if (known === state) return [];
  log(`Checking with ${siteUrl} …`);
  const { problems } = await requestSite<{ problems: string[] }>("POST", "/mf/preflight", uploadOf(build));
  if (problems.length > 0 || isUnopened) return problems;
  const found = await testReleasePages(build, log);
  if (found.length === 0) {
    await mkdir(path.dirname(recordFile(build.part)), { recursive: true });
    await writeFile(recordFile(build.part), state);
  }
  return found;
}

/** Returns the problems of a build's pages in a browser, on a demo site that mirrors the live releases. */
export async function testReleasePages(build: Build, log: (line: string) => void): Promise<string[]> {
  const liveParts = await liveBuilds(build.part);
  // The shell has no pages of its own, and is released first.
  if (build.part === "shell" && liveParts.length === 0) {
    log("The site has no parts yet, so there is no page to open.");
    return [];
  }
  const executablePath = await findBrowserHere();
  if (!executablePath) throw new Error(NO_BROWSER);
  log("Opening its pages next to the live ones …");
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-live-"));
  try {
    for (const sent of liveParts) await writeFile(path.join(folder, `${sent.part}.json`), JSON.stringify(sent));
    const site = await startSite({ args: ["--sent", folder], isApart: true, env: { REQUESTS_PER_MINUTE: "100000" } });
    const trial: DeployTarget = { url: site.url, token: tokenIn(site.dataFolder) };
    try {
      await requestSite("POST", "/mf/releases", { ...uploadOf(build), who: "a trial", why: versionOf(build) }, trial);
      // Servers cache the registry briefly; without the part there would be no page to open.
      await waitUntilLive(site.url, build.part, versionOf(build));
      const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
      try {
        return await tryPages(browser, site.url, build.part);
      } finally {
        await browser.close();
      }
    } finally {
      await stopSite(site);
      await rm(site.dataFolder, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function liveBuilds(part: string): Promise<EncodedBuild[]> {
  const { remotes } = await registryOf(siteUrl);
  const running = ["shell", ...Object.keys(remotes).filter((name) => remotes[name]!.isEnabled)];
  return Promise.all(
    running.filter((name) => name !== part).map((name) => requestSite<EncodedBuild>("GET", `/mf/builds/${name}`)),
  );
}
