import type { Page } from "@playwright/test";

/** Returns the row of a user on Manage Users. */
export const personRow = (page: Page, email: string) =>
  page.locator("main").getByRole("row").filter({ hasText: email });

/** Chooses an action from the menu of a user's row. */
export async function chooseAct(page: Page, email: string, action: string): Promise<void> {
  await personRow(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Enters the reason in the open dialog and confirms. */
export async function giveReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button").last().click();
}
