import type { Page } from "@playwright/test";
import { waitForHydration } from "../hydration";
import { releaseSsrBundle, rollBack } from "../releases";
import { expect, test } from "../site";

/** A remote that renders normally, except at URLs that say how it must fail. */
const failing = (code: string) => `${code}
;{
  const { default: Routes } = module.exports;
  const { jsx } = require("react/jsx-runtime");
  const { useLocation } = require("react-router-dom");
  const ways = {
    throws: () => { throw new Error("This part cannot render."); },
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

/** Returns the release that rendered a page on the server, or null if it was not rendered there. */
async function renderedBy(page: Page, address: string): Promise<string | null> {
  const html = await (await page.request.get(address)).text();
  const state = /id="conquest-drawn">(.*?)<\/script>/.exec(html)?.[1];
  return state ? (JSON.parse(state) as { version: string }).version : null;
}

test("a remote whose SSR fails does not break the site or mix releases", async ({ page, forgive }) => {
  const sound = await renderedBy(page, "/");
  const broken = await releaseSsrBundle(page.request, "mf-public", failing);
  try {
    await expect.poll(() => renderedBy(page, "/")).toBe(broken);
    for (const way of ["throws", "hangs", "grows", "chatters"]) {
      const answer = await page.goto(`/?drawing=${way}`);
      expect(answer?.status(), way).toBe(200);
      expect(await answer?.text(), way).not.toContain('id="conquest-drawn"');
      await expect(page.locator("main article").first(), way).toBeVisible();
      await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
      await expect(page.locator("main").getByRole("heading", { level: 1 }), way).toHaveText("All Contests");
      expect(await renderedBy(page, "/"), way).toBe(broken);
    }
    // After that many failures such pages are no longer tried; the site's own pages are.
    expect(await renderedBy(page, "/?anything=1")).toBeNull();
    expect(await renderedBy(page, "/about?anything=1")).toBe(broken);

    // The browser cannot load that release and falls back to the previous one, which renders for itself.
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
    await waitForHydration(page);
    await expect(page.getByRole("searchbox")).toHaveValue("logo");
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/q=logo/);
    await expect(page.locator("main").getByRole("alert")).toHaveCount(0);

    await releaseSsrBundle(page.request, "mf-public", () => null);
    await expect.poll(() => renderedBy(page, "/")).toBeNull();
    await page.goto("/");
    await expect(page.locator("main article").first()).toBeVisible();
    await rollBack(page.request, "mf-public");
    await expect.poll(() => renderedBy(page, "/")).toBe(broken);
  } finally {
    await releaseSsrBundle(page.request, "mf-public", (code) => code);
  }
  await expect.poll(() => renderedBy(page, "/")).toBe(sound);
});
