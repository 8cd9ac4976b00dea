import { readFileSync } from "node:fs";
import path from "node:path";
import { admin } from "../../people";
import { aContestForm, expect, fillContestForm, field, test } from "../../signed-in";
import { addContest, signIn } from "../../site";

test("a contest is reviewed in two rounds, confirmed, returned to review, changed and confirmed again", async ({
  page,
  another,
  newcomer,
}) => {
  test.slow();
  const person = await newcomer("creator");
  await signIn(page, person);
  await page.goto("/dashboard/add_contest");
  const form = aContestForm({ task: "A kite of paper." });
  await fillContestForm(page, form);
  await addContest(page);
  await expect(page.getByText("Contest created successfully")).toBeVisible();

  // First round: the admin asks for changes with the keyboard only.
  const adminPage = await another();
  await signIn(adminPage, admin);
  await adminPage.goto(`/dashboard/manage_contests?q=${encodeURIComponent(form.name)}`);
  await adminPage.getByRole("rowheader").getByRole("link", { name: form.name }).click();
  const heading = adminPage.getByRole("heading", { level: 1, name: form.name });
  await expect(heading).toBeVisible();
  const review = new URL(adminPage.url()).pathname;
  expect(review).toMatch(/^\/dashboard\/contest_review\/[0-9a-f-]{36}$/);
  await expect(adminPage.getByText("This is the first round, so there's nothing to compare with yet.")).toBeVisible();
  await adminPage.keyboard.press("a");
  const dialog = adminPage.getByRole("dialog");
  await expect(field(dialog, "text")).toBeFocused();
  await adminPage.keyboard.type("Please name the size.");
  await dialog.getByRole("button", { name: "Ask for changes" }).click();
  // The next contest in review follows, with the focus on its heading.
  await expect(adminPage).not.toHaveURL(review);
  await expect(adminPage.getByRole("heading", { level: 1 })).toBeFocused();

  await page.goto("/dashboard/my_created_contests");
  const row = page.getByRole("row").filter({ hasText: form.name });
  await row.getByRole("button", { name: "Edit" }).click();
  const editing = page.getByRole("dialog", { name: "Update Contest" });
  await expect(editing.getByText("Please name the size.")).toBeVisible();
  await field(editing, "task").fill("A kite of paper, one metre wide.");
  await editing.getByRole("button", { name: "Update Contest" }).click();
  await expect(page.getByText("Contest updated successfully")).toBeVisible();

  // The second round shows what changed, and a preview of the page.
  await adminPage.goto(review);
  const changed = adminPage.getByRole("region", { name: "Changes since the last round" });
  await expect(changed.getByRole("term")).toHaveText(["Task"]);
  await expect(changed.locator("ins")).toHaveText(", one metre wide");
  await expect(adminPage.getByRole("region", { name: "History" }).getByRole("listitem")).toHaveCount(3);
  await adminPage.getByRole("link", { name: "Open full page" }).click();
  await expect(adminPage.getByText("This is a preview")).toBeVisible();
  await expect(heading).toBeVisible();
  await adminPage.getByRole("link", { name: "Back to the review" }).click();
  await expect(changed).toBeVisible();
  await expect(heading).toBeFocused();
  await adminPage.keyboard.press("c");
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(adminPage.getByText("Status updated successfully!")).toBeVisible();
  await expect(adminPage).not.toHaveURL(review);

  // Public, then back to review while there are no payments.
  const visitor = await another();
  const details = review.replace("dashboard/contest_review", "contest-details");
  await visitor.goto(details);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(form.name);
  await adminPage.goto(review);
  await adminPage.getByRole("button", { name: "Back to review" }).click();
  await field(dialog, "text").fill("Who may take part?");
  await dialog.getByRole("button", { name: "Back to review" }).click();
  await expect(adminPage.getByText("Back in review", { exact: true }).first()).toBeVisible();
  await expect(adminPage.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await visitor.goto(`/all_contests?q=${encodeURIComponent(form.name)}`);
  await expect(visitor.getByText("No contests match")).toBeVisible();

  await page.goto("/dashboard");
  await expect(page.getByText("An admin undid its approval", { exact: false })).toBeVisible();
  await page.goto("/dashboard/my_created_contests");
  await row.getByRole("button", { name: "Edit" }).click();
  await expect(editing.getByText("Who may take part?")).toBeVisible();
  await expect(editing.getByText("Back in review")).toBeVisible();
  await field(editing, "description").fill("For everybody who can hold a string.");
  await editing.getByRole("button", { name: "Update Contest" }).click();
  await expect(page.getByText("Contest updated successfully")).toBeVisible();

  await adminPage.reload();
  await expect(adminPage.getByRole("region", { name: "Changes since the last round" }).getByRole("term")).toHaveText([
    "Description",
  ]);
  await adminPage.getByRole("button", { name: "Confirm" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(adminPage.getByText("Status updated successfully!")).toBeVisible();
  await visitor.goto(details);
  await expect(visitor.getByText("For everybody who can hold a string.")).toBeVisible();
});

test("the previous picture is beside the new one, and admins see the creator's advice", async ({
  page,
  contest,
  as,
}) => {
  const { _id, name, owner } = await contest({ isPending: true, task: "A kite of paper." });
  const upload = async (cover: string) => {
    const data = readFileSync(path.join(import.meta.dirname, "../../../server/media/covers", cover));
    const answer = await owner.api.post("/api/pictures?name=kite.webp", {
      data,
      headers: { "content-type": "application/octet-stream" },
    });
    return ((await answer.json()) as { address: string }).address;
  };
  const change = async (image: string) =>
    expect((await owner.api.put(`/api/update-contest/${_id}`, { data: { image } })).ok()).toBe(true);
  await change(await upload("image-design-1.webp"));
  expect(
    (
      await (
        await as("admin")
      ).post(`/api/comment-contest/${_id}`, {
        data: { text: "A calmer picture, please.", decision: "changes_requested" },
      })
    ).ok(),
  ).toBe(true);
  await change(await upload("image-design-2.webp"));

  await signIn(page, admin);
  await page.goto(`/dashboard/contest_review/${_id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("This is short. Say what to submit", { exact: false })).toBeVisible();
  const changed = page.getByRole("region", { name: "Changes since the last round" });
  const pictures = ["Image before", "Image now"].map((alt) => changed.getByRole("img", { name: alt }));
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  }
  // Pictures of a review round are not public.
  const kept = new URL((await pictures[0]!.getAttribute("src"))!, page.url());
  expect((await (await as("visitor")).get(kept.pathname + kept.search)).status()).toBe(401);
});

test("changes made during a review are not confirmed unseen, and a paid contest stays confirmed", async ({
  page,
  newcomer,
  contest,
  forgive,
}) => {
  // The rejected confirmation.
  forgive(/409/);
  const { _id, name, owner } = await contest({ isPending: true });
  await signIn(page, admin);
  await page.goto(`/dashboard/contest_review/${_id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect((await owner.api.put(`/api/update-contest/${_id}`, { data: { prize: "77" } })).ok()).toBe(true);
  await page.getByRole("button", { name: "Confirm" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(
    question.getByText("The creator changed this contest after you opened it.", { exact: false }),
  ).toBeVisible();
  await question.getByRole("button", { name: "Go back" }).click();
  const note = page.getByRole("alert").filter({ hasText: "This contest changed while you had it open" });
  await expect(note).toContainText("৳77");
  await note.getByRole("button", { name: "I've read the changes" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Status updated successfully!")).toBeVisible();

  const participant = await newcomer();
  expect(
    (await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } })).ok(),
  ).toBe(true);
  await page.goto(`/dashboard/contest_review/${_id}`);
  await expect(page.getByText("Someone has paid to join, so you can only cancel this contest.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to review" })).toBeDisabled();
  await page.getByRole("button", { name: "Cancel contest" }).click();
  await question.getByRole("button", { name: "Cancel contest and refund 1 person" }).click();
  await expect(page.getByText("Contest cancelled. 1 person refunded, ৳77.")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Cancelled");
});
