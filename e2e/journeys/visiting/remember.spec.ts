import { creator, user } from "../../people";
import { waitForHydration } from "../../hydration";
import { expect, signIn, test } from "../../site";

test("a contest is followed, found among the followed ones, and unfollowed", async ({ page }) => {
  await signIn(page, user);
  await page.goto("/all_contests?phase=open&sort=newest");
  await waitForHydration(page);
  // A contest that this user has not joined.
  const joined = await page.request.get(`/api/participated-contests/${user.email}`);
  const ids = new Set(((await joined.json()) as { _id: string }[]).map(({ _id }) => _id));
  const open = (await (await page.request.get("/api/all-contests?phase=open&sort=newest")).json()) as {
    _id: string;
    name: string;
  }[];
  const { _id, name } = open.find((contest) => !ids.has(contest._id))!;

  await page.goto(`/contest-details/${_id}`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Follow" }).click();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();

  await page.goto("/dashboard/followed_contests");
  await page.getByRole("button", { name: `Unfollow ${name}` }).click();
  await page.getByRole("button", { name: `Follow again ${name}` }).click();
  await expect(page.getByRole("button", { name: `Unfollow ${name}` })).toBeVisible();
  await page
    .getByRole("article", { name })
    .getByRole("link", { name: /Details/ })
    .click();
  await expect(page).toHaveURL(`/contest-details/${_id}`);
  await page.getByRole("button", { name: "Following" }).click();
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
  await page.goto("/dashboard/followed_contests");
  await expect(page.getByRole("heading", { level: 1, name: "Followed Contests" })).toBeVisible();
  await expect(page.getByRole("article", { name })).toHaveCount(0);
});

test("a visitor signs in to follow, copies the URL and saves the calendar entry", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/all_contests?phase=open");
  await waitForHydration(page);
  await page
    .locator("main")
    .getByRole("link", { name: /Details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/contest-details\//);
  const address = page.url();

  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Add to calendar" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("contest.ics");

  await page.getByRole("link", { name: "Follow" }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
});

test("a winner has a page with a picture that is shown when sharing it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const decided = (await (await page.request.get("/api/all-contests?phase=completed")).json()) as {
    _id: string;
    name: string;
  }[];
  const { _id, name } = decided.at(-1)!;
  await page.goto(`/contest-details/${_id}`);
  await waitForHydration(page);
  await page.getByRole("link", { name: "Winner page" }).click();
  await expect(page).toHaveURL(`/contest-details/${_id}/winner`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  const shown = page.getByRole("img", { name: /^Image to share: / });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const html = await (await page.request.get(await page.evaluate(() => navigator.clipboard.readText()))).text();
  const address = /property="og:image" content="([^"]+)"/.exec(html)![1]!;
  expect(new URL(address).pathname).toBe(`/media/winners/${_id}.png`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download image" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("winner.png");
});

test("followed contests are private", async ({ page }) => {
  await signIn(page, creator);
  await page.goto("/dashboard/followed_contests");
  await expect(page.getByText("No followed contests yet")).toBeVisible();
});
