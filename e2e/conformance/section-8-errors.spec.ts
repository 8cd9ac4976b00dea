import type { Page } from "@playwright/test";
import { chooseAction, giveReason } from "../manage-users";
import { newPerson, user } from "../people";
import { addContest, captchaText, fillLogin, openStep, payWithTestCard, readCanvases, register } from "../site";
import {
  aContestForm,
  field,
  fillContestForm,
  openGoogle,
  openSignedIn,
  pauseRequests,
  signInWithGoogle,
  toast,
} from "../signed-in";
import { expect, pageStatements, settled, test } from "./statements";
import {
  failToLoad,
  failWith,
  answerCaptcha,
  CARD,
  fillIn,
  followLink,
  heading,
  main,
  openContestRow,
  openRegister,
  rowOf,
  submit,
} from "./steps";
import type { User } from "../wire";

const alert = (page: Page) => main(page).getByRole("alert");

async function fillRegistration(page: Page, given: { email?: string } = {}) {
  const { name, email, password } = { ...newPerson(), ...given };
  await openRegister(page);
  await fillIn(page, { full_name: name, email, password });
  await answerCaptcha(page);
}

const failIdentityCall = (page: Page, act: string, message: string) =>
  page.route(new RegExp(`/v1/accounts:${act}`), (route) =>
    route.fulfill({
      status: 400,
      headers: { "access-control-allow-origin": "*" },
      json: { error: { code: 400, message } },
    }),
  );

test.describe("8. Error catalogue", () => {
  test.describe("creator", () => {
    test.use({ person: "creator" });

    test('"Contest created successfully"', async ({ page, call }) => {
      await page.goto("/dashboard/add_contest");
      await fillContestForm(page, aContestForm());
      const answered = page.waitForResponse("**/api/create-contest");
      await addContest(page);
      await expect(toast(page, "Contest created successfully")).toBeVisible();
      const { insertedId } = (await (await answered).json()) as { insertedId: string };
      await call("creator", `DELETE /delete-contest/${insertedId}`, {});
    });

    test('the form shows "Date input not valid." at a deadline that is no date', async ({ page }) => {
      await page.goto("/dashboard/add_contest");
      await openStep(page, "Prize and deadline");
      await field(main(page), "deadline").fill("31/02/2031");
      await addContest(page);
      await expect(field(main(page), "deadline")).toHaveAccessibleDescription(/Date input not valid\./);
    });
  });

  test('"Successfully deleted"', async ({ page, contest }) => {
    const { name, owner } = await contest({ isPending: true });
    await openSignedIn(page, owner, "/dashboard/my_created_contests");
    await rowOf(page, name).getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: /^Delete/ }).click();
    await expect(toast(page, "Successfully deleted")).toBeVisible();
  });

  test('"Contest updated successfully"', async ({ page, contest }) => {
    const { name, owner } = await contest({ isPending: true });
    await openSignedIn(page, owner, "/dashboard/my_created_contests");
    await rowOf(page, name).getByRole("button", { name: "Edit" }).click();
    const modal = page.getByRole("dialog", { name: "Update Contest" });
    await field(modal, "prize").fill("30000");
    await modal.getByRole("button", { name: /^Update/ }).click();
    await expect(toast(page, "Contest updated successfully")).toBeVisible();
  });

  const BY_ITSELF = settled("product decisions §5: the wording stays, but the screen updates by itself");

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test('"Status updated successfully! Please refresh" (user status)', BY_ITSELF, async ({ page, newcomer }) => {
      const { email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Block");
      await giveReason(page, "Spam.");
      await expect(toast(page, "Status updated successfully! Please refresh")).toBeVisible();
      await expect(rowOf(page, email).getByText("Blocked", { exact: true })).toBeVisible();
    });

    test('"Role updated successfully!"', async ({ page, newcomer }) => {
      const { email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Make creator");
      await expect(toast(page, "Role updated successfully!")).toBeVisible();
    });

    test('"Status updated successfully!" (contest)', async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await (await openContestRow(page, name)).getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
      await expect(toast(page, /Status updated successfully!$/)).toBeVisible();
    });

    test(
      '"Comment sent successfully!"',
      settled(
        "product decisions §3: the comment is stored and reaches the creator; in the specification it was never sent",
      ),
      async ({ page, contest, get }) => {
        const text = "Please name the size of the kite.";
        const { _id, name, owner } = await contest({ isPending: true });
        await (await openContestRow(page, name)).getByRole("button", { name: "Comment" }).click();
        await field(page.getByRole("dialog"), "text").fill(text);
        await page.getByRole("dialog").getByRole("button", { name: "Send comment" }).click();
        await expect(toast(page, "Comment sent successfully!")).toBeVisible();
        const mine = await get<{ _id: string; comments: object[] }[]>(`/my-contests/${owner.email}`, owner);
        expect(mine.find((one) => one._id === _id)?.comments).toEqual([expect.objectContaining({ text })]);
      },
    );

    test("an admin's comment needs text", settled("product decisions §3"), async ({ page, contest }) => {
      const { name } = await contest({ isPending: true });
      await (await openContestRow(page, name)).getByRole("button", { name: "Comment" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send comment" }).click();
      await expect(field(page.getByRole("dialog"), "text")).toHaveAccessibleDescription(/This field is required/);
    });
  });

  test('"Payment successful"', async ({ page, contest, openAsNewcomer }) => {
    const { _id } = await contest();
    await openAsNewcomer(`/contest-details/${_id}/payment`);
    await payWithTestCard(page);
    await expect(toast(page, "Payment successful")).toBeVisible();
  });

  test('"Updated Successfully! Please Reload" (profile)', BY_ITSELF, async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard/my_profile");
    await field(main(page), "name").fill("Shirin Sultana");
    await submit(page, "Update Profile").click();
    await expect(toast(page, "Updated Successfully! Please Reload")).toBeVisible();
    await expect(main(page)).toContainText("Shirin Sultana");
  });

  test('"Role requested successfully!"', async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard/profile");
    await main(page).getByLabel("Apply for").selectOption("creator");
    await expect(toast(page, "Role requested successfully!")).toBeVisible();
  });

  test('"User created as {name}!" (registration)', async ({ page }) => {
    await register(page, newPerson("Rumana Islam"));
    await expect(toast(page, "User created as Rumana Islam!")).toBeVisible();
  });

  test('"Signed in as {name}!" (login, after a "Signing in..." toast)', async ({ page, get }) => {
    const { name } = await get<User>(`/user/${user.email}`, "user");
    await page.goto("/login");
    const release = await pauseRequests(page, /accounts:signInWithPassword/);
    await fillLogin(page, user);
    await expect(toast(page, "Signing in...")).toBeVisible();
    release();
    await expect(toast(page, `Signed in as ${name}!`)).toBeVisible();
    await expect(toast(page, "Signing in...")).toHaveCount(0);
  });

  test('"Signed In as {name}" (Google)', async ({ page }) => {
    await page.goto("/login");
    await signInWithGoogle(page, newPerson("Farhana Akter"));
  });

  pageStatements(
    { path: "/register", before: readCanvases },
    Object.fromEntries(
      (["Captcha is not validated", "Captcha is validated"] as const).map((message) => [
        `"${message}"`,
        async (page: Page) => {
          await answerCaptcha(page, message.includes("not") ? "wrong!" : await captchaText(page));
          await expect(toast(page, message)).toBeVisible();
        },
      ]),
    ),
  );

  test('"Message sent successfully" (after "Sending...")', async ({ page }) => {
    await page.goto("/contact_us");
    await fillIn(main(page), { name: "Nusrat Jahan", email: "nusrat@example.com", message: "Good morning." });
    await submit(page, "Submit").click();
    for (const message of ["Sending...", "Message sent successfully"]) await expect(toast(page, message)).toBeVisible();
  });

  test.describe("user", () => {
    test.use({ person: "user" });

    test('"Invalid card number"', async ({ page, sharedContest }) => {
      await page.goto(`/contest-details/${(await sharedContest())._id}/payment`);
      await fillIn(main(page), { ...CARD, card_number: "4000000000000002" });
      await submit(page, /^Pay/).click();
      await expect(toast(page, "Invalid card number")).toBeVisible();
    });

    test('"Payment failed" (when join-contest fails)', async ({ page, sharedContest, forgive }) => {
      forgive(/409/);
      await failWith(page, "**/api/join-contest", 409, "This contest is closed.", "contest_closed");
      await page.goto(`/contest-details/${(await sharedContest())._id}/payment`);
      await payWithTestCard(page);
      await expect(toast(page, "Payment failed")).toBeVisible();
      await expect(alert(page)).toContainText("This contest is closed.");
    });
  });

  const TOLD = settled("product decisions §1: the provider's refusals are told to the person");

  for (const [title, source, check] of [
    [
      '"Could not create user." (registration failure)',
      {},
      (page: Page) => expect(toast(page, "Could not create user.")).toBeVisible(),
    ],
    [
      "email-already-in-use is shown as a sentence",
      TOLD,
      (page: Page) =>
        expect(field(main(page), "email")).toHaveAccessibleDescription(/account with this email already exists/i),
    ],
  ] as const)
    test(title, source, async ({ page, forgive }) => {
      forgive(/400/);
      await fillRegistration(page, { email: user.email });
      await submit(page, "Register").click();
      await check(page);
    });

  test("login failures show the provider's message", async ({ page, forgive }) => {
    forgive(/400/);
    await page.goto("/login");
    await fillLogin(page, { ...user, password: "not-the-password" });
    await expect(toast(page, /wrong email or password/i)).toBeVisible();
    await expect(alert(page)).toContainText(/wrong email or password/i);
  });

  for (const [title, source, where] of [
    ["Google failures show the provider's message", {}, toast],
    [
      "popup-closed-by-user is shown as a sentence",
      TOLD,
      (page: Page, text: RegExp) => alert(page).filter({ hasText: text }),
    ],
  ] as const)
    test(title, source, async ({ page }) => {
      await page.goto("/login");
      await (await openGoogle(page)).close();
      await expect(where(page, /window was closed/i)).toBeVisible();
    });

  test(
    "a failure of the role request shows a message",
    settled("product decisions §1: a failed request shows an error toast; the specification only logged it"),
    async ({ page, forgive, openAsNewcomer }) => {
      forgive(/409/);
      await failWith(page, "**/api/update-user-role/**", 409, "Your request is open.", "already_requested");
      await openAsNewcomer("/dashboard");
      await page.getByRole("button", { name: "Become A Creator" }).click();
      await expect(toast(page, "Your request is open.")).toBeVisible();
    },
  );

  test(
    "other failures are told where they happen, with a way to try again",
    settled("product decisions §5: failed with Retry; the specification only logged them"),
    async ({ page, forgive }) => {
      forgive(/422/);
      await failWith(page, "**/api/popular-contests", 422, "It is raining.", "failed");
      await followLink(page, "Home");
      const popular = page.getByRole("region", { name: "Popular Contests" });
      await expect(popular.getByRole("alert")).toContainText("It is raining.");
      await page.unroute("**/api/popular-contests");
      await popular.getByRole("button", { name: "Retry" }).click();
      await expect(popular.getByRole("article").first()).toBeVisible();
    },
  );

  test("a broken contest image is replaced by a placeholder", async ({ page, contest, forgive }) => {
    forgive(/404/);
    const { _id, image } = await contest();
    await failToLoad(page, image);
    await page.goto(`/contest-details/${_id}`);
    await expect(heading(page)).toBeVisible();
    await expect(main(page).locator("img.cq-picture")).toHaveAttribute("src", /^data:image\/svg/);
  });

  test("a missing user photo is replaced by a default avatar", async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard");
    await expect(page.locator(".sh-side img.cq-avatar")).toHaveAttribute("src", /^data:image\/svg/);
  });

  test('the date input error is "Date input not valid." (code 1)', async ({ call }) => {
    const answer = await call("creator", "POST /create-contest", aContestForm({ deadline: "31 February" }));
    expect(answer.status()).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { code: 1, message: "Date input not valid." } });
  });

  for (const [code, message, sentence] of [
    ["wrong-password", "INVALID_PASSWORD", /wrong email or password/i],
    ["user-not-found", "EMAIL_NOT_FOUND", /wrong email or password/i],
    ["invalid-credential", "INVALID_LOGIN_CREDENTIALS", /wrong email or password/i],
    ["too-many-requests", "TOO_MANY_ATTEMPTS_TRY_LATER", /too many attempts/i],
    ["user-disabled", "USER_DISABLED", /disabled/i],
    ["network-request-failed", null, /check your connection/i],
  ] as const)
    test(`${code} is shown as a sentence`, TOLD, async ({ page, forgive }) => {
      forgive(message ? /400/ : /ERR_FAILED/);
      if (message) await failIdentityCall(page, "signInWithPassword", message);
      else await page.route(/accounts:signInWithPassword/, (route) => route.abort());
      await page.goto("/login");
      await fillLogin(page, user);
      await expect(alert(page)).toContainText(sentence);
      await expect(alert(page)).not.toContainText(/auth\/|firebase/i);
    });

  test("popup-blocked is shown as a sentence", TOLD, async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { open: () => null }));
    await page.goto("/login");
    await page.getByRole("button", { name: /google/i }).click();
    await expect(alert(page)).toContainText(/blocked the login window/i);
  });

  test("cancelled-popup-request is shown as a sentence", TOLD, async ({ page }) => {
    await page.goto("/login");
    await openGoogle(page);
    // A second request cancels the open window. Pages behind it hardly render, so the page is brought to the front for the clicks.
    await page.bringToFront();
    await page.getByRole("link", { name: "Register" }).first().click();
    await expect(field(page, "full_name")).toBeVisible();
    await page.getByRole("button", { name: /google/i }).click();
    await expect(toast(page, /another login window/i)).toBeVisible();
  });

  test("unauthorized-domain is shown as a sentence", TOLD, async ({ page, forgive }) => {
    forgive(/400/);
    // The popup of a real project detects this; the emulator needs the code in the provider's response.
    await failIdentityCall(page, "signInWithIdp", "UNAUTHORIZED-DOMAIN");
    await page.goto("/login");
    const popup = await openGoogle(page);
    await field(popup, "google_email").fill(newPerson().email);
    await popup.getByRole("button", { name: "Continue" }).click();
    await expect(alert(page)).toContainText(/isn't allowed from this web address/i);
  });
});
