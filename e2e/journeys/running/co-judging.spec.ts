import type { Page } from "@playwright/test";
import { openVerificationLink } from "../../mailbox";
import { expect, openAs } from "../../site";
import { inDays, verifyEmailAddress, test, type Newcomer } from "../../signed-in";
import type { Contest } from "../../wire";

const main = (page: Page) => page.locator("main");
const menu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

async function takePart(person: Newcomer, contestId: string, text: string): Promise<void> {
  await person.api.put("/api/join-contest", { data: { contestId, email: person.email } });
  await person.api.put(`/api/submit-entry/${contestId}`, { data: { text, link: "" } });
}

const option = (page: Page, text: string) =>
  main(page).getByRole("listbox").getByRole("option").filter({ hasText: text });
const article = (page: Page, text: string) => main(page).getByRole("article").filter({ hasText: text });

test("a co-judge is invited and rates, the creator picks, and the author reads both ratings", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const [judge, winner, author] = [await newcomer(), await newcomer(), await newcomer()];
  await verifyEmailAddress(judge);
  const { _id, name } = await contest({ by: owner, deadline: inDays(45 / 86_400) });
  await takePart(winner, _id, "A kite of silk");
  await takePart(author, _id, "A kite of paper");

  await openAs(page, owner, `/dashboard/contest_submitted/${_id}`);
  const judges = main(page).getByRole("region", { name: "Judges" });
  await judges.getByRole("button", { name: "Invite a judge" }).click();
  await page.getByRole("dialog").getByLabel("Email address").fill(judge.email);
  await page.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(judges.getByText(judge.email)).toBeVisible();
  await expect(judges.getByText("Invited", { exact: true })).toBeVisible();

  const judgePage = await another();
  await openAs(judgePage, judge, "/dashboard");
  await main(judgePage)
    .getByRole("link", { name: new RegExp(`You're invited to judge “${name}”`) })
    .click();
  await expect(judgePage).toHaveURL("/dashboard/judging");
  await expect(menu(judgePage).getByRole("link", { name: "Judging" })).toBeVisible();
  await main(judgePage).getByRole("article", { name }).getByRole("button", { name: "Accept", exact: true }).click();
  await expect(main(judgePage).getByText("You can read the entries after the deadline.")).toBeVisible();

  // Visitors see who judges; a judge cannot join.
  const visitor = await another();
  await visitor.goto(`/contest-details/${_id}`);
  await expect(main(visitor).getByRole("region", { name: "Judges" }).getByRole("listitem")).toHaveText(judge.name);
  await judgePage.goto(`/contest-details/${_id}`);
  await expect(main(judgePage).getByText("You're a judge of this contest.")).toBeVisible();
  await expect(main(judgePage).getByRole("link", { name: "Register" })).toHaveCount(0);

  await expect
    .poll(async () => ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).phase, {
      timeout: 60_000,
    })
    .toBe("judging");
  await judgePage.goto("/dashboard/judging");
  await main(judgePage).getByRole("link", { name: "Rate the entries" }).click();
  await expect(judgePage).toHaveURL(`/dashboard/judging/${_id}`);
  await option(judgePage, "A kite of paper").click();
  const rated = article(judgePage, "A kite of paper");
  await rated.getByRole("radio", { name: "5" }).click();
  await expect(rated.getByRole("group").getByText("Saved")).toBeVisible();
  await rated.getByLabel(/^Feedback for/).fill("It flies in my mind.");
  await rated.getByLabel(/^Feedback for/).blur();
  await expect(rated.locator("form").getByText("Saved", { exact: true })).toBeVisible();
  await expect(main(judgePage).getByRole("button", { name: /Pick|Shortlist/ })).toHaveCount(0);
  for (const person of [winner, author]) await expect(main(judgePage)).not.toContainText(person.email);

  // The creator sees the rating beside their own, sorts by the average, and may pick another entry.
  await page.reload();
  await option(page, "A kite of paper").click();
  const own = article(page, "A kite of paper");
  const said = own.getByRole("region", { name: "Ratings and feedback" });
  await expect(said.getByRole("listitem")).toContainText("5 out of 5");
  await expect(said.getByText("It flies in my mind.")).toBeVisible();
  await own.getByRole("radio", { name: "2" }).click();
  await expect(said.getByRole("definition")).toHaveText("3.5/5");
  await page.getByLabel("Sort by").selectOption("mean");
  await expect(main(page).getByRole("listbox").getByRole("option").first()).toContainText("A kite of paper");
  await option(page, "A kite of silk").click();
  await article(page, "A kite of silk")
    .getByRole("button", { name: /^Pick as winner/ })
    .click();
  await expect(page.getByRole("alertdialog").getByText(/all judges' ratings and feedback/)).toBeVisible();
  await page.getByRole("alertdialog").getByLabel(/^Note/).fill("It flies in the lightest wind.");
  await page.getByRole("alertdialog").getByRole("button", { name: /^Pick/ }).click();
  await expect(main(page).getByText(/won this contest/)).toBeVisible();

  const authorPage = await another();
  await openAs(authorPage, author, "/dashboard");
  await authorPage.getByRole("link", { name: /Your entry was rated 3\.5 out of 5, with feedback\.$/ }).click();
  const answer = main(authorPage).getByRole("region", { name: "Your entry" });
  await expect(answer.getByText("The creator rated it 2 out of 5.")).toBeVisible();
  await expect(answer.getByText(`${judge.name} rated it 5 out of 5 and left feedback:`)).toBeVisible();
  await expect(answer.getByText("It flies in my mind.")).toBeVisible();
});

test("on a phone a judge verifies an unverified email address, and another one steps down", async ({
  page,
  another,
  contest,
  newcomer,
  forgive,
}) => {
  // The email's frame blocks scripts, including those of the test.
  forgive(/^error: Blocked script execution in '[^']*\/mailbox\/[^']*'/);
  await page.setViewportSize({ width: 360, height: 740 });
  const { _id, owner } = await contest();
  const [claimant, judge] = [await newcomer(), await newcomer()];
  await verifyEmailAddress(judge);
  for (const { email } of [claimant, judge])
    expect((await owner.api.post(`/api/contest-judges/${_id}`, { data: { email } })).ok()).toBe(true);
  await openAs(page, claimant, "/dashboard/judging");
  await expect(main(page).getByText("Verify your email to accept this invitation.")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Accept" })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await main(page).getByRole("button", { name: "Send me a verification link" }).click();
  await expect(main(page).getByText(`We sent a link to ${claimant.email}.`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await openVerificationLink(page, claimant.email);
  await main(page).getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/dashboard/judging");
  await main(page).getByRole("button", { name: "Decline" }).click();
  await expect(main(page).getByText("Declined", { exact: true })).toBeVisible();

  const judgePage = await another();
  await judgePage.setViewportSize({ width: 360, height: 740 });
  await openAs(judgePage, judge, "/dashboard/judging");
  await main(judgePage).getByRole("button", { name: "Accept" }).click();
  await main(judgePage).getByRole("button", { name: "Step down" }).click();
  await judgePage.getByRole("alertdialog").getByRole("button", { name: "Step down" }).click();
  await expect(main(judgePage).getByText("No contests to judge")).toBeVisible();
  expect(await judgePage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
