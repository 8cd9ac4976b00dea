import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { siteConfig } from "@conquest/shared/contracts/parts/site-config";
import { waitForHydration } from "../../hydration";
import { newPerson, type Person } from "../../people";
import { field, signInWithGoogle, test } from "../../signed-in";
import { avatar, expect, fillLogin, register, signIn } from "../../site";
import type { Contest } from "../../wire";

/** The code in the latest email of a kind that the provider would have sent to this address. */
async function codeFor(page: Page, email: string, requestType: string): Promise<string> {
  const html = await (await page.request.get("/login")).text();
  const { identity } = siteConfig.parse(
    JSON.parse(/<script type="application\/json" id="conquest-config">([^<]*)<\/script>/.exec(html)?.[1] ?? "null"),
  );
  const answer = await page.request.get(`${identity.emulatorUrl}/emulator/v1/projects/${identity.projectId}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; requestType: string; oobCode: string }[] };
  return oobCodes.filter((letter) => letter.email === email && letter.requestType === requestType).at(-1)!.oobCode;
}

/** Signs out and waits for the login link. */
async function signOut(page: Page): Promise<void> {
  await avatar(page).click();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
}

const withPassword = (person: Person, password: string): Person => ({ ...person, password });
const second = () => Math.floor(Date.now() / 1000);
const account = (page: Page) => page.locator("main");

test("a forgotten password is reset by an emailed link that works once", async ({ page, forgive }) => {
  forgive(/400/);
  const person = newPerson();
  await register(page, person);
  await signOut(page);

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The login page has an email field too.
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await waitForHydration(page);
  await page.locator("[name=email]").fill("unknown-person@example.com");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(/If unknown-person/)).toBeVisible();
  await page.locator("[name=email]").fill(person.email);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(`If ${person.email} has a password with us`)).toBeVisible();

  const link = `/account_action?mode=resetPassword&oobCode=${await codeFor(page, person.email, "PASSWORD_RESET")}`;
  await page.goto(link);
  await expect(page.locator("main")).toContainText(person.email);
  await page.getByLabel("New password").fill("abc");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Use at least 6 characters for your password.")).toBeVisible();
  await page.getByLabel("New password").fill("Another-2027");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(avatar(page)).toBeVisible();
  const signedInAt = second();

  await page.goto(link);
  await expect(page.getByRole("link", { name: "Send a new link" })).toBeVisible();
  await signOut(page);
  // The provider reports sign-in times in seconds: a second sign-in within the same second would be taken for the ended
  // one.
  await expect.poll(second).toBeGreaterThan(signedInAt);
  await signIn(page, withPassword(person, "Another-2027"));
});

test("a new password ends the session in another browser at once", async ({ page, another, forgive }) => {
  forgive(/40[01]/);
  const person = newPerson();
  await register(page, person);
  const elsewhere = await another();
  await signIn(elsewhere, person);

  await page.goto("/dashboard/profile?tab=security");
  await expect(account(page).getByText("This device")).toBeVisible();
  await account(page)
    .getByRole("form", { name: "Change your password" })
    .getByLabel("Current password")
    .fill(person.password);
  await account(page).getByLabel("New password").fill("Another-2027");
  await account(page).getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page.getByText("No other active sessions.")).toBeVisible();

  const answers = await Promise.all([page, elsewhere].map((browser) => browser.request.get("/api/my-sessions")));
  expect(answers.map((answer) => answer.status())).toEqual([200, 401]);
  await page.goto("/dashboard");
  await expect(page.getByText(/^Your password was changed, and you were logged out on all other devices/)).toHaveCount(
    1,
  );
  expect(await (await page.request.get(`/mailbox?to=${encodeURIComponent(person.email)}`)).text()).toContain(
    "Your password was changed",
  );
  await page.goto("/");
  await expect(avatar(page)).toBeVisible();
  await signOut(page);
  await signIn(page, withPassword(person, "Another-2027"));
});

test("an email address is changed by an emailed link, keeping the account's data", async ({ page, forgive }) => {
  forgive(/40[01]/);
  const person = newPerson();
  await register(page, person);
  const { _id } = (await (await page.request.get(`/api/user/${person.email}`)).json()) as { _id: string };
  const moved = { ...person, email: person.email.replace("newcomer", "moved") };

  await page.goto("/dashboard/profile?tab=security");
  await account(page).getByLabel("New email address").fill(moved.email);
  await account(page)
    .getByRole("form", { name: "Change your email address" })
    .getByLabel("Current password")
    .fill(person.password);
  await account(page).getByRole("button", { name: "Change email address" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();

  await page.goto(
    `/account_action?mode=verifyAndChangeEmail&oobCode=${await codeFor(page, person.email, "VERIFY_AND_CHANGE_EMAIL")}`,
  );
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect(page.getByText("Email address changed")).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Go to login" }).click();
  await waitForHydration(page);
  await fillLogin(page, moved);
  await expect(avatar(page)).toBeVisible();
  expect(await (await page.request.get(`/api/user/${moved.email}`)).json()).toMatchObject({ _id, email: moved.email });
  for (const email of [person.email, moved.email])
    expect(await (await page.request.get(`/mailbox?to=${encodeURIComponent(email)}`)).text()).toContain(
      "Your email address was changed",
    );
  await page.goto("/dashboard");
  await expect(page.getByText(/^Your account's email address was changed/)).toHaveCount(1);
  await expect(page.getByText(/^Your password was changed/)).toHaveCount(0);
});

test("a user exports their data, deletes the account with a refund, and registers again", async ({
  page,
  contest,
  newcomer,
  forgive,
}) => {
  test.slow();
  forgive(/40[01]/);
  const person = newPerson("Farhana Akter");
  await register(page, person);
  await page.goto("/dashboard/profile?tab=data");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^conquest-my-data-.*\.json$/);
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as { profile: object; sessions: unknown[] };
  expect(data.profile).toMatchObject({ name: person.name, email: person.email });
  expect(data.sessions.length).toBeGreaterThan(0);

  // Joins a contest in which another user has submitted an entry.
  const { _id, owner } = await contest({ prize: "500" });
  const author = await newcomer();
  for (const [api, { email }] of [
    [author.api, author],
    [page.request, person],
  ] as const)
    expect((await api.put("/api/join-contest", { data: { contestId: _id, email } })).ok()).toBe(true);
  await author.api.put(`/api/submit-entry/${_id}`, { data: { text: "A kite of silk", link: "" } });
  const participants = async () =>
    ((await (await owner.api.get(`/api/contest-details/${_id}`)).json()) as Contest).participantCount;
  expect(await participants()).toBe(2);

  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("You'll give up 1 spot in open contests and get a refund of ৳500.")).toBeVisible();
  await dialog.getByLabel("Current password").fill(person.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL("/account_deleted");
  await expect(page.getByRole("heading", { level: 1, name: "Account deleted" })).toBeVisible();
  await expect(avatar(page)).toHaveCount(0);
  expect(await participants()).toBe(1);

  await page.goto("/login");
  await waitForHydration(page);
  await fillLogin(page, person);
  await expect(page.locator("main").getByRole("alert")).toContainText(/password/i);
  await register(page, person);
});

test("a Google user can only confirm the account deletion with the same Google account", async ({ page, forgive }) => {
  forgive(/40[01]/);
  const [person, other] = [newPerson("Farhana Akter"), newPerson("Somebody Else")];
  await page.goto("/login");
  await signInWithGoogle(page, person);
  await page.goto("/dashboard/profile?tab=data");
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const choose = async ({ email, name }: Person) => {
    const opens = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    const popup = await opens;
    await field(popup, "google_email").fill(email);
    await field(popup, "google_name").fill(name);
    await popup.getByRole("button", { name: "Continue" }).click();
  };

  await choose(other);
  await expect(dialog.getByRole("alert")).toContainText("That's a different Google account.");
  expect((await page.request.get(`/api/user/${person.email}`)).status()).toBe(200);
  // No account was created for the other one.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Delete account" })).toBeVisible();
  await page.getByRole("button", { name: "Delete my account…" }).click();
  await choose(person);
  await expect(page).toHaveURL("/account_deleted");
  await expect(avatar(page)).toHaveCount(0);
});
