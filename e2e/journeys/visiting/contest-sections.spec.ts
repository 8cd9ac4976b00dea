import type { Page } from "@playwright/test";
import { expect, inDays, test } from "../../signed-in";

const sections = (page: Page) => page.getByRole("navigation", { name: "On this page" });

test("without scripts a link opens a section of a contest below the section bar", async ({
  browser,
  baseURL,
  contest,
}) => {
  const { _id } = await contest({ criteria: ["It flies"] });
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const reader = await context.newPage();
  await reader.goto(`/contest-details/${_id}`);
  await sections(reader).getByRole("link", { name: "Rules and judging" }).click();
  await expect(reader).toHaveURL(`/contest-details/${_id}#rules`);
  const [bar, heading] = await Promise.all([
    sections(reader).boundingBox(),
    reader.getByRole("heading", { name: "Rules and judging" }).boundingBox(),
  ]);
  expect(heading!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
  expect(heading!.y).toBeLessThan(250);
  await context.close();
});

test("on a phone Register stays at the bottom, except beside the panel and the footer", async ({ page, contest }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { _id } = await contest({ deadline: inDays(3.5) });
  await page.goto(`/contest-details/${_id}`);
  const links = page.locator("main").getByRole("link", { name: "Register" });
  await links.first().scrollIntoViewIfNeeded();
  await expect(links).toHaveCount(1);
  await sections(page).getByRole("link", { name: "Questions" }).click();
  await expect(sections(page).getByRole("link", { name: "Questions" })).toHaveAttribute("aria-current", "location");
  await expect(links).toHaveCount(2);
  await expect(page.getByText("Closes in 3 days").last()).toBeInViewport();
  // Focused elements stay above the bar.
  const last = page.getByRole("region", { name: "Questions" }).getByRole("link").last();
  await last.focus();
  const [focused, bar] = await Promise.all([last.boundingBox(), links.last().boundingBox()]);
  expect(focused!.y + focused!.height).toBeLessThan(bar!.y);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const footer = page.getByRole("contentinfo");
  await expect(footer).toBeInViewport();
  const [resting, below] = await Promise.all([links.last().boundingBox(), footer.boundingBox()]);
  expect(resting!.y + resting!.height).toBeLessThanOrEqual(below!.y);
  await links.last().click();
  await expect(page).toHaveURL(/\/login/);
});
