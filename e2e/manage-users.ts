import type { Page } from "@playwright/test";

/** Somebody's row on Manage Users. */
export const personRow = (page: Page, email: string) =>
  page.locator("main").getByRole("row").filter({ hasText: email });

/** Chooses from the menu of somebody's row what is to be done. */
export async function chooseAct(page: Page, email: string, act: string): Promise<void> {
  await personRow(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

/** Gives the reason that is asked for, and says yes. */
export async function giveReason(page: Page, reason: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill(reason);
  await question.getByRole("button").last().click();
}
