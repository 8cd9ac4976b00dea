import { waitForHydration } from "../../hydration";
import { expect, test } from "../../site";

const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 350.0.0.28.88 (iPhone14,5; iOS 17_5)";
const TITLE = "Google login doesn’t work in this app";
const GOOGLE = "Continue with Google";

for (const address of ["/login?from=/all_contests", "/register?from=/all_contests"]) {
  test.describe("inside another app", () => {
    test.use({ userAgent: INSTAGRAM, viewport: { width: 360, height: 740 } });

    test(`${address} explains how to open a browser, without layout shift`, async ({ page }) => {
      await page.addInitScript(() => {
        let moved = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value;
          Object.assign(window, { moved });
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(address);
      await waitForHydration(page);
      await expect(page.getByText(TITLE)).toBeVisible();
      await expect(page.getByRole("button", { name: GOOGLE })).toBeHidden();
      await expect(page.getByLabel("Email")).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as { moved?: number }).moved ?? 0)).toBeLessThan(0.01);
    });
  });

  test(`${address} offers Google in a browser`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole("button", { name: GOOGLE })).toBeVisible();
    await expect(page.getByText(TITLE)).toBeHidden();
  });
}
