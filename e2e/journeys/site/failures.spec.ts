import { answerWith, pauseRequests, test } from "../../signed-in";
import { avatar, expect, fillLogin } from "../../site";
import { user } from "../../people";

const main = "main";

test("no page violates the content security policy", async ({ page }) => {
  await page.addInitScript(() => {
    const reported: string[] = [];
    Object.assign(window, { reported });
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      reported.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  for (const path of ["/", "/login", "/register", "/contact_us"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { reported: string[] }).reported), path).toEqual([]);
  }
});

test("a site stylesheet that fails to load is reported", async ({ page, forgive }) => {
  forgive(/Failed to load/);
  // The first page contains its stylesheets, the next one requests them.
  await page.goto("/about");
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("conquest_styles");
  await page.route(/\/mf\/shell\/[^/]+\/main\.[^/]*css/, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("alert").getByText("didn't load")).toBeVisible();
  await page.unroute(/\/mf\/shell\/[^/]+\/main\.[^/]*css/);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("didn't load")).toHaveCount(0);
});

test("a list opened offline shows an error and loads when the connection is back", async ({
  page,
  context,
  forgive,
}) => {
  forgive(/ERR_INTERNET_DISCONNECTED|mf-public failed \(unreachable/);
  const known = page.waitForResponse(/\/mf\/registry\.json/);
  await page.goto("/contact_us");
  // Before that, only the browser could show an error.
  await known;
  await context.setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
  await expect(page.locator(main).getByRole("alert")).toContainText("you're back online");
  await context.setOffline(false);
  await expect(page.locator(main).getByRole("article").first()).toBeVisible();
});

test("the home page stays readable without its remote, with a notice that fits a phone", async ({ page, forgive }) => {
  forgive(/404|mf-public|Failed to load|RUNTIME|Loading|Federation/i);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route(/\/mf\/mf-public\/.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/");
  const card = page.locator(main).getByRole("alert");
  await expect(card).toContainText("You can read this page", { timeout: 40_000 });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Compete. Create. Conquer.");
  const box = (await card.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(12);
  expect(box.x + box.width).toBeLessThanOrEqual(348);
});

test("an admin finds an incident by the number shown to the visitor", async ({ page, browser, stateOf, forgive }) => {
  forgive(/404|mf-public|Failed to load|RUNTIME|Loading|Federation/i);
  await page.route(/\/mf\/mf-public\/.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
  const told = page.waitForResponse("**/api/telemetry");
  await page.goto("/");
  const number = page.locator(main).getByRole("alert").locator("code");
  await expect(number).toHaveText(/^[0-9a-f]{8}$/, { timeout: 40_000 });
  expect((await told).status()).toBe(200);

  const context = await browser.newContext({ storageState: await stateOf("admin") });
  const desk = await context.newPage();
  await desk.goto("/dashboard/parts");
  await expect(
    desk.getByRole("table", { name: "Modules" }).getByRole("rowheader", { name: "mf-public" }),
  ).toBeVisible();
  await desk.getByRole("searchbox", { name: "Incident number" }).fill((await number.textContent())!);
  const row = desk.getByRole("row", { name: new RegExp((await number.textContent())!) });
  await expect(row).toContainText("Failure");
  await expect(row).toContainText("mf-public");
  await expect(row).toContainText("returned 404");
  await context.close();
});

test("a toast does not cover the account menu", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/login");
  await fillLogin(page, user);
  const note = page.getByRole("region", { name: "Status messages" }).getByText(/^Signed in as/);
  await expect(note).toBeVisible();
  // It stays while the pointer is over it.
  await note.hover();
  await avatar(page).focus();
  await page.keyboard.press("Enter");
  const logout = page.getByRole("button", { name: "Logout" });
  await logout.click({ trial: true });
  const [menu, toast] = [(await logout.boundingBox())!, (await note.boundingBox())!];
  expect(menu.y + menu.height).toBeLessThanOrEqual(toast.y);
});

test.describe("signed in", () => {
  test.use({ person: "user" });

  test("server errors while opening a page do not sign the user out", async ({ page, forgive }) => {
    forgive(/50[03]|429/);
    let status = 503;
    await page.route("**/api/jwt", (route) =>
      route.fulfill({ status, json: { error: { code: "unavailable", message: "We will be back in a minute." } } }),
    );
    await page.goto("/dashboard/my_profile");
    const card = page.locator(main).getByRole("alert");
    await expect(card).toContainText("We will be back in a minute.");
    for (status of [500, 429]) {
      const answered = page.waitForResponse("**/api/jwt");
      await card.getByRole("button", { name: "Retry" }).click();
      expect((await answered).status()).toBe(status);
    }
    await expect(page).toHaveURL(/\/dashboard\/my_profile$/);
    await page.unroute("**/api/jwt");
    await card.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  });
});

test("a contest in review is not reported as missing before its owner's session is restored", async ({
  page,
  contest,
  forgive,
}) => {
  forgive(/404/);
  const { _id, name, owner } = await contest({ isPending: true });
  await page.goto("/login");
  await fillLogin(page, owner);
  await expect(avatar(page)).toBeVisible();
  // The session ends while no page is open to request another; the provider still knows the user.
  await page.goto("about:blank");
  await page.context().clearCookies();
  const letGo = await pauseRequests(page, "**/api/jwt");
  await page.goto(`/contest-details/${_id}`);
  await expect(page.getByText("Loading the contest")).toBeAttached();
  await expect(page.getByRole("heading", { name: "Contest not found" })).toHaveCount(0);
  letGo();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("a contest that fails to load focuses a heading and appears after a retry", async ({ page, contest, forgive }) => {
  forgive(/500/);
  const { name, _id } = await contest();
  await page.goto(`/all_contests?q=${encodeURIComponent(name)}`);
  const address = `**/api/contest-details/${_id}`;
  await answerWith(page, address, { error: { code: "unexpected", message: "Something went wrong on our side." } }, 500);
  await page
    .getByRole("article")
    .filter({ hasText: name })
    .getByRole("link", { name: /details/i })
    .first()
    .click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveAccessibleName("Contest: Couldn't load this", { timeout: 20_000 });
  await expect(heading).toBeFocused();
  await page.unroute(address);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(heading).toHaveAccessibleName(name);
  await expect(heading).toBeFocused();
});

test.describe("the account page", () => {
  test.use({ person: "user" });

  test("account settings whose code fails to load show an error and appear after a retry", async ({
    page,
    forgive,
  }) => {
    forgive(/Failed to load|ChunkLoadError|Loading chunk/);
    const code = /\/mf\/mf-dashboard-user\/[^/]+\/account-settings\.[^/]*js/;
    await page.route(code, (route) => route.abort());
    await page.goto("/dashboard/profile?tab=security");
    await expect(page.getByText("Couldn't load your account settings")).toBeVisible();
    await expect(page.getByRole("link", { name: "Emails", exact: true })).toBeVisible();
    await page.unroute(code);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: "Active sessions" })).toBeVisible();
  });

  test("changes made offline are kept, shown as unsaved, and saved when back online", async ({
    page,
    context,
    forgive,
  }) => {
    forgive(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await page.goto("/dashboard/profile?tab=emails");
    const choice = page
      .getByRole("region", { name: "Emails" })
      .getByRole("listitem")
      .filter({ has: page.locator("[role=switch]:enabled") })
      .first();
    const before = await choice.getByRole("switch").isChecked();
    await context.setOffline(true);
    await choice.getByRole("switch").click();
    await expect(choice.getByRole("alert")).toContainText("Check your connection");
    // The stored value is shown; a retry saves the chosen one.
    await expect(choice.getByRole("switch")).toBeChecked({ checked: before });
    await context.setOffline(false);
    await choice.getByRole("button", { name: "Try again" }).click();
    await expect(choice.getByText("Saved")).toBeVisible();
    await expect(choice.getByRole("switch")).toBeChecked({ checked: !before });
    await choice.getByRole("switch").click();
    await expect(choice.getByRole("switch")).toBeChecked({ checked: before });
    await expect(choice.getByText("Saved")).toBeVisible();

    await page.getByRole("link", { name: "Security" }).click();
    await page.getByRole("form", { name: "Change your password" }).getByLabel("Current password").fill("Conquest-2026");
    await page.getByLabel("New password").fill("Another-2026");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Change password" }).click();
    const form = page.getByRole("form", { name: "Change your password" });
    await expect(form.getByRole("alert")).toContainText("Check your connection");
    await expect(page.getByRole("form", { name: "Change your password" }).getByLabel("Current password")).toHaveValue(
      "Conquest-2026",
    );
    await expect(page.getByLabel("New password")).toHaveValue("Another-2026");
  });
});
