import type { Page } from "@playwright/test";
import { aContestForm } from "@conquest/shared/testing/samples";
import { admin, newPerson, type Person } from "../../people";
import { addContest, expect, fillContestForm, register, signIn, test } from "../../site";

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function approve(page: Page, newcomer: Person) {
  await signIn(page, admin);
  await page.goto("/dashboard/manage_users");
  await rowOf(page, newcomer.email)
    .getByRole("button", { name: /approve/i })
    .click();
  await expect(page.getByText("Role updated successfully!")).toBeVisible();
}

test("a user becomes a creator and submits a contest, which an admin confirms", async ({ page, another, forgive }) => {
  test.slow();
  // A pending contest is a 404 for other users.
  forgive(/404/);
  const newcomer = newPerson("Tanvir Hasan");
  await register(page, newcomer);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Become A Creator" }).click();
  await expect(page.getByText("Role requested successfully!")).toBeVisible();

  const adminPage = await another();
  await approve(adminPage, newcomer);

  await page.goto("/dashboard/add_contest");
  const name = `First page of a novel ${newcomer.email}`.slice(0, 100);
  await fillContestForm(page, aContestForm({ name }));
  await addContest(page);
  await expect(page.getByText("Contest created successfully")).toBeVisible();
  await expect(page).toHaveURL("/dashboard/my_created_contests");
  await expect(rowOf(page, name)).toContainText(/pending/i);

  const visitor = await another();
  await visitor.goto(`/?q=${encodeURIComponent(name)}`);
  await expect(visitor.getByText(/No contests match/)).toBeVisible();

  await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Contest" });
  await expect(dialog.locator("[name=prize]")).toHaveValue("25000");
  await dialog.locator("[name=prize]").fill("30000");
  await dialog.getByRole("button", { name: /update/i }).click();
  await expect(page.getByText("Contest updated successfully")).toBeVisible();

  await adminPage.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
  await rowOf(adminPage, name).getByRole("button", { name: "Confirm" }).click();
  await adminPage.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(adminPage.getByText("Status updated successfully!")).toBeVisible();
  await expect(rowOf(adminPage, name).getByRole("button", { name: "Confirm" })).toBeDisabled();

  await visitor.reload();
  await visitor
    .getByRole("region", { name: "Search Results" })
    .getByRole("link", { name: /Details/ })
    .click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(visitor.getByText("৳30,000").first()).toBeVisible();

  await page.goto("/dashboard/my_created_contests");
  await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /delete/i })
    .click();
  await expect(page.getByText("Successfully deleted")).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});
