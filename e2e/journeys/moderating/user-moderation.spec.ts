import type { Page } from "@playwright/test";
import { chooseAction, giveReason, personRow } from "../../manage-users";
import { expect, fillLogin } from "../../site";
import { test, type Newcomer } from "../../signed-in";

const REASON = "The same advertisement in nine contests.";
const main = (page: Page) => page.locator("main");

async function refusedAtLogin(page: Page, person: Newcomer): Promise<void> {
  await page.goto("/login");
  await fillLogin(page, person);
  await expect(main(page)).toContainText(`Reason: ${REASON}`);
}

async function letterTo(page: Page, person: Newcomer, subject: string) {
  await page.goto(`/mailbox?to=${encodeURIComponent(person.email)}`);
  await page.getByRole("link", { name: subject }).click();
  return page.frameLocator("iframe");
}

test.describe("user moderation", () => {
  test.use({ person: "admin" });

  test("blocks, unblocks and removes a user, with a reason and an audit trail", async ({
    page,
    another,
    newcomer,
    forgive,
  }) => {
    test.slow();
    // The email's frame blocks scripts; denied requests return 403.
    forgive(/^error: Blocked script execution in '[^']*\/mailbox\/[^']*'|403/);
    const person = await newcomer();
    const theirs = await another();

    await page.goto(`/dashboard/manage_users?q=${encodeURIComponent(person.email)}`);
    await personRow(page, person.email)
      .getByRole("button", { name: /^Actions for/ })
      .press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("b");
    await expect(page.getByRole("menuitem", { name: "Block" })).toBeFocused();
    await page.keyboard.press("Enter");
    await giveReason(page, REASON);
    await expect(personRow(page, person.email)).toContainText("Blocked");
    await expect(personRow(page, person.email)).toContainText(REASON);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(personRow(page, person.email).getByRole("button", { name: /^Actions for/ })).toBeFocused();

    await refusedAtLogin(theirs, person);
    await expect((await letterTo(theirs, person, "Your account was blocked")).getByText(REASON)).toBeVisible();

    await chooseAction(page, person.email, "Unblock");
    await expect(personRow(page, person.email)).toContainText("Verified");
    await theirs.goto("/login?from=/dashboard");
    await fillLogin(theirs, person);
    await expect(theirs).toHaveURL("/dashboard");
    await expect(main(theirs)).toContainText("An admin unblocked your account");

    await chooseAction(page, person.email, "Remove");
    await giveReason(page, REASON);
    await expect(personRow(page, person.email)).toHaveCount(0);
    await theirs.reload();
    await expect(theirs).toHaveURL(/\/login/);
    await expect(main(theirs)).toContainText(`This account was removed. Contact us. Reason: ${REASON}`);
    await expect((await letterTo(theirs, person, "Your account was removed")).getByText(REASON)).toBeVisible();

    // Searched by id, because the email address is deleted with the account.
    await page.goto("/dashboard");
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("searchbox").fill(person.id);
    const acts = page.getByRole("table", { name: "Audit log" }).getByRole("rowheader");
    await expect(acts).toHaveText([/^User removed/, /^User unblocked/, /^User blocked/]);
    await expect(main(page).getByRole("table")).toContainText("Deleted user");
    await expect(main(page).getByRole("table")).not.toContainText(person.email);
    await page.getByLabel("Order").selectOption("Oldest first");
    await expect(acts).toHaveText([/^User blocked/, /^User unblocked/, /^User removed/]);
    await page.getByLabel("Event", { exact: true }).selectOption("User blocked");
    await expect(acts).toHaveText([/^User blocked/]);
    await page.reload();
    await expect(acts).toHaveText([/^User blocked/]);
    await expect(page.getByRole("row").filter({ hasText: REASON })).toContainText("verified → blocked");
  });

  test("several requests are answered and several users blocked at once", async ({ page, newcomer }) => {
    const persons = [await newcomer(), await newcomer()];
    for (const { api, email } of persons)
      await api.put(`/api/update-user-role/${email}`, { data: { role: "requested" } });
    const [one, other] = persons as [Newcomer, Newcomer];
    await page.goto("/dashboard/manage_users?sort=newest");
    for (const { email } of persons) await personRow(page, email).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Approve 2 requests" }).click();
    for (const { email } of persons) await expect(personRow(page, email)).toContainText("Creator");
    for (const { email } of persons) await personRow(page, email).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Block 2 users" }).click();
    await giveReason(page, REASON);
    for (const { email } of persons) await expect(personRow(page, email)).toContainText("Blocked");
    for (const { api, email } of [one, other]) {
      const answer = await api.get(`/api/user/${email}`);
      expect([answer.status(), ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
        403,
        expect.stringContaining(REASON),
      ]);
    }
  });

  test("the audit trail is accessible to admins only", async ({ newcomer, as }) => {
    for (const api of [await as("visitor"), (await newcomer()).api, (await newcomer("creator")).api]) {
      expect([401, 403]).toContain((await api.get("/api/audit-trail")).status());
    }
  });
});
