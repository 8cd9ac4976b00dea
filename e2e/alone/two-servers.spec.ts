import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { startSite, stopSite } from "../../scripts/src/process/site-child";
import { waitForHydration } from "../hydration";
import { admin } from "../people";
import { releaseFiles, rollBack, type Change, type DeploySite } from "../releases";
import { startSecond } from "../second-server";
import { expect, signIn, test } from "../site";

/** The site as two servers sharing one PostgreSQL database, as behind a load balancer. */
interface TwoServers {
  urls: [string, string];
  site: DeploySite;
}

const PART = "mf-dashboard-admin";
const PAGE = "/dashboard/inbox";
/** Maximum time in ms from the response to a registry change until every server gives it to new tabs. */
const MAX_PROPAGATION_MS = 1_000;

const twoServersTest = test.extend<object, { servers: TwoServers }>({
  servers: [
    async ({}, provide) => {
      const dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-two-"));
      const postgres = await startPostgres();
      const first = await startSite({
        dataFolder,
        args: ["--no-build"],
        env: { DATABASE_URL: postgres.url, SITE_URL: "" },
      });
      const second = await startSecond(postgres.url, first, path.join(dataFolder, "pictures"));
      await provide({ urls: [first.url, second.url], site: first });
      await second.stop();
      await stopSite(first);
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const registryAt = async (api: APIRequestContext, url: string, cookie?: string): Promise<Registry> =>
  (await (
    await api.get(`${url}/mf/registry.json`, cookie === undefined ? {} : { headers: { cookie } })
  ).json()) as Registry;

const versionAt = async (api: APIRequestContext, url: string, cookie?: string) =>
  (await registryAt(api, url, cookie)).remotes[PART]!.current.version;

/** Returns how long, in ms from now, it takes until every server gives this version to new tabs. */
async function propagationTime(api: APIRequestContext, { urls }: TwoServers, version: string): Promise<number> {
  const from = performance.now();
  for (const url of urls) await expect.poll(() => versionAt(api, url), { intervals: [20] }).toBe(version);
  return performance.now() - from;
}

const withTitle =
  (title: string): Change =>
  (file, content) =>
    file.startsWith("page-inbox") ? content.replaceAll('"Inbox"', `"${title}"`) : content;

async function openInbox(page: Page, url: string): Promise<void> {
  await signIn(page, admin, url);
  await page.goto(url + PAGE);
}

twoServersTest.skip(!hasPostgres, "There is no PostgreSQL on this machine.");

twoServersTest.describe("a release on a site with two servers", () => {
  twoServersTest.setTimeout(180_000);

  twoServersTest(
    "reaches new tabs of both within a second, leaves open tabs alone, and rolls back",
    async ({ page, another, servers }) => {
      const { urls, site } = servers;
      const [first, second] = urls;
      const before = await registryAt(page.request, first);

      await page.goto(`${first}/contact_us`);
      await waitForHydration(page);
      await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
      const message = page.locator("[name=message]");
      await message.focus();
      await page.keyboard.type("Will there be a contest ");

      const open = await another();
      await openInbox(open, first);
      const heading = (tab: Page, name: string) =>
        tab.locator("main").getByRole("heading", { level: 1, name, exact: true });
      await expect(heading(open, "Inbox")).toBeVisible();

      const version = await releaseFiles(page.request, PART, withTitle("Letters"), { site });
      expect(await propagationTime(page.request, servers, version)).toBeLessThan(MAX_PROPAGATION_MS);
      for (const url of urls) {
        // Cookies are shared between ports: in one browser the second sign-in would replace the first.
        const tab = url === second ? await another() : await open.context().newPage();
        if (url === second) await signIn(tab, admin, url);
        await tab.goto(url + PAGE);
        await expect(heading(tab, "Letters")).toBeVisible();
        await tab.close();
      }

      await page.keyboard.type("for kites?");
      await expect(message).toHaveValue("Will there be a contest for kites?");
      expect(await page.evaluate(() => "isSameDocument" in globalThis), "no reload").toBe(true);
      await expect(heading(open, "Inbox")).toBeVisible();
      const { [PART]: _changed, ...others } = (await registryAt(page.request, second)).remotes;
      const { [PART]: _was, ...othersBefore } = before.remotes;
      expect(others).toEqual(othersBefore);

      await rollBack(page.request, PART, site);
      expect(await propagationTime(page.request, servers, before.remotes[PART]!.current.version)).toBeLessThan(
        MAX_PROPAGATION_MS,
      );
      await open.reload();
      await expect(heading(open, "Inbox")).toBeVisible();
    },
  );

  twoServersTest(
    "as a canary reaches its share of visitors, who always get the same version",
    async ({ playwright, page, servers }) => {
      const { urls, site } = servers;
      const current = await versionAt(page.request, urls[0]);
      const version = await releaseFiles(page.request, PART, withTitle("Post"), { site, canary: 10 });
      try {
        // Visitors get an id as soon as a server knows about a canary.
        for (const url of urls)
          await expect.poll(async () => (await fetch(url)).headers.getSetCookie().join()).toContain("conquest_visitor");
        let reached = 0;
        for (let visitor = 0; visitor < 100; visitor += 1) {
          const api = await playwright.request.newContext();
          // The first page sets the visitor cookie.
          await api.get(urls[visitor % 2]!);
          const answers = [await versionAt(api, urls[0]), await versionAt(api, urls[1]), await versionAt(api, urls[0])];
          expect(new Set(answers).size, "the same on each server, each time").toBe(1);
          expect([current, version]).toContain(answers[0]);
          if (answers[0] === version) reached += 1;
          await api.dispose();
        }
        expect(reached).toBeGreaterThanOrEqual(7);
        expect(reached).toBeLessThanOrEqual(13);
      } finally {
        await rollBack(page.request, PART, site);
      }
    },
  );
});
