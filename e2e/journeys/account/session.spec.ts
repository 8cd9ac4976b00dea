import { chooseAction, giveReason } from "../../manage-users";
import { admin, newPerson, user } from "../../people";
import { avatar, expect, register, signIn, test } from "../../site";

test("signing in with Google opens the account chooser and comes back signed in", async ({ page }) => {
  await page.goto("/login");
  const popupOpens = page.waitForEvent("popup");
  await page.getByRole("button", { name: /google/i }).click();
  const popup = await popupOpens;
  const { email, name } = newPerson("Farhana Akter");
  await popup.locator("[name=google_email]").fill(email);
  await popup.locator("[name=google_name]").fill(name);
  await popup.getByRole("button", { name: /continue|sign in/i }).click();
  await expect(page.getByText(`Signed In as ${name}`)).toBeVisible();
  await expect(avatar(page)).toBeVisible();
});

test("a wrong password shows an error and does not sign in", async ({ page, forgive }) => {
  forgive(/400/);
  await page.goto("/login");
  await page.locator("[name=email]").fill(user.email);
  await page.locator("[name=password]").fill("not-the-password");
  await page.locator("main").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText(/password/i);
  await expect(avatar(page)).toHaveCount(0);
});

test("a blocked user is signed out at the next request and sees why", async ({ page, another, forgive }) => {
  forgive(/40[13]/);
  const newcomer = newPerson("Imran Kabir");
  await register(page, newcomer);

  const adminPage = await another();
  await signIn(adminPage, admin);
  await adminPage.goto(`/dashboard/manage_users?q=${encodeURIComponent(newcomer.email)}`);
  await chooseAction(adminPage, newcomer.email, "Block");
  await giveReason(adminPage, "The same advertisement in nine contests.");
  await expect(adminPage.getByText("Status updated successfully! Please refresh")).toBeVisible();

  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await page.goto("/dashboard/my_participated_contests");
  await expect(page).toHaveURL(/\/login/);
  await expect(page.locator("main")).toContainText(/blocked/i);
  await expect(page.locator("main")).toContainText("The same advertisement in nine contests.");
});

test("signing in in one tab signs in a visitor in another tab", async ({ page }) => {
  const second = await page.context().newPage();
  await second.goto("/");
  await expect(second.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await signIn(page, user);
  await expect(avatar(second)).toBeVisible();
});

test("signing out in one tab signs out the other", async ({ page }) => {
  await signIn(page, user);
  const second = await page.context().newPage();
  await second.goto("/");
  await expect(avatar(second)).toBeVisible();
  await avatar(second).click();
  await second.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(avatar(second)).toHaveCount(0);
  await expect(avatar(page)).toHaveCount(0);
});
