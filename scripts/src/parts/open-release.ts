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
import { askSite, siteUrl, tokenIn, uploadOf, type DeployTarget } from "./deploy-client";
import type { SentBuild } from "./release-builds";
import { untilLive } from "./verify-release";

const NO_BROWSER =
  "There is no browser here to open it with before anybody else does. Install Chromium, set CHROME_PATH, or say --unopened: the history tells of it.";

/** Where it is noted which build was opened beside which state of a site: a release right after a preflight need not do it again. */
const noteOf = (part: string) => path.join(root, ".conquest/opened", `${part}.json`);

const noted = async (build: Build) => ({
  siteUrl,
  version: versionOf(build),
  revision: (await registryOf(siteUrl)).revision,
});

interface Options {
  /** It goes live without having been opened. */
  isUnopened: boolean;
  tell: (line: string) => void;
}

/**
 * What keeps a build from going live, as sentences: what the site itself finds, and what a browser on this machine does.
 * Rejects where no browser is at hand, unless it goes live unopened.
 */
export async function problemsBeforeRelease(build: Build, { isUnopened, tell }: Options): Promise<string[]> {
  const note = JSON.stringify(await noted(build));
  const known = await readFile(noteOf(build.part), "utf8").catch(() => null);
  if (known === note) return [];
  tell(`Asking ${siteUrl} …`);
  const { problems } = await askSite<{ problems: string[] }>("POST", "/mf/preflight", uploadOf(build));
  if (problems.length > 0 || isUnopened) return problems;
  const found = await openRelease(build, tell);
  if (found.length === 0) {
    await mkdir(path.dirname(noteOf(build.part)), { recursive: true });
    await writeFile(noteOf(build.part), note);
  }
  return found;
}

/**
 * Opens the pages of a build in a browser before it goes live: in a site of its own on this machine, with the demo's data, that
 * runs what the live one does and this build in the place of its part. Answers what is wrong with them, as sentences.
 */
export async function openRelease(build: Build, tell: (line: string) => void): Promise<string[]> {
  const beside = await liveBuilds(build.part);
  // Pages are of the other parts: the shell comes before all of them, and alone has none that could be opened.
  if (build.part === "shell" && beside.length === 0) {
    tell("The site has no part yet, and so no page to open.");
    return [];
  }
  const executablePath = await findBrowserHere();
  if (!executablePath) throw new Error(NO_BROWSER);
  tell("Opening its pages beside what is live …");
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-live-"));
  try {
    for (const sent of beside) await writeFile(path.join(folder, `${sent.part}.json`), JSON.stringify(sent));
    const site = await startSite({ args: ["--sent", folder], isApart: true, env: { REQUESTS_PER_MINUTE: "100000" } });
    const trial: DeployTarget = { url: site.url, token: tokenIn(site.dataFolder) };
    try {
      await askSite("POST", "/mf/releases", { ...uploadOf(build), who: "a trial", why: versionOf(build) }, trial);
      // Until a server looks at its registry again it gives what it knew: a site without this part, which has no page to open.
      await untilLive(site.url, build.part, versionOf(build));
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

/** What the live site runs beside this part, as that is sent. */
async function liveBuilds(part: string): Promise<SentBuild[]> {
  const { remotes } = await registryOf(siteUrl);
  const running = ["shell", ...Object.keys(remotes).filter((name) => remotes[name]!.isEnabled)];
  return Promise.all(
    running.filter((name) => name !== part).map((name) => askSite<SentBuild>("GET", `/mf/builds/${name}`)),
  );
}
