import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axeOn } from "../../axe";
import { expect, openSignedIn, test } from "../../signed-in";
import { payWithTestCard } from "../../site";

const main = (page: Page) => page.locator("main");

const pageCountOf = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

test("a receipt prints on one page, downloads as PDF and shows its refund", async ({ page, contest, newcomer }) => {
  test.slow();
  const { _id, name } = await contest({ prize: "1234" });
  const person = await newcomer();
  await openSignedIn(page, person, `/contest-details/${_id}/payment`);
  await payWithTestCard(page);
  await expect(main(page).getByRole("heading", { name: "Payment successful" })).toBeFocused();
  const facts = main(page).locator("dl").first();
  const shown = (await facts.innerText()).replace(/\s+/g, " ");
  expect(shown).toMatch(/Receipt number \d+ Amount ৳1,234 Paid with Test card ending in 4242 .* Participants now 1/);
  await page.reload();
  await expect(main(page).getByText("You've already joined this contest")).toBeVisible();
  expect((await facts.innerText()).replace(/\s+/g, " ")).toBe(shown);

  await main(page).getByRole("link", { name: "Print or download receipt" }).click();
  await expect(page).toHaveURL(/\/dashboard\/payments\/\d+$/);
  const receipt = main(page).getByRole("article", { name: "Receipt" });
  for (const fact of ["৳1,234", "Paid", name, person.name, person.email, "Test card ending in 4242"])
    await expect(receipt).toContainText(fact);
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);

  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
  await expect(main(page).getByRole("link", { name: "Download PDF" })).toBeHidden();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(244, 246, 243)");
  for (const format of ["A4", "Letter"]) expect(pageCountOf(await page.pdf({ format })), format).toBe(1);
  await page.emulateMedia({ media: null });

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    main(page).getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Conquest receipt \d+\.pdf$/);
  const pdf = await readFile(await file.path());
  expect(pdf.subarray(0, 4).toString()).toBe("%PDF");
  expect(pageCountOf(pdf)).toBe(1);

  const left = await person.api.put("/api/leave-contest", { data: { contestId: _id, email: person.email } });
  expect(left.status()).toBe(200);
  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Payments" }).click();
  const rows = main(page).getByRole("table", { name: "Your payments and refunds" }).locator("tbody tr");
  await expect(rows).toHaveText([/Refund(?!ed).*\+৳1,234/, /Refunded.*৳1,234/]);
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  await main(page).getByLabel("Show", { exact: true }).selectOption("Refunds");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link", { name: "Receipt" }).click();
  await expect(receipt).toContainText("Refunded");
  await expect(receipt).toContainText("−৳1,234");
  await expect(receipt.getByText("Total after refund").locator("xpath=following-sibling::dd")).toHaveText("৳0");
});

test("a receipt is hidden from other people", async ({ page, contest, newcomer, forgive }) => {
  forgive(/404/);
  const { _id } = await contest({ prize: "1234" });
  const payer = await newcomer();
  const joined = await payer.api.put("/api/join-contest", { data: { contestId: _id, email: payer.email } });
  const { receiptNumber } = (await joined.json()) as { receiptNumber: number };
  const path = `/dashboard/payments/${receiptNumber}`;
  await openSignedIn(page, await newcomer(), path);
  await expect(main(page).getByText("We couldn't find that receipt")).toBeVisible();
});
