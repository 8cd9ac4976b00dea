import { admin, creator } from "../people";
import { expect, signIn, test } from "../site";

test("a second press where Confirm was confirms nothing else, and Undo takes the first back", async ({ page }) => {
  const confirmed: string[] = [];
  page.on("request", (request) => request.url().includes("/update-contest-status/") && confirmed.push(request.url()));
  await signIn(page, admin);
  await page.goto("/dashboard/manage_contests?phase=in_review");
  const confirm = page.getByRole("button", { name: "Confirm" });
  const names = page.getByRole("rowheader").getByRole("link");
  await expect(confirm.nth(1)).toBeEnabled();
  const before = await names.allInnerTexts();
  const { x, y, width, height } = (await confirm.first().boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByText("Status updated successfully!")).toBeVisible();
  await expect(confirm.first()).toBeDisabled();
  await page.mouse.click(x + width / 2, y + height / 2);
  // What others submit meanwhile comes at the end.
  expect((await names.allInnerTexts()).slice(0, before.length)).toEqual(before);

  await page.getByRole("row").filter({ hasText: before[0] }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Back in review")).toBeVisible();
  await expect(confirm.first()).toBeEnabled();
  expect(confirmed).toHaveLength(1);
});

test("on a phone an entry is read in place of the list, and left for it", async ({ page }) => {
  await signIn(page, creator);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/dashboard/contest_submitted");
  await page.getByRole("link", { name: "Choose winner" }).first().click();
  const entries = page.getByRole("listbox", { name: "Entries" });
  const first = entries.getByRole("option").first();
  const [label] = (await first.getAttribute("aria-label"))!.split(",");
  await first.click();
  await expect(page.getByRole("button", { name: `Choose ${label} as the winner` })).toBeVisible();
  await expect(entries).toBeHidden();
  await page.getByRole("button", { name: "All entries" }).click();
  await expect(entries).toBeVisible();
});
