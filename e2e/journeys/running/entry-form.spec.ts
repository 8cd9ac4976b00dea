import type { Page } from "@playwright/test";
import { expect, openAs } from "../../site";
import { test } from "../../signed-in";

const main = (page: Page) => page.locator("main");

test("judges and the table show what a participant answered in the entry form", async ({
  page,
  as,
  another,
  contest,
  newcomer,
}) => {
  test.slow();
  const owner = await newcomer("creator");
  const participant = await newcomer();
  const { _id, name } = await contest({ by: owner, hidesNames: true, isPending: true });

  await openAs(page, owner, "/dashboard/my_created_contests");
  await page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Contest" });
  const addField = async (n: number, kind: string, label: string, options = "") => {
    await dialog.getByRole("button", { name: "Add a field" }).click();
    const field = dialog.getByRole("group", { name: `Field ${n}`, exact: true });
    await field.getByLabel("Kind").selectOption(kind);
    await field.getByLabel(kind === "Consent" ? "What people agree to" : "Label").fill(label);
    if (options) await field.getByLabel("Options").fill(options);
  };
  await addField(1, "Short text", "Title");
  await addField(2, "Numeric value", "Height in metres");
  await addField(3, "One choice", "Technique", "Ink\nPencil");
  await addField(4, "Several choices", "Materials", "Bamboo\nCloth\nRope");
  await addField(5, "Link", "Earlier work");
  await addField(6, "Consent", "I drew it myself.");
  await dialog.getByRole("group", { name: "Field 5", exact: true }).getByLabel("Required").uncheck();
  await dialog.getByRole("button", { name: "Update Contest" }).click();
  await expect(page.getByText("Contest updated successfully")).toBeVisible();

  const admin = await as("admin");
  await admin.put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });
  await participant.api.put("/api/join-contest", { data: { contestId: _id, email: participant.email } });

  const entrant = await another();
  await entrant.setViewportSize({ width: 360, height: 740 });
  await openAs(entrant, participant, `/contest-details/${_id}`);
  await expect(main(entrant).getByRole("region", { name: "Entry form" })).toContainText("Ink · Pencil");
  const own = main(entrant).getByRole("region", { name: "Your entry" });
  await own.getByLabel("Text").fill("A kite of silk");
  await own.getByLabel("Height in metres").fill("tall");
  await own.getByLabel("Title").fill("=SUM(A1)");
  await own.getByRole("group", { name: "Materials" }).getByLabel("Rope").check();
  await own.getByRole("button", { name: "Submit entry" }).click();
  await expect(own.getByText(/^Enter a number with at most/)).toBeVisible();
  await expect(own.getByText("You can submit only if you agree to this")).toBeVisible();

  // A reload keeps what was typed.
  await entrant.reload();
  await expect(own.getByLabel("Title")).toHaveValue("=SUM(A1)");
  await own.getByLabel("Height in metres").fill("-১.৫");
  await own.getByLabel("Technique").selectOption("Ink");
  await own.getByLabel("I drew it myself.").check();
  expect(await entrant.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await own.getByRole("button", { name: "Submit entry" }).click();
  await expect(own.getByText("Your entry was submitted", { exact: true })).toBeVisible();
  await expect(own.getByRole("definition")).toHaveText(["=SUM(A1)", "-1.5", "Ink", "Rope", "Yes"]);

  await page.goto(`/dashboard/contest_submitted/${_id}`);
  const entry = main(page).getByRole("article").filter({ hasText: "A kite of silk" });
  await expect(entry.getByRole("definition").filter({ hasText: "=SUM(A1)" })).toBeVisible();
  await expect(entry.getByRole("term").filter({ hasText: "I drew it myself." })).toBeVisible();

  const table = await (await owner.api.get(`/api/contest-entries/${_id}/table`)).text();
  const [head, row] = table.split("\r\n");
  expect(head).toMatch(/"Title","Height in metres","Technique","Materials","Earlier work","I drew it myself\."$/);
  expect(row).toMatch(/,"'=SUM\(A1\)",-1\.5,"Ink","Rope","","yes"$/);
});
