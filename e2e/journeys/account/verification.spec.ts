import type { Page } from "@playwright/test";
import { BLOCKED_SCRIPT, openVerificationLink } from "../../mailbox";
import { newPerson } from "../../people";
import { openSignedIn, test } from "../../signed-in";
import { expect, register } from "../../site";

const banner = (page: Page) => page.getByRole("region", { name: "Email verification" });
const main = (page: Page) => page.locator("main");
const acceptButton = (page: Page) => main(page).getByRole("button", { name: "Accept" });

test("a new user verifies the address by the emailed link and accepts to judge", async ({
  page,
  another,
  contest,
  forgive,
}) => {
  forgive(BLOCKED_SCRIPT);
  const { _id, owner } = await contest();
  const person = newPerson("Farhana Akter");
  const sent = page.waitForResponse("**/accounts:sendOobCode*");
  await register(page, person);
  expect((await sent).ok()).toBe(true);
  expect((await owner.api.post(`/api/contest-judges/${_id}`, { data: { email: person.email } })).ok()).toBe(true);

  await page.goto("/dashboard/judging");
  await expect(banner(page)).toContainText(`Verify your email: we sent a link to ${person.email}.`);
  await expect(main(page).getByText("Verify your email to accept this invitation.")).toBeVisible();
  await expect(acceptButton(page)).toHaveCount(0);

  const tab = await page.context().newPage();
  await openVerificationLink(tab, person.email);
  await tab.close();
  // Headless browsers consider every tab visible.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(banner(page)).toHaveCount(0);
  await acceptButton(page).click();
  await expect(page.getByText("Invitation accepted")).toBeVisible();
  expect(await (await page.request.get(`/api/user/${person.email}`)).json()).toMatchObject({ isEmailVerified: true });

  const elsewhere = await another();
  await elsewhere.goto(`/contest-details/${_id}`);
  await expect(elsewhere.getByText(person.name).first()).toBeVisible();
});

test("an unverified user gets three links an hour and hides the banner for good", async ({ page, newcomer }) => {
  const person = await newcomer();
  await openSignedIn(page, person, "/dashboard");
  await expect(banner(page)).toContainText(`Verify your email: we can send a link to ${person.email}.`);
  await banner(page).getByRole("button", { name: "Send link" }).click();
  await expect(banner(page).getByRole("status")).toContainText(`We sent a link to ${person.email}.`);
  for (let nth = 0; nth < 2; nth += 1) {
    const sent = page.waitForResponse("**/accounts:sendOobCode*");
    await banner(page).getByRole("button", { name: "Resend" }).click();
    await sent;
  }
  await banner(page).getByRole("button", { name: "Resend" }).click();
  await expect(banner(page).getByRole("status")).toContainText("You can get 3 links an hour.");

  await banner(page).getByRole("button", { name: "Hide this message" }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto("/dashboard/profile?tab=security");
  await expect(main(page).getByText("Your email isn't verified")).toBeVisible();
});
