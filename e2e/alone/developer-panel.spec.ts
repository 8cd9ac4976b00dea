import type { Page } from "@playwright/test";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import { waitForHydration } from "../hydration";
import { axeOn } from "../axe";
import { serveLocally } from "../developer";
import { expect, test } from "../signed-in";

const bar = (page: Page) => page.getByRole("region", { name: "Developer" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Developer panel" });
const main = (page: Page) => page.locator("main");

/** Opens the panel like a user: by URL, then by keyboard. */
async function openPanel(page: Page, path: string): Promise<void> {
  await page.goto(`${path}?developer`);
  await expect(page).toHaveURL(path);
  await bar(page).getByRole("button", { name: "Developer panel" }).press("Enter");
  await expect(panel(page)).toBeVisible();
}

const card = (page: Page, part: string) =>
  panel(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: part }) });

test("the developer panel is not loaded unless requested", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/about");
  await waitForHydration(page);
  await expect(bar(page)).toHaveCount(0);
  expect(asked.filter((address) => address.includes("developer"))).toEqual([]);
});

test("the developer panel lists the remotes and their shared modules", async ({ page, as }) => {
  const { remotes } = (await (await (await as("visitor")).get("/mf/registry.json")).json()) as Registry;
  await openPanel(page, "/about");
  for (const [part, { current }] of Object.entries(remotes))
    await expect(card(page, part)).toContainText(current.version);
  await expect(card(page, "mf-public")).toContainText("ready");
  await expect(card(page, "mf-public")).toContainText(/Loaded in\s*\d+ ms/);
  await expect(card(page, "mf-dashboard-admin")).toContainText("not requested");
  await panel(page).locator("summary").click();
  const react = panel(page)
    .getByRole("row", { name: /^react / })
    .first();
  await expect(react).toContainText(/\d+\.\d+\.\d+/);
  await expect(react).toContainText("shell");
  await expect(react).toContainText("mf-public");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(bar(page).getByRole("button", { name: "Developer panel" })).toBeFocused();
});

test("the developer panel is accessible and fits the screen in both themes", async ({ page }) => {
  await openPanel(page, "/about");
  await card(page, "mf-dashboard-user")
    .getByLabel("Simulate a failure of mf-dashboard-user")
    .selectOption({ label: "Slow: 3 seconds per file" });
  await panel(page).locator("summary").click();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ["light", "dark"]) {
      await page.evaluate((value) => (document.documentElement.dataset["theme"] = value), theme);
      const { violations } = await (await axeOn(page)).include(".sh-developer").analyze();
      expect(
        violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => `${width} px, ${theme}: ${id} at ${target.join(" ")}`),
        ),
      ).toEqual([]);
    }
    expect(await panel(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
  }
});

test("a remote is broken and repaired by its switch within the tab", async ({ page, forgive }) => {
  forgive(/mf-|Failed to load/);
  await openPanel(page, "/about");
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await card(page, "mf-dashboard-user")
    .getByLabel("Simulate a failure of mf-dashboard-user")
    .selectOption({ label: "404: its files are missing" });
  await expect(bar(page)).toContainText("mf-dashboard-user simulates a failure: 404");
  expect(await page.evaluate(() => "isSameDocument" in globalThis)).toBe(true);
  // A running remote is reloaded.
  await card(page, "mf-public")
    .getByLabel("Simulate a failure of mf-public")
    .selectOption({ label: "Crashes while rendering" });
  await expect(bar(page)).toContainText("mf-public simulates a failure: Crashes");
  await expect(
    page.getByRole("alert").filter({ hasText: /stopped because of an error|don't work right now/ }),
  ).toBeVisible();
  await bar(page).getByRole("button", { name: "Reset" }).click();
  await expect(bar(page)).not.toContainText("simulates a failure");
  await expect(main(page).getByRole("heading", { level: 1, name: "About us" })).toBeVisible();
  await waitForHydration(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a local remote re-renders its pages, is announced on every page, and can be reset", async ({
  page,
  afterwards,
}) => {
  const local = await serveLocally("mf-public", (file, content) =>
    file.endsWith(".css") ? `${content}/* local */` : content.replaceAll("About us", "About us, on this machine"),
  );
  afterwards(local.close);
  await page.goto(`/about?override=mf-public@${local.origin}`);
  await expect(page).toHaveURL("/about");
  const heading = main(page).getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("About us, on this machine");
  const styles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[data-href]")]
        .map(({ dataset }) => dataset["href"]!)
        .filter((href) => href.includes("mf-public") || href.includes("localhost")),
    );
  await expect.poll(styles).toEqual([expect.stringMatching(`^${local.origin}/.*\\.css$`)]);
  for (const link of ["All Contests", "Contact Us"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
    await expect(bar(page).getByRole("status")).toContainText(`mf-public is loaded from ${local.origin}`);
  }
  await page.goto("/terms");
  await expect(bar(page).getByRole("status")).toContainText(`mf-public is loaded from ${local.origin}`);
  await page.goto("/about");
  await bar(page).getByRole("button", { name: "Reset" }).click();
  await expect(heading).toHaveText("About us");
  await waitForHydration(page);
  await expect(heading).toHaveText("About us");
  await expect(bar(page).getByRole("status")).toHaveCount(0);
});

test("an unreachable local remote shows an error, and its page works after a reset", async ({ page, forgive }) => {
  forgive(/mf-|Failed to load/);
  await page.goto("/dashboard/profile?override=mf-public@http://localhost:9");
  await page.goto("/about");
  await expect(page.getByRole("alert").filter({ hasText: /couldn't reach it|don't work right now/ })).toBeVisible();
  await bar(page).getByRole("button", { name: "Reset" }).click();
  await waitForHydration(page);
  await expect(main(page).getByRole("heading", { level: 1, name: "About us" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a remote override from another host is rejected", async ({ page, forgive, baseURL }) => {
  forgive(/422/);
  const answer = await page.goto("/about?override=mf-public@http://example.com");
  expect(answer?.status()).toBe(422);
  expect((await page.context().cookies()).filter(({ name }) => name === "conquest_developer")).toEqual([]);
  // Nor via a forged cookie.
  await page
    .context()
    .addCookies([{ name: "conquest_developer", value: "mf-public=http://example.com", url: baseURL! }]);
  const page2 = await page.goto("/about");
  expect(page2?.headers()["content-security-policy"]).not.toContain("example.com");
  await expect(bar(page).getByRole("status")).toHaveCount(0);
  await expect(main(page).getByRole("heading", { level: 1, name: "About us" })).toBeVisible();
});
