import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, test } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

test("a creator rates entries by criteria with the keyboard, and the author reads all ratings", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const [author, winner] = [await newcomer(), await newcomer()];
  const { _id } = await contest({
    by: owner,
    criteria: "It flies\nPaper alone\nTwo colours",
    deadline: inDays(15 / 86_400),
  });
  for (const [person, text] of [
    [author, "A kite of paper"],
    [winner, "A kite of silk"],
  ] as const) {
    await person.api.put("/api/join-contest", { data: { contestId: _id, email: person.email } });
    await person.api.put(`/api/submit-entry/${_id}`, { data: { text, link: "" } });
  }
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 30_000,
    })
    .toBe("judging");

  await openAs(page, owner, `/dashboard/contest_submitted/${_id}`);
  const option = (text: string) => main(page).getByRole("listbox").getByRole("option").filter({ hasText: text });
  const entry = main(page).getByRole("article").filter({ hasText: "A kite of paper" });
  await option("A kite of paper").click();
  await expect(option("A kite of paper")).toBeFocused();
  await expect(entry.getByText("0 of 3 criteria rated")).toBeVisible();
  await page.keyboard.press("5");
  await page.keyboard.press("4");
  await expect(entry.getByText("2 of 3 criteria rated")).toBeVisible();
  await expect(option("A kite of paper")).toHaveAccessibleName(/2 of 3 criteria rated/);
  await page.keyboard.press("4");
  await expect(entry.getByText("Your rating: 4.3 out of 5")).toBeVisible();
  await expect(option("A kite of paper")).toHaveAccessibleName(/rated 4\.3 out of 5/);
  await expect(main(page).getByText("1 of 2 rated")).toBeVisible();

  await entry.getByRole("button", { name: /^Clear rating/ }).click();
  await expect(option("A kite of paper")).toHaveAccessibleName(/not rated/);
  await expect(entry.getByRole("radiogroup", { name: "It flies" }).getByRole("radio", { name: "1" })).toBeFocused();
  for (const key of ["3", "4", "4"]) await page.keyboard.press(key);
  await expect(entry.getByText("Your rating: 3.7 out of 5")).toBeVisible();
  await expect(entry.getByRole("group").getByText("Saved", { exact: true })).toBeVisible();

  // An unsent comment is mentioned before the winner is picked.
  await entry.getByLabel(/^Feedback for/).fill("It flies in my mind.");
  await page.reload();
  await option("A kite of silk").click();
  await expect(option("A kite of paper")).toContainText("Feedback not saved");
  await main(page)
    .getByRole("article")
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(/Go back and save your feedback for/)).toBeVisible();
  await expect(dialog.getByText("You haven't rated 1 entry")).toBeVisible();
  await dialog.getByRole("button", { name: "Go back" }).click();
  await option("A kite of paper").click();
  await entry.getByRole("button", { name: "Save feedback" }).click();
  await expect(option("A kite of paper")).not.toContainText("Feedback not saved");
  await option("A kite of silk").click();
  await main(page)
    .getByRole("article")
    .filter({ hasText: "A kite of silk" })
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  await expect(dialog.getByText("You have unsaved changes")).toHaveCount(0);
  await dialog.getByLabel(/^Note/).fill("It flies in the lightest wind.");
  await dialog.getByRole("button", { name: /^Pick/ }).click();
  await expect(option("A kite of silk")).toContainText("Winner");

  const authorPage = await another();
  await openAs(authorPage, author, "/dashboard");
  await authorPage.getByRole("link", { name: /Your entry was rated 3\.7 out of 5, with feedback\.$/ }).click();
  const answer = main(authorPage).getByRole("region", { name: "Your entry" });
  await expect(answer.getByText("The creator rated it 3.7 out of 5 and left feedback:")).toBeVisible();
  await expect(answer.getByRole("listitem").filter({ hasText: "Paper alone" })).toHaveText("Paper alone: 4 out of 5");
});
