import type { Page } from "@playwright/test";
import { chooseContestAction, expect, fillLogin, openAs } from "../../site";
import { pauseRequests, inDays, test } from "../../signed-in";

const main = (page: Page) => page.locator("main");
const questions = (page: Page) => main(page).getByRole("region", { name: "Questions" });

async function scrollToQuestions(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Questions" }).scrollIntoViewIfNeeded();
}

test("a user asks a question, the creator answers, and the user is notified", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const [owner, asker] = [await newcomer("creator"), await newcomer()];
  const { _id } = await contest({ by: owner, deadline: inDays(5) });

  await page.goto(`/contest-details/${_id}`);
  await scrollToQuestions(page);
  await expect(questions(page).getByText("No questions yet.")).toBeVisible();
  await questions(page).getByRole("link", { name: "Log in to ask" }).click();
  await fillLogin(page, asker);
  await expect(page).toHaveURL(`/contest-details/${_id}#questions`);
  await questions(page).getByRole("button", { name: "Ask a question" }).click();
  await questions(page).getByLabel("Your question").fill("May it be in Bangla alone?");
  await page.reload();
  await questions(page).getByRole("button", { name: "Ask a question" }).click();
  await expect(questions(page).getByLabel("Your question")).toHaveValue("May it be in Bangla alone?");
  await questions(page).getByRole("button", { name: "Ask", exact: true }).click();
  await expect(questions(page).getByRole("article")).toContainText("May it be in Bangla alone?");
  await expect(questions(page).getByRole("button", { name: "Delete" })).toBeVisible();

  const ownerPage = await another();
  await openAs(ownerPage, owner, "/dashboard");
  await ownerPage.getByRole("link", { name: /^New question about .*“May it be in Bangla alone\?”$/ }).click();
  await expect(ownerPage).toHaveURL(`/contest-details/${_id}#questions`);
  await questions(ownerPage).getByRole("button", { name: "Answer" }).click();
  await questions(ownerPage).getByLabel("Your answer").fill("It may. See https://example.com/rules");
  await questions(ownerPage).getByRole("button", { name: "Answer" }).click();
  await expect(questions(ownerPage).getByRole("button", { name: "Edit answer" })).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Your question about .* was answered: “It may\./ }).click();
  await expect(page).toHaveURL(`/contest-details/${_id}#questions`);
  await expect(questions(page).getByRole("link", { name: "https://example.com/rules" })).toBeVisible();
  await expect(questions(page).getByRole("button", { name: "Delete" })).toHaveCount(0);

  const visitor = await another();
  await expect(async () => {
    await visitor.goto(`/contest-details/${_id}`);
    await scrollToQuestions(visitor);
    await expect(questions(visitor).getByRole("article")).toContainText("It may.", { timeout: 2000 });
  }).toPass();
  await expect(questions(visitor).getByRole("article").getByRole("button")).toHaveCount(0);

  await questions(ownerPage).getByRole("button", { name: "Remove" }).click();
  await ownerPage.getByRole("alertdialog").getByRole("button", { name: "Remove question and answer" }).click();
  await expect(questions(ownerPage).getByText("No questions yet.")).toBeVisible();
});

test("a creator sends an announcement that only participants can read", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const [owner, participant, stranger] = [await newcomer("creator"), await newcomer(), await newcomer()];
  const { _id } = await contest({ by: owner, deadline: inDays(5) });
  await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });

  await openAs(page, owner, "/dashboard/my_created_contests");
  await chooseContestAction(page, "Send announcement");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Announcement", { exact: true }).fill("The jury is complete.");
  await dialog.getByRole("button", { name: "Send to 1 person" }).click();
  await expect(page.getByText("Sent to 1 person")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const joined = await another();
  await openAs(joined, participant, "/dashboard");
  await joined.getByRole("link", { name: /^New announcement in .*“The jury is complete\.”$/ }).click();
  await expect(joined).toHaveURL(`/contest-details/${_id}#news`);
  await expect(main(joined).getByRole("region", { name: "Announcements" })).toContainText("The jury is complete.");

  // An email links to the questions: content loading above them later must not push them out of sight.
  await participant.api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite of silk.\n".repeat(40), link: "" } });
  await joined.goto("about:blank");
  const letGo = await pauseRequests(joined, "**/api/my-entry/**");
  await joined.goto(`/contest-details/${_id}#questions`);
  await expect(joined.getByRole("heading", { name: "Questions" })).toBeFocused();
  letGo();
  await expect(main(joined).getByText("Your entry was submitted")).toBeAttached();
  await expect(main(joined).getByText("The jury is complete.")).toBeAttached();
  await expect(joined.getByRole("heading", { name: "Questions" })).toBeInViewport();

  const other = await another();
  await openAs(other, stranger, `/contest-details/${_id}`);
  await scrollToQuestions(other);
  await expect(questions(other).getByRole("button", { name: "Ask a question" })).toBeVisible();
  await expect(main(other).getByRole("region", { name: "Announcements" })).toHaveCount(0);
  expect((await stranger.api.get(`/api/news/${_id}`)).status()).toBe(404);
  await other.goto("/dashboard");
  await expect(main(other).getByRole("region", { name: /^Notifications/ })).not.toContainText("The jury is complete");
});
