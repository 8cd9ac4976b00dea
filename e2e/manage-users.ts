import type { Page } from "@playwright/test";

export const personRow = (page: Page, email: string) =>
  page.locator("main").getByRole("row").filter({ hasText: email });

export async function chooseAction(page: Page, email: string, action: string): Promise<void> {
  await personRow(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

export async function giveReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.locator("footer").getByRole("button").last().click();
}
