import type { Page } from "@playwright/test";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../demo/demo-people";

export async function signIn(page: Page, siteUrl: string, role: string): Promise<void> {
  const account = DEMO_ACCOUNTS.find((demo) => demo.role === role);
  if (!account) return;
  await page.goto(`${siteUrl}/login`);
  await page.locator("[name=email]").fill(account.email);
  await page.locator("[name=password]").fill(DEMO_PASSWORD);
  await page.locator("main").getByRole("button", { name: "Login", exact: true }).click();
  await page.getByRole("button", { name: /account menu/i }).waitFor();
}
