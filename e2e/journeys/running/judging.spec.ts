import type { Page } from "@playwright/test";
import { expect, fillLogin } from "../../site";
import { inDays, test } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

test("on a phone the list and the entry are shown one after the other", async ({ page, contest, newcomer }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const owner = await newcomer("creator");
  const author = await newcomer();
  const { _id } = await contest({ by: owner, deadline: inDays(8 / 86_400) });
  await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
  await author.api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite of silk", link: "" } });
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 30_000,
    })
    .toBe("judging");
  await page.goto(`/login?from=/dashboard/contest_submitted/${_id}`);
  await fillLogin(page, owner);
  const option = main(page).getByRole("listbox").getByRole("option");
  await expect(main(page).getByRole("article")).toBeHidden();
  await option.click();
  await expect(main(page).getByRole("article").getByRole("heading")).toBeFocused();
  await expect(option).toBeHidden();
  await main(page).getByRole("radio", { name: "4" }).click();
  await expect(main(page).getByRole("group").getByText("Saved")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goBack();
  await expect(option).toHaveAccessibleName(/rated 4 out of 5/);
  await option.click();
  await main(page).getByRole("button", { name: "All entries" }).click();
  await expect(option).toBeFocused();
});
