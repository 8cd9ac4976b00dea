import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, openSignedIn, test } from "../../signed-in";

const main = (page: Page) => page.locator("main");

test("a private contest exists only for people with its code", async ({
  page,
  another,
  contest,
  newcomer,
  forgive,
}) => {
  // Others get the response of a missing contest, and a wrong address is rejected.
  forgive(/404|422/);
  test.slow();
  const owner = await newcomer("creator");
  const { _id, name } = await contest({ by: owner, prize: "0", visibility: "private" });
  const address = `/contest-details/${_id}`;

  await openSignedIn(page, owner, `/dashboard/contest_progress/${_id}`);
  const panel = main(page).getByRole("region", { name: "Who can see this" });
  await panel.getByRole("button", { name: "Create join code" }).click();
  const link = await panel.getByLabel("Link with the code", { exact: true }).innerText();
  expect(new URL(link).pathname).toBe("/join");
  await panel.getByLabel("Email addresses").fill("ann.example.com");
  await panel.getByRole("button", { name: "Send invitations" }).click();
  await expect(panel.getByText("Line 1: “ann.example.com” isn't an email address like name@example.com")).toBeVisible();
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);

  const visitor = await another();
  expect((await visitor.goto(address))?.status()).toBe(404);
  await expect(main(visitor).getByRole("heading", { name: "Contest not found" })).toBeVisible();
  await expect(main(visitor).getByRole("link", { name: "Log in" })).toBeVisible();

  const person = await newcomer();
  const other = await another();
  await openSignedIn(other, person, address);
  await expect(main(other).getByRole("heading", { name: "Contest not found" })).toBeVisible();
  await other.goto(link.slice(new URL(link).origin.length));
  await expect(main(other).getByLabel("Join code")).toHaveValue(new URL(link).hash.slice(1));
  await main(other).getByRole("button", { name: "Open contest" }).click();
  await expect(main(other).getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(main(other).getByText("Private", { exact: true })).toBeVisible();
  await main(other).getByRole("link", { name: "Register" }).first().click();
  await main(other).getByRole("button", { name: "Join for free" }).click();
  await expect(main(other).getByRole("heading", { name: "You've joined" })).toBeVisible();

  await page.reload();
  await expect(panel.getByText("1 person entered it.")).toBeVisible();
});

test("an unlisted contest is reached by its link, but in no list", async ({ page, contest, newcomer }) => {
  const owner = await newcomer("creator");
  const { _id, name } = await contest({ by: owner, visibility: "unlisted" });
  const response = await page.goto(`/contest-details/${_id}`);
  expect([response?.status(), response?.headers()["x-robots-tag"]]).toEqual([200, "noindex"]);
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(main(page).getByText("Unlisted", { exact: true })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await page.goto(`/all_contests?q=${encodeURIComponent(name)}`);
  await expect(
    main(page)
      .getByText(/No contests match/)
      .first(),
  ).toBeVisible();
  expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain(_id);
});
