import type { Page } from "@playwright/test";
import { expect } from "./site";

/** The email's frame blocks scripts, including those of the test. */
export const BLOCKED_SCRIPT = /^error: Blocked script execution in '[^']*\/mailbox\/[^']*'/;

/** Opens the newest verification email to this address in the local mailbox, and confirms its link. */
export async function openVerificationLink(page: Page, email: string): Promise<void> {
  // Sent without making anyone wait.
  await expect(async () => {
    await page.goto(`/mailbox?to=${encodeURIComponent(email)}`);
    await page
      .getByRole("link", { name: /^Verify your email address/ })
      .first()
      .click({ timeout: 1000 });
  }).toPass();
  const link = page.frameLocator("iframe").getByRole("link", { name: "Verify your email" });
  const resumed = page.waitForResponse("**/api/save-user");
  await page.goto((await link.getAttribute("href"))!);
  await resumed;
  await expect(page.locator("main")).toContainText(email);
  await page.locator("main").getByRole("button", { name: "Verify email" }).click();
  await expect(page.locator("main").getByText("Email address verified")).toBeVisible();
}
