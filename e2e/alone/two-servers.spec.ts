import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { startSite, stopSite } from "../../scripts/src/process/site-child";
import { isAwake } from "../awake";
import { admin } from "../people";
import { releaseFiles, rollBack, type Change, type DeploySite } from "../releases";
import { startSecond } from "../second-server";
import { expect, signIn, test } from "../site";

/** The site as two servers over one PostgreSQL, as behind a load balancer. */
interface TwoServers {
  urls: [string, string];
  site: DeploySite;
}

const PART = "mf-dashboard-admin";
const PAGE = "/dashboard/inbox";
/** From the answer to whoever changed the registry until every server gives it to new tabs, in milliseconds. */
const SEEN_WITHIN = 1_000;

const both = test.extend<object, { servers: TwoServers }>({
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

/** How long after now every server gives new tabs this version, in milliseconds. */
async function seenAfter(api: APIRequestContext, { urls }: TwoServers, version: string): Promise<number> {
  const from = performance.now();
  for (const url of urls) await expect.poll(() => versionAt(api, url), { intervals: [20] }).toBe(version);
  return performance.now() - from;
}

/** The part's page with another heading. */
const titled =
  (title: string): Change =>
  (file, content) =>
    file.startsWith("page-inbox") ? content.replaceAll('"Inbox"', `"${title}"`) : content;

async function openInbox(page: Page, url: string): Promise<void> {
  await signIn(page, admin, url);
  await page.goto(url + PAGE);
}

both.skip(!hasPostgres, "There is no PostgreSQL on this machine.");

both.describe("a part that is released to a site of two servers", () => {
  both.setTimeout(180_000);

  both(
    "is in new tabs of both within a second, disturbs nobody, and goes back as fast",
    async ({ page, another, servers }) => {
      const { urls, site } = servers;
      const [first, second] = urls;
      const before = await registryAt(page.request, first);

      // Somebody writes a message in another part.
      await page.goto(`${first}/contact_us`);
      await isAwake(page);
      await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
      const message = page.locator("[name=message]");
      await message.focus();
      await page.keyboard.type("Will there be a contest ");

      // An admin has the part open on one server, and will open it on the other.
      const open = await another();
      await openInbox(open, first);
      const heading = (tab: Page, name: string) =>
        tab.locator("main").getByRole("heading", { level: 1, name, exact: true });
      await expect(heading(open, "Inbox")).toBeVisible();

      const version = await releaseFiles(page.request, PART, titled("Letters"), { site });
      expect(await seenAfter(page.request, servers, version)).toBeLessThan(SEEN_WITHIN);
      for (const url of urls) {
        // Cookies do not tell ports apart: in one browser the second sign-in would take the place of the first.
        const tab = url === second ? await another() : await open.context().newPage();
        if (url === second) await signIn(tab, admin, url);
        await tab.goto(url + PAGE);
        await expect(heading(tab, "Letters")).toBeVisible();
        await tab.close();
      }

      // Who was there before saw nothing of it.
      await page.keyboard.type("for kites?");
      await expect(message).toHaveValue("Will there be a contest for kites?");
      expect(await page.evaluate(() => "isSameDocument" in globalThis), "no reload").toBe(true);
      await expect(heading(open, "Inbox")).toBeVisible();
      const { [PART]: _changed, ...others } = (await registryAt(page.request, second)).remotes;
      const { [PART]: _was, ...othersBefore } = before.remotes;
      expect(others).toEqual(othersBefore);

      await rollBack(page.request, PART, site);
      expect(await seenAfter(page.request, servers, before.remotes[PART]!.current.version)).toBeLessThan(SEEN_WITHIN);
      await open.reload();
      await expect(heading(open, "Inbox")).toBeVisible();
    },
  );

  both(
    "as a canary reaches its share of the visitors, and each of them always gets the same",
    async ({ playwright, page, servers }) => {
      const { urls, site } = servers;
      const current = await versionAt(page.request, urls[0]);
      const version = await releaseFiles(page.request, PART, titled("Post"), { site, canary: 10 });
      try {
        // Visitors are told apart as soon as a server knows of a canary.
        for (const url of urls)
          await expect.poll(async () => (await fetch(url)).headers.getSetCookie().join()).toContain("conquest_visitor");
        let reached = 0;
        for (let visitor = 0; visitor < 100; visitor += 1) {
          const api = await playwright.request.newContext();
          // A visitor's cookie comes with their first page.
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
