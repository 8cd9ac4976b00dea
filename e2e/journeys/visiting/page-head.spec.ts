import type { Page } from "@playwright/test";
import { waitForHydration } from "../../hydration";
import { expect, test } from "../../site";

const TAGS = /<(?:meta (?:name="(?:description|robots|twitter:card)"|property=)|link rel="canonical")[^>]*>/g;

const headTags = (html: string) => (/<head>[^]*<\/head>/.exec(html)![0].match(TAGS) ?? []).toSorted();

/** Expects the head to equal what the server sends for this URL. */
async function expectHeadOf(page: Page, address: RegExp | string): Promise<void> {
  await expect(page).toHaveURL(address);
  const html = await (await page.request.get(page.url())).text();
  const served = headTags(html);
  expect(served.filter((tag) => /"description"|canonical/.test(tag))).toHaveLength(2);
  await expect.poll(async () => headTags(`<head>${await page.locator("head").innerHTML()}</head>`)).toEqual(served);
  // Remotes render titles into it too; the last one counts.
  expect(html).toContain(`<title>${(await page.title()).replaceAll("&", "&amp;")}</title>`);
}

test("client-side navigation sets the same head tags as the server, once each", async ({ page }) => {
  const [{ _id }] = (await (await page.request.get("/api/all-contests?phase=completed")).json()) as [{ _id: string }];
  await page.goto(`/contest-details/${_id}`);
  await waitForHydration(page);
  await expectHeadOf(page, `/contest-details/${_id}`);
  await page.getByRole("link", { name: "Winner page" }).click();
  await expectHeadOf(page, `/contest-details/${_id}/winner`);
  await page.goBack();
  await expectHeadOf(page, `/contest-details/${_id}`);
  await page.getByRole("link", { name: "All Contests" }).first().click();
  await expectHeadOf(page, "/all_contests");
  // Contests of other tests, which are about kites, may be deleted at any time.
  const lasting = page.locator("main").getByRole("article").filter({ hasNotText: /kite/i });
  await lasting.first().getByRole("link", { name: "Details" }).click();
  await expectHeadOf(page, /contest-details/);
  await page.locator('main a[href^="/creators/"]').first().click();
  await expectHeadOf(page, /creators/);
});
