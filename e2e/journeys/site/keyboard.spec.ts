import { waitForHydration } from "../../hydration";
import { expect, openSiteMenu, test } from "../../signed-in";

test("the mobile menu can be opened, traversed in order and closed with the keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/about");
  await waitForHydration(page);
  const button = page.getByRole("banner").getByRole("button", { name: "Menu", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await expect(link("Home")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(link("All Contests")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await openSiteMenu(page);
  await link("Top Contests").click();
  await expect(page).toHaveURL("/top_contests");
});

test("a focused field looks different in forced-colors mode", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/all_contests");
  await waitForHydration(page);
  const tag = page.getByLabel("Tag");
  const field = page.locator(".cq-control").filter({ has: tag });
  // Only an outline is rendered there, in whatever color.
  const outline = () => field.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline()).toBe("none");
  await tag.focus();
  expect(await outline()).toBe("solid");
});
