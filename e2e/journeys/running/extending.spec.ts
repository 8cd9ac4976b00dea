import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chooseContestAction, expect, openAs } from "../../site";
import { inDays, test } from "../../signed-in";

const main = (page: Page) => page.locator("main");

test("a creator extends the deadline, participants are notified, and one leaves with an entry", async ({
  page,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const [owner, author] = [await newcomer("creator"), await newcomer()];
  const { _id, name } = await contest({ by: owner, deadline: inDays(2) });
  await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
  await author.api.put(`/api/submit-entry/${_id}`, { data: { text: "My poster." } });

  await openAs(page, owner, "/dashboard/my_created_contests");
  await chooseContestAction(page, "Extend the deadline");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 person can leave")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The hall is free a week later.");
  await page.reload();
  await chooseContestAction(page, "Extend the deadline");
  await expect(dialog.getByLabel("Reason")).toHaveValue("The hall is free a week later.");
  await dialog.getByRole("button", { name: "Extend and notify 1 person" }).click();
  await expect(page.getByText("Deadline extended. 1 person notified")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const other = await another();
  await openAs(other, author, "/dashboard");
  await other
    .getByRole("link", {
      name: /^Deadline extended: .*“The hall is free a week later\.” You can leave .*until .+ (?:UTC|GMT\+6)/,
    })
    .click();
  await expect(other).toHaveURL(`/contest-details/${_id}`);
  const panel = other.getByRole("complementary", { name: "Join this contest" });
  await expect(panel.getByText(/^Deadline extended on .*“The hall is free a week later\.”$/)).toBeVisible();
  await other.goto("/dashboard/my_participated_contests");
  await other
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("link", { name: "Leave with a refund" })
    .click();
  await panel.getByRole("button", { name: "Leave and get a refund" }).click();
  await expect(other.getByText("Your entry and its files will be deleted.")).toBeVisible();
  await other
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Leave and refund/ })
    .click();
  await expect(other.getByText(/^You've left\. ৳.* refunded$/)).toBeVisible();
  await expect(panel.getByRole("link", { name: "Register" })).toBeVisible();

  const visitor = await another();
  await expect(async () => {
    await visitor.goto(`/contest-details/${_id}`);
    await expect(visitor.getByText(/^Deadline extended on/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.goto(`/dashboard/contest_submitted/${_id}`);
  await expect(main(page).getByText("No entries yet")).toBeVisible();
});

test("a creator sees a contest's progress and downloads participants and entries", async ({
  page,
  contest,
  newcomer,
}) => {
  test.slow();
  const [owner, author] = [await newcomer("creator"), await newcomer()];
  const { _id, name } = await contest({ by: owner, deadline: inDays(5) });
  await author.api.put("/api/join-contest", { data: { contestId: _id, email: author.email } });
  const upload = await author.api.post("/api/entry-files?name=poster.txt", {
    data: Buffer.from("A poster"),
    headers: { "content-type": "application/octet-stream" },
  });
  await author.api.put(`/api/submit-entry/${_id}`, {
    data: { text: "=1+1", files: [((await upload.json()) as { _id: string })._id] },
  });

  await openAs(page, owner, "/dashboard/my_created_contests");
  await main(page).getByRole("link", { name: "1 joined" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
  const chart = main(page).getByRole("slider", { name: "Joins and entries per day" });
  await expect(chart).toHaveAttribute("aria-valuetext", /: Joined 1, Entries 1$/);
  await main(page).getByText("View as table").first().click();
  await expect(main(page).getByRole("table", { name: "Joins and entries per day" }).getByRole("row")).toHaveCount(2);
  const people = main(page).getByRole("table", { name: "Participants" });
  await expect(people.getByRole("row")).toHaveCount(2);
  await main(page).getByLabel("Search by name").fill("Unknown Person");
  await expect(main(page).getByText("No participants match")).toBeVisible();
  await main(page).getByRole("button", { name: "Show all participants" }).click();
  await expect(people.getByRole("row")).toHaveCount(2);

  const save = async (label: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      main(page).getByRole("link", { name: label }).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const joined = await save("Participants (CSV)");
  expect(joined.name).toMatch(/ participants\.csv$/);
  expect(String(joined.content)).toMatch(
    /^\ufeff"Name","Joined on \(UTC\)","Paid \(taka\)"\r\n"[^"]*","\d{4}-\d\d-\d\d",\d+\r\n$/,
  );
  expect(String(joined.content)).not.toContain(author.email);
  const entries = await save("Entries (CSV)");
  // Names are hidden until the winner is chosen, and user text is not a formula.
  expect(String(entries.content)).toMatch(/"Entry \d{3,}",.*"'=1\+1",.*"Entry \d{3,}, file 1\.txt"/);
  const archive = await save("Entries with their files (ZIP)");
  expect(archive.name).toMatch(/ entries\.zip$/);
  expect(archive.content.subarray(0, 2).toString()).toBe("PK");
  expect(archive.content.includes("file 1.txt")).toBe(true);
});
