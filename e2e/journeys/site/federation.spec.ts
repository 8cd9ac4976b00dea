import { waitForHydration } from "../../hydration";
import { user } from "../../people";
import { avatar, expect, signIn, test } from "../../site";

interface ShareScope {
  [name: string]: Record<string, { from: string; loaded?: boolean | number }>;
}

test("the four remotes load at run time and share React, session and http", async ({ page }) => {
  await signIn(page, user);
  // Visits pages of two remotes in one tab without a reload, then inspects what the federation has loaded.
  await avatar(page).click();
  await page.getByRole("link", { name: "My Dashboard" }).click();
  await expect(page.locator("main").getByRole("heading", { level: 1 })).toBeVisible();
  const shared = await page.evaluate(() => {
    const { __FEDERATION__: federation } = window as unknown as {
      __FEDERATION__: { __INSTANCES__: { name: string; shareScopeMap: Record<string, ShareScope> }[] };
    };
    const versions: Record<string, string[]> = {};
    for (const { shareScopeMap } of federation.__INSTANCES__) {
      for (const [name, copies] of Object.entries(shareScopeMap["default"] ?? {})) {
        const loaded = Object.entries(copies).filter(([, copy]) => copy.loaded || (copy as { lib?: unknown }).lib);
        versions[name] = [
          ...new Set([...(versions[name] ?? []), ...loaded.map(([version, copy]) => `${version} from ${copy.from}`)]),
        ];
      }
    }
    return { versions, parts: federation.__INSTANCES__.map(({ name }) => name) };
  });
  expect(shared.parts).toEqual(expect.arrayContaining(["shell", "mf_public", "mf_dashboard_user"]));
  for (const name of [
    "react",
    "react-dom",
    "@conquest/shared/singletons/http",
    "@conquest/shared/singletons/session-store",
  ]) {
    expect(shared.versions[name], name).toHaveLength(1);
  }
});

test("a visitor's page loads axios only when a link is pointed at", async ({ page }) => {
  const clientFile = /\/mf\/shell\/[^/]+\/http-client\./;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("/");
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => clientFile.test(url))).toEqual([]);
  const loading = page.waitForRequest(clientFile);
  await page.getByRole("banner").getByRole("link", { name: "All Contests" }).hover();
  await loading;
});

test("a page whose own file is missing shows an error, and Retry recovers", async ({ page, forgive }) => {
  forgive(/404|mf-public failed \(missing/);
  const file = /\/mf\/mf-public\/[^/]+\/page-all-contests\./;
  await page.route(file, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/about");
  await waitForHydration(page);
  await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
  const card = page.locator("main").getByRole("alert");
  await expect(card).toContainText("Some of its files are missing.");
  await page.unroute(file);
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "All Contests" })).toBeVisible();
});

for (const kind of ["missing", "html", "broken"] as const) {
  test(`with one remote ${kind}, the site works and that place shows an error`, async ({ page, forgive }) => {
    forgive(/404|mf-public|Failed to load|RUNTIME|SyntaxError|Unexpected token|integrity|MIME|Loading|Federation/i);
    await page.route(/\/mf\/mf-public\/.*\.js/, (route) =>
      kind === "missing"
        ? route.fulfill({ status: 404, body: "" })
        : route.fulfill({
            status: 200,
            contentType: kind === "html" ? "text/html" : "text/javascript",
            body: kind === "html" ? "<p>" : "throw 1",
          }),
    );
    await page.goto("/");
    const card = page.locator("main").getByRole("alert");
    await expect(card).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole("banner").getByRole("link", { name: "All Contests" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.unroute(/\/mf\/mf-public\/.*\.js/);
    await card.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Compete. Create. Conquer.");
  });
}
