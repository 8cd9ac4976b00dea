import type { Page } from "@playwright/test";
import { expect, test } from "../../signed-in";

const ENDPOINTS = { user: "my-overview", creator: "creator-overview", admin: "site-overview" } as const;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Collects what moves in the page itself, as `globalThis.moved`. */
const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        for (const { node } of sources)
          if (node?.parentElement?.closest("main"))
            moved.push(`${value.toFixed(4)}: ${node.textContent?.slice(0, 40)}`);
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);

for (const person of ["user", "creator", "admin"] as const) {
  test.describe(person, () => {
    test.use({ person });

    for (const [width, height] of [
      [1440, 900],
      [360, 740],
    ] as const)
      test(`the overview moves nothing while it loads, at ${width} pixels`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await observeShifts(page);
        // The figures at the top arrive after what is below them.
        const steps = page.waitForResponse("**/api/next-steps*");
        await page.route(`**/api/${ENDPOINTS[person]}*`, async (route) => {
          await steps;
          await route.continue();
        });
        await page.goto("/dashboard");
        await expect(page.getByRole("region", { name: "Next steps" }).getByRole("link").first()).toBeVisible();
        if (person !== "user") await expect(page.getByRole("slider").last()).toBeVisible();
        await page.waitForLoadState("networkidle");
        expect(await shiftsOf(page)).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
      });

    test("each figure of the overview links to a page that exists", async ({ page }) => {
      await page.goto("/dashboard");
      const tiles = page.getByRole("list", { name: /in numbers$/ }).getByRole("link");
      await expect(tiles).toHaveCount(4);
      const targets = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
      for (const target of targets) {
        await page.goto(target);
        await expect(page.getByRole("heading", { level: 1 })).not.toContainText("does not exist");
        await expect(page.locator(".cq-state[role=alert]")).toHaveCount(0);
      }
    });
  });
}

test.describe("charts", () => {
  test.use({ person: "admin" });

  test("can be read by pointer and by keyboard", async ({ page }) => {
    await page.goto("/dashboard");
    const chart = page.getByRole("slider", { name: /^Money per day/ });
    await chart.scrollIntoViewIfNeeded();
    const legend = page.getByRole("region", { name: "Money" }).locator(".cq-chart-when");
    await expect(legend).toHaveText("Last 30 days");
    const { width, height } = (await chart.boundingBox())!;
    await chart.hover({ position: { x: width / 60, y: height / 2 } });
    const first = await legend.textContent();
    expect(first).toMatch(/^\d+ \w{3} \d{4}$/);
    await page.mouse.move(0, 0);
    await expect(legend).toHaveText("Last 30 days");
    await chart.focus();
    await page.keyboard.press("Home");
    await expect(legend).toHaveText(first!);
    await expect(chart).toHaveAttribute(
      "aria-valuetext",
      new RegExp(`^${first}: Collected ৳[\\d,]+, Refunded ৳[\\d,]+$`),
    );
  });
});
