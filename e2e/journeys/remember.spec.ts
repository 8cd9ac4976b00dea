import { creator, user } from "../people";
import { isAwake } from "../awake";
import { expect, signIn, test } from "../site";

test("a contest is followed, found again among what is followed, and followed no more", async ({ page }) => {
  await signIn(page, user);
  await page.goto("/all_contests?phase=open&sort=newest");
  await isAwake(page);
  // One that this person has not joined.
  const joined = await page.request.get(`/api/participated-contests/${user.email}`);
  const ids = new Set(((await joined.json()) as { _id: string }[]).map(({ _id }) => _id));
  const open = (await (await page.request.get("/api/all-contests?phase=open&sort=newest")).json()) as { _id: string; name: string }[];
  const { _id, name } = open.find((contest) => !ids.has(contest._id))!;

  await page.goto(`/contest-details/${_id}`);
  await isAwake(page);
  await page.getByRole("button", { name: "Follow" }).click();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();

  await page.goto("/dashboard/followed_contests");
  await page.getByRole("article", { name }).getByRole("link", { name: /Details/ }).click();
  await expect(page).toHaveURL(`/contest-details/${_id}`);
  await page.getByRole("button", { name: "Following" }).click();
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
  await page.goto("/dashboard/followed_contests");
  await expect(page.getByRole("heading", { level: 1, name: "Followed Contests" })).toBeVisible();
  await expect(page.getByRole("article", { name })).toHaveCount(0);
});

test("a visitor who wants to follow signs in first and comes back; the address is copied, the deadline kept in a calendar", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/all_contests?phase=open");
  await isAwake(page);
  await page.locator("main").getByRole("link", { name: /Details/ }).first().click();
  await expect(page).toHaveURL(/\/contest-details\//);
  const address = page.url();

  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Add to calendar" }).click()]);
  expect(download.suggestedFilename()).toBe("contest.ics");

  await page.getByRole("link", { name: "Follow" }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
});

test("what is followed is nobody else's", async ({ page }) => {
  await signIn(page, creator);
  await page.goto("/dashboard/followed_contests");
  await expect(page.getByText("You follow no contest yet")).toBeVisible();
});
