import type { Page } from "@playwright/test";
import { PARTS } from "../../scripts/src/parts/parts";
import { waitForHydration } from "../hydration";
import { admin, creator, user, type Person } from "../people";
import { releaseFiles } from "../releases";
import { expect, signIn, test } from "../site";

const RELEASES = 10;

/**
 * Another build of the same remote: a separate release, whose first script still refers to the others by content hash.
 */
const numbered = (number: number) => (file: string, content: string) =>
  /^(main|remoteEntry)\b.*\.js$/.test(file) ? `${content}\n/* ${number} */` : content;

async function walk(page: Page, links: ReturnType<Page["locator"]>): Promise<number> {
  const addresses = [
    ...new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!))),
  ].filter((address) => /^\/[^?#]*$/.test(address));
  for (const address of addresses) {
    await page.locator(`a[href="${address}"]`).locator("visible=true").first().click();
    await expect(page).toHaveURL(({ pathname }) => pathname === address);
    await expect(page.locator("main").getByRole("heading").first()).toBeVisible();
    await expect(page.getByText(/incident [0-9a-f]{8}/)).toHaveCount(0);
    await expect(page.locator(".cq-spinner")).toHaveCount(0);
  }
  return addresses.length;
}

test("tabs opened before ten releases of each remote still open new pages", async ({ page, another, request }) => {
  test.setTimeout(400_000);
  await page.goto("/");
  await waitForHydration(page);
  const tabs: { tab: Page; links: string }[] = [{ tab: page, links: "header a:not([hreflang]), footer a" }];
  for (const person of [user, creator, admin] satisfies Person[]) {
    const tab = await another();
    await signIn(tab, person);
    await tab.goto("/dashboard");
    await expect(tab.locator("main").getByRole("heading").first()).toBeVisible();
    tabs.push({ tab, links: "aside a[href^='/dashboard'], nav a[href^='/dashboard']" });
  }
  for (const { tab } of tabs) await tab.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));

  try {
    for (let number = 1; number <= RELEASES; number += 1) {
      for (const part of PARTS) await releaseFiles(request, part, numbered(number));
    }

    for (const { tab, links } of tabs) {
      expect(await walk(tab, tab.locator(links).locator("visible=true"))).toBeGreaterThan(2);
      expect(await tab.evaluate(() => "isSameDocument" in globalThis), "no reload").toBe(true);
    }
  } finally {
    // Restore the original builds.
    for (const part of PARTS) await releaseFiles(request, part, (_, content) => content);
  }
});
