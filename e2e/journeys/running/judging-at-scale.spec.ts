import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, makeJudge, test } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

test("a creator assigns entries to two judges each, one recuses themselves, and weights count", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const judges = [await newcomer(), await newcomer(), await newcomer()];
  const authors = [await newcomer(), await newcomer(), await newcomer()];
  const { _id } = await contest({
    by: owner,
    criteria: "It flies\nPaper alone",
    criteriaWeights: "3\n1",
    deadline: inDays(30 / 86_400),
  });
  for (const [at, author] of authors.entries()) {
    await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
    await author.api.put(`/api/submit-entry/${_id}`, { data: { text: `A kite ${at}`, link: "" } });
  }
  for (const judge of judges) await makeJudge(owner, judge, _id);

  const visitor = await another();
  await visitor.goto(`/contest-details/${_id}`);
  await expect(main(visitor).getByRole("listitem").filter({ hasText: "It flies" })).toContainText("counts 3 times");

  await openAs(page, owner, `/dashboard/contest_submitted/${_id}`);
  const panel = main(page).getByRole("region", { name: "Judges" });
  await panel.getByRole("button", { name: "Assign entries" }).click();
  await page.getByRole("dialog").getByLabel("Judges per entry").selectOption("2");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("Each entry is assigned to 2 judges.")).toBeVisible();
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 45_000,
    })
    .toBe("judging");

  const judgePage = await another();
  await openAs(judgePage, judges[0]!, `/dashboard/judging/${_id}`);
  const options = main(judgePage).getByRole("listbox").getByRole("option");
  await expect(main(judgePage).getByText("These entries are assigned to you.")).toBeVisible();
  await expect(options).toHaveCount(2);
  for (const { email } of authors) await expect(main(judgePage)).not.toContainText(email);

  await options.first().click();
  const recusedName = (await options.first().textContent())!.slice(0, "Entry 000".length);
  await main(judgePage).getByRole("button", { name: "Recuse yourself from this entry" }).click();
  const dialog = judgePage.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("I taught this person.");
  await dialog.getByRole("button", { name: "Recuse myself" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main(judgePage).getByRole("article", { name: recusedName })).toHaveCount(0);
  await expect(options.filter({ hasText: recusedName })).toHaveCount(0);

  await options.first().click();
  const entry = main(judgePage).getByRole("article").first();
  await entry
    .getByRole("radiogroup", { name: /^It flies/ })
    .getByRole("radio", { name: "5" })
    .click();
  await entry
    .getByRole("radiogroup", { name: /^Paper alone/ })
    .getByRole("radio", { name: "1" })
    .click();
  await expect(entry.getByText("Your rating: 4 out of 5")).toBeVisible();
  await expect(entry.getByRole("group").getByText("Saved", { exact: true })).toBeVisible();

  // Another entry took the place of the one that the judge left.
  await page.reload();
  const row = panel.getByRole("listitem").filter({ hasText: judges[0]!.email });
  await expect(row).toContainText("1 of 2 rated, 1 recused");
  await panel.getByRole("button", { name: "View reasons" }).click();
  const recusals = page.getByRole("dialog", { name: "Recusals" });
  await expect(recusals.getByText("I taught this person.")).toBeVisible();
  await expect(recusals.getByText(recusedName)).toBeVisible();
  await recusals.getByRole("button", { name: "Close" }).click();

  await panel.getByRole("button", { name: "Set a date" }).click();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole("dialog").getByLabel("Ask judges for all ratings by").fill(day);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText(/^Ratings are due/)).toBeVisible();
  await judgePage.goto("/dashboard/judging");
  await expect(main(judgePage).getByText(/^Ratings due/)).toBeVisible();

  // The creator adds the third judge to an entry by hand.
  await main(page).getByRole("article").first().getByRole("button", { name: "Judges" }).click();
  const entryJudges = page.getByRole("dialog", { name: /^Judges of/ });
  await expect(entryJudges.getByRole("checkbox")).toHaveCount(3);
  const free = entryJudges.locator("input:not(:checked):not(:disabled)");
  if ((await free.count()) > 0) await free.first().check();
  await entryJudges.getByRole("button", { name: "Save" }).click();
  await expect(entryJudges).toHaveCount(0);
});
