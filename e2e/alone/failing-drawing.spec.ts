import type { Page } from "@playwright/test";
import { isAwake } from "../awake";
import { releaseDrawing, rollBack } from "../releases";
import { expect, test } from "../site";

/** A part that draws as it should, but for addresses that say how it is to fail. */
const failing = (code: string) => `${code}
;{
  const { default: Routes } = module.exports;
  const { jsx } = require("react/jsx-runtime");
  const { useLocation } = require("react-router-dom");
  const ways = {
    throws: () => { throw new Error("This part cannot draw."); },
    hangs: () => { for (;;); },
    grows: () => { for (const all = [];;) all.push(new Array(1e5).fill({})); },
    chatters: () => "x".repeat(5e6),
  };
  const Failing = () => {
    const way = ways[new URLSearchParams(useLocation().search).get("drawing")];
    return way ? way() : jsx(Routes, {});
  };
  module.exports = { ...module.exports, default: Failing };
}`;

/** The release that drew a page; null when it arrived undrawn. */
async function drawnBy(page: Page, address: string): Promise<string | null> {
  const html = await (await page.request.get(address)).text();
  const state = /id="conquest-drawn">(.*?)<\/script>/.exec(html)?.[1];
  return state ? (JSON.parse(state) as { version: string }).version : null;
}

test("a part whose drawing fails takes nothing from the site, and what is drawn is what the visitor loads", async ({
  page,
  forgive,
}) => {
  const sound = await drawnBy(page, "/");
  const broken = await releaseDrawing(page.request, "mf-public", failing);
  try {
    await expect.poll(() => drawnBy(page, "/")).toBe(broken);
    for (const way of ["throws", "hangs", "grows", "chatters"]) {
      const answer = await page.goto(`/?drawing=${way}`);
      expect(answer?.status(), way).toBe(200);
      expect(await answer?.text(), way).not.toContain('id="conquest-drawn"');
      await expect(page.locator("main article").first(), way).toBeVisible();
      await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
      await expect(page.locator("main").getByRole("heading", { level: 1 }), way).toHaveText("All Contests");
      expect(await drawnBy(page, "/"), way).toBe(broken);
    }
    // After that many failures such pages are not even tried; the site's own are.
    expect(await drawnBy(page, "/?anything=1")).toBeNull();
    expect(await drawnBy(page, "/about?anything=1")).toBe(broken);

    // The browser cannot have that release, and goes back to the one before: that draws for itself.
    forgive(/mf-public|Failed to load/);
    let fail: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => (fail = resolve));
    await page.route(new RegExp(`/mf/mf-public/${broken}/.*\\.js`), async (route) => {
      await isTime;
      await route.fulfill({ status: 503, body: "" });
    });
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("searchbox").fill("logo");
    fail();
    await isAwake(page);
    await expect(page.getByRole("searchbox")).toHaveValue("logo");
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/q=logo/);
    await expect(page.locator("main").getByRole("alert")).toHaveCount(0);

    await releaseDrawing(page.request, "mf-public", () => null);
    await expect.poll(() => drawnBy(page, "/")).toBeNull();
    await page.goto("/");
    await expect(page.locator("main article").first()).toBeVisible();
    await rollBack(page.request, "mf-public");
    await expect.poll(() => drawnBy(page, "/")).toBe(broken);
  } finally {
    await releaseDrawing(page.request, "mf-public", (code) => code);
  }
  await expect.poll(() => drawnBy(page, "/")).toBe(sound);
});
