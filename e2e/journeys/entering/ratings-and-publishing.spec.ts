import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { inDays, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");

async function takePart(person: Newcomer, contestId: string, text: string): Promise<void> {
  await person.api.put("/api/join-contest", { data: { contestId, email: person.email } });
  await person.api.put(`/api/submit-entry/${contestId}`, { data: { text, link: "" } });
}

interface MyEntry {
  entry: { showIfWins: boolean; ratings: unknown[] | null };
}
const entryOf = async ({ api }: Newcomer, contestId: string) =>
  ((await (await api.get(`/api/my-entry/${contestId}`)).json()) as MyEntry).entry;

test("an author reads the ratings of a judged entry, publishes it and withdraws it", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const [winner, author] = [await newcomer(), await newcomer()];
  const { _id, name } = await contest({ by: owner, deadline: inDays(6 / 86_400) });
  await takePart(winner, _id, "A kite of silk");
  await takePart(author, _id, "A kite of paper");
  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase)
    .toBe("judging");

  await openAs(page, owner, `/dashboard/contest_submitted/${_id}`);
  const option = (text: string) => main(page).getByRole("listbox").getByRole("option").filter({ hasText: text });
  const rated = main(page).getByRole("article").filter({ hasText: "A kite of paper" });
  await option("A kite of paper").click();
  await rated.getByRole("radio", { name: "4" }).click();
  await expect(rated.getByRole("group").getByText("Saved")).toBeVisible();
  await rated.getByLabel(/^Feedback for/).fill("Braver than its string.");
  await rated.getByLabel(/^Feedback for/).blur();
  await expect(rated.locator("form").getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(rated.getByRole("radio", { name: "4" })).toBeChecked();
  await expect(rated.getByLabel(/^Feedback for/)).toHaveValue("Braver than its string.");
  expect((await entryOf(author, _id)).ratings).toBeNull();

  for (const person of [winner, author]) await expect(main(page)).not.toContainText(person.name);
  await option("A kite of silk").click();
  await main(page)
    .getByRole("article")
    .filter({ hasText: "A kite of silk" })
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  await expect(page.getByRole("alertdialog").getByText("You haven't rated 1 entry")).toBeVisible();
  await page.getByRole("alertdialog").getByLabel(/^Note/).fill("It flies in the lightest wind.");
  await page.getByRole("alertdialog").getByRole("button", { name: /^Pick/ }).click();
  await expect(main(page).getByText(/won this contest/)).toBeVisible();
  await expect(main(page).getByRole("article", { name: winner.name })).toBeVisible();
  await option("A kite of paper").click();
  await expect(rated.getByText("You rated this entry 4 out of 5")).toBeVisible();

  const authorPage = await another();
  await openAs(authorPage, author, "/dashboard");
  await authorPage.getByRole("link", { name: /Your entry was rated 4 out of 5, with feedback\.$/ }).click();
  await expect(authorPage).toHaveURL(`/contest-details/${_id}#entry`);
  const own = main(authorPage).getByRole("region", { name: "Your entry" });
  await expect(own.getByText("The creator rated it 4 out of 5 and left feedback:")).toBeVisible();
  await expect(own.getByText("Braver than its string.")).toBeVisible();
  await own.getByRole("button", { name: "Publish entry" }).click();
  await expect(own.getByText("Anyone can see your entry on this page")).toBeVisible();
  const [certificate] = await Promise.all([
    authorPage.waitForEvent("download"),
    authorPage.getByRole("link", { name: "Your certificate" }).click(),
  ]);
  expect(certificate.suggestedFilename()).toBe(`Certificate ${name}.pdf`);
  expect((await readFile(await certificate.path())).subarray(0, 5).toString()).toBe("%PDF-");
  const gallery = (reader: Page) =>
    main(reader)
      .getByRole("region", { name: /^Published entries/ })
      .getByRole("article");
  await expect(gallery(authorPage)).toHaveCount(2);

  const visitor = await another();
  await visitor.goto(`/contest-details/${_id}`);
  await expect(gallery(visitor)).toHaveCount(2);
  await expect(gallery(visitor).first()).toContainText("A kite of silk");
  await expect(gallery(visitor).first()).toContainText("Winning entry");
  await expect(gallery(visitor).last()).toContainText("A kite of paper");
  await expect(main(visitor)).not.toContainText("Braver than");

  await own.getByRole("button", { name: "Unpublish entry" }).click();
  await expect(gallery(authorPage)).toHaveCount(1);
  await expect(async () => {
    await visitor.reload();
    await expect(gallery(visitor)).toHaveCount(1, { timeout: 2000 });
  }).toPass();

  await authorPage.goto("/dashboard/my_participated_contests");
  await expect(main(authorPage).getByRole("row").filter({ hasText: name })).toContainText(
    "Rated 4 out of 5, with feedback",
  );
});

test("on a phone an author declines publicity for an entry, then changes the choice", async ({
  page,
  contest,
  newcomer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { _id } = await contest();
  const author = await newcomer();
  await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
  await openAs(page, author, `/contest-details/${_id}`);
  const own = main(page).getByRole("region", { name: "Your entry" });
  const question = own.getByRole("checkbox", { name: "If my entry wins, show it on the contest's page" });
  await expect(question).toBeChecked();
  await own.getByLabel("Text", { exact: true }).fill("A kite of paper");
  await question.uncheck();
  await own.getByRole("button", { name: "Submit entry" }).click();
  await expect(own.getByText("Your entry was submitted")).toBeVisible();
  await expect(question).not.toBeChecked();
  expect((await entryOf(author, _id)).showIfWins).toBe(false);

  await question.click();
  await expect(own.getByText("Saved", { exact: true })).toBeVisible();
  await expect(question).toBeChecked();
  expect((await entryOf(author, _id)).showIfWins).toBe(true);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
});
