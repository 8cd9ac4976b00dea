import { expect, test } from "../../signed-in";

test.use({ person: "admin" });

test("Confirm asks first, confirms nothing else, and Undo reverts it", async ({ page, contest }) => {
  // Contests of this test only: confirming those of other tests would open them.
  const word = crypto.randomUUID().slice(0, 8);
  for (const place of ["north", "south"]) await contest({ isPending: true, name: `A sign ${word} ${place}` });
  const confirmed: string[] = [];
  page.on("request", (request) => request.url().includes("/update-contest-status/") && confirmed.push(request.url()));
  await page.goto(`/dashboard/manage_contests?phase=in_review&q=${word}`);
  const confirm = page.getByRole("button", { name: "Confirm" });
  const names = page.getByRole("rowheader").getByRole("link");
  await expect(confirm.nth(1)).toBeEnabled();
  const before = await names.allInnerTexts();
  const { x, y, width, height } = (await confirm.first().boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("This approves the contest and opens it to everyone");
  expect(confirmed).toEqual([]);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Status updated successfully!")).toBeVisible();
  await expect(confirm.first()).toBeDisabled();
  await expect(page.getByRole("rowheader").first()).toBeFocused();
  await page.mouse.click(x + width / 2, y + height / 2);
  // Contests submitted by other tests in the meantime are appended.
  expect((await names.allInnerTexts()).slice(0, before.length)).toEqual(before);

  await page.getByRole("row").filter({ hasText: before[0] }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Approval undone")).toBeVisible();
  await expect(confirm.first()).toBeEnabled();
  expect(confirmed).toHaveLength(1);
});

test("Undo stays within its card on a phone, even with large text", async ({ page, contest }) => {
  const { name } = await contest({ name: `A sign ${crypto.randomUUID().slice(0, 8)}` });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/dashboard/manage_contests?q=${name.slice(-8)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  const undo = row.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const [card, button] = [(await row.boundingBox())!, (await undo.boundingBox())!];
  expect(button.x + button.width).toBeLessThanOrEqual(card.x + card.width);
});
