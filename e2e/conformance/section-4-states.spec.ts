import type { Page } from "@playwright/test";
import { chooseAction, giveReason } from "../manage-users";
import { newPerson, user } from "../people";
import { avatar, captchaText, fillLogin, payWithTestCard, readCanvases, register, stopCountdown } from "../site";
import {
  field,
  nextBody,
  openGoogle,
  openSignedIn,
  pauseRequests,
  singleton,
  switchTheme,
  themeToggle,
  toast,
} from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import {
  answerCaptcha,
  banner,
  fillIn,
  followLink,
  heading,
  main,
  openContestRow,
  openRegister,
  rowOf,
  submit,
} from "./steps";
import type { Contest } from "../wire";

const spinner = (page: Page) => banner(page).getByRole("status");
const loginLink = (page: Page) => banner(page).getByRole("link", { name: "Login" });
const theme = (page: Page) => page.locator("html");
const REQUESTED = { role: "requested" };

const QUESTION = "Is there a contest for paper boats?";
async function writeToContact(page: Page, message = QUESTION) {
  await fillIn(main(page), { name: "Nusrat Jahan", email: "nusrat@example.com", message });
}

interface ToastModule {
  toast: Record<string, (message: string) => string> & ((message: string) => string);
}

test.describe("4. States and transitions", () => {
  test.describe("user", () => {
    test.use({ person: "user" });

    test("auth is loading at the start, then the current user", async ({ page }) => {
      const release = await pauseRequests(page, "**/api/jwt");
      await page.goto("/");
      await expect(spinner(page)).toBeVisible();
      release();
      await expect(avatar(page)).toBeVisible();
    });

    test("when a user is reported, the product requests a session token for their e-mail", async ({ page }) => {
      const sent = nextBody(page, "POST", "/jwt");
      await page.goto("/");
      expect(await sent).toEqual({ email: user.email });
    });

    test("when a user is reported, the product saves the user record", async ({ page }) => {
      const sent = nextBody(page, "PUT", "/save-user");
      await page.goto("/");
      expect(await sent).toMatchObject({ email: user.email, role: "user", status: "Verified" });
    });
  });

  test("auth is loading again before a sign-up", async ({ page }) => {
    await openRegister(page);
    const { name, email, password } = newPerson();
    await fillIn(page, { full_name: name, email, password });
    await answerCaptcha(page);
    const release = await pauseRequests(page, /accounts:signUp/);
    await submit(page, "Register").click();
    await expect(spinner(page)).toBeVisible();
    release();
    await expect(avatar(page)).toBeVisible();
  });

  test("auth is loading again before a sign-in", async ({ page }) => {
    await page.goto("/login");
    const release = await pauseRequests(page, /accounts:signInWithPassword/);
    await fillLogin(page, user);
    await expect(spinner(page)).toBeVisible();
    release();
    await expect(avatar(page)).toBeVisible();
  });

  test("auth is loading again before a social sign-in", async ({ page }) => {
    await page.goto("/login");
    const popup = await openGoogle(page);
    await expect(spinner(page)).toBeVisible();
    await field(popup, "google_email").fill(newPerson().email);
    await popup.getByRole("button", { name: "Continue" }).click();
    await expect(avatar(page)).toBeVisible();
  });

  test("auth is loading again before a sign-out", async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/");
    const release = await pauseRequests(page, "**/api/logout");
    await avatar(page).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(spinner(page)).toBeVisible();
    release();
    await expect(loginLink(page)).toBeVisible();
  });

  test("the theme's initial value comes from the local storage key theme", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "dark"));
    await page.goto("/");
    await expect(theme(page)).toHaveAttribute("data-theme", "dark");
    await expect(themeToggle(page)).toBeChecked();
  });

  test("the theme is there before the first paint", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("theme", "dark"));
    // Blocks the shell's main script, because the theme must not depend on it.
    await page.route(/\/mf\/shell\/.*main.*\.js/, () => undefined);
    await page.goto("/", { waitUntil: "commit" });
    await expect(theme(page)).toHaveAttribute("data-theme", "dark");
  });

  pageStatements(
    { path: "/contact_us" },
    {
      "auth is loading at the start, then signed out": async (page) => {
        await expect(loginLink(page)).toBeVisible();
        await expect(spinner(page)).toHaveCount(0);
      },
      "the theme's default is light": async (page) => {
        await expect(theme(page)).toHaveAttribute("data-theme", "light");
        await expect(themeToggle(page)).not.toBeChecked();
      },
      "the toggle sets dark when checked, otherwise light": async (page) => {
        await switchTheme(page, "dark");
        await switchTheme(page, "light");
      },
      "the toggle applies the theme as the page's data-theme attribute": async (page) => {
        const ink = () => heading(page).evaluate((element) => getComputedStyle(element).color);
        const light = await ink();
        await switchTheme(page, "dark");
        await expect.poll(ink).not.toBe(light);
        await switchTheme(page, "light");
      },
      "the toggle saves the theme": async (page) => {
        await switchTheme(page, "dark");
        expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
        await page.reload();
        await expect(theme(page)).toHaveAttribute("data-theme", "dark");
      },
    },
  );

  const captcha = {
    path: "/register",
    before: readCanvases,
    prepare: (page: Page) => expect(page.locator("canvas")).toBeVisible(),
  };
  inOneWorker(() => {
    pageStatements(captcha, {
      "a captcha is generated on the register screen": async (page) => {
        const first = await captchaText(page);
        expect(first).toMatch(/^[A-Za-z0-9]{6}$/);
        await page.reload();
        await expect(page.locator("canvas")).toBeVisible();
        expect(await captchaText(page)).not.toBe(first);
      },
      'a mismatch shows "Captcha is not validated"': async (page) => {
        await answerCaptcha(page, "wrong?");
        await expect(toast(page, "Captcha is not validated")).toBeVisible();
      },
      "a mismatch generates a new captcha": async (page) => {
        const before = await captchaText(page);
        await answerCaptcha(page, "wrong!");
        await expect.poll(() => captchaText(page)).not.toBe(before);
      },
    });

    pageStatements(
      captcha,
      {
        "the captcha has a spoken or written alternative": async (page) => {
          await main(page).getByRole("button", { name: "Spell it out" }).click();
          const words = main(page).getByRole("list", { name: "The captcha spelled out" }).getByRole("listitem");
          await expect(words).toHaveCount(6);
          const first = (await captchaText(page)).slice(0, 1);
          await expect(words.first()).toContainText(
            /\d/.test(first) ? "digit" : first === first.toUpperCase() ? `uppercase ${first}` : `lowercase ${first}`,
          );
        },
        "the captcha never clears the form": async (page) => {
          await field(page, "full_name").fill("Rumana Islam");
          const before = await captchaText(page);
          await answerCaptcha(page, "wrong again!");
          await expect.poll(() => captchaText(page)).not.toBe(before);
          await expect(toast(page, "Captcha is not validated").first()).toBeVisible();
          await expect(field(page, "full_name")).toHaveValue("Rumana Islam");
        },
      },
      "product decisions §5",
    );

    pageStatements(captcha, {
      'on blur, a match shows the toast "Captcha is validated"': async (page) => {
        await answerCaptcha(page);
        await expect(toast(page, "Captcha is validated")).toBeVisible();
      },
      "a match enables the register button": async (page) => {
        await answerCaptcha(page);
        await expect(submit(page, "Register")).toBeEnabled();
      },
      "a mismatch disables the register button": async (page) => {
        await answerCaptcha(page);
        await expect(submit(page, "Register")).toBeEnabled();
        await answerCaptcha(page, "wrong!");
        await expect(submit(page, "Register")).toBeDisabled();
      },
    });
  });

  test("the countdown ticks every second", async ({ page, sharedContest }) => {
    const left = await stopCountdown(page, (await sharedContest())._id);
    const before = await left();
    for (const second of [1, 2, 3]) {
      await page.clock.runFor(1000);
      await expect.poll(left).toBe(before - second);
    }
  });

  test("if the deadline is past, all values of the countdown are zero", async ({ page, get }) => {
    const [over] = await get<[Contest]>("/all-contests?phase=judging");
    await page.goto(`/contest-details/${over._id}`);
    await expect(page.getByRole("timer")).toBeVisible();
    const values = await page.getByRole("timer").locator(".cq-countdown-value").allInnerTexts();
    expect(values.map(Number)).toEqual([0, 0, 0, 0]);
  });

  test('submitting Contact shows a "Sending..." toast for 1 second, then "Message sent successfully"', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/contact_us");
    await writeToContact(page);
    const answered = page.waitForResponse("**/api/contact");
    await page.clock.pauseAt(Date.now() + 5000);
    await submit(page, "Submit").click();
    await (await answered).finished();
    await expect(toast(page, "Sending...")).toBeVisible();
    await page.clock.runFor(990);
    await expect(toast(page, "Sending...")).toBeVisible();
    await expect(toast(page, "Message sent successfully")).toHaveCount(0);
    await page.clock.runFor(20);
    await expect(toast(page, "Message sent successfully")).toBeVisible();
    await expect(toast(page, "Sending...")).toHaveCount(0);
  });

  test("after Contact was sent the form resets", async ({ page }) => {
    await page.goto("/contact_us");
    await writeToContact(page);
    await submit(page, "Submit").click();
    await expect(toast(page, "Message sent successfully")).toBeVisible();
    for (const name of ["name", "email", "message"]) await expect(field(main(page), name)).toHaveValue("");
  });

  test(
    "what Contact sends is stored and reaches the admins' inbox",
    settled("product decisions §5: Contact stores the message; the specification's sent nothing to a server"),
    async ({ page, get }) => {
      const message = `${QUESTION} ${Date.now()}`;
      await page.goto("/contact_us");
      await writeToContact(page, message);
      await submit(page, "Submit").click();
      await expect(toast(page, "Message sent successfully")).toBeVisible();
      const inbox = await get<{ message: string }[]>("/contact-messages", "admin");
      expect(inbox.map((item) => item.message)).toContain(message);
    },
  );

  test(
    "when Contact fails, the text stays and an error says so",
    settled("product decisions §5"),
    async ({ page, forgive }) => {
      forgive(/ERR_FAILED/);
      await page.goto("/contact_us");
      await writeToContact(page);
      await page.route("**/api/contact", (route) => route.abort());
      await submit(page, "Submit").click();
      await expect(main(page).getByRole("alert")).toBeVisible();
      await expect(field(main(page), "message")).toHaveValue(QUESTION);
    },
  );

  test("a contest is created as pending", async ({ contest, get }) => {
    const { _id } = await contest({ isPending: true });
    expect(await get(`/contest-details/${_id}`, "admin")).toMatchObject({ status: "pending" });
  });

  test.describe("admin", () => {
    test.use({ person: "admin" });

    test("an admin's confirm sets the contest to open; the confirm button is then disabled", async ({
      page,
      contest,
    }) => {
      const { name } = await contest({ isPending: true });
      await (await openContestRow(page, name)).getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
      await expect(rowOf(page, name)).toContainText("open");
      await expect(rowOf(page, name).getByRole("button", { name: "Confirm" })).toBeDisabled();
    });

    for (const [status, tone] of [
      ["pending", "warning"],
      ["open", "success"],
    ] as const)
      test(`the status badge is ${tone}-styled for ${status}`, async ({ page, contest }) => {
        const { name } = await contest({ isPending: status === "pending" });
        const row = await openContestRow(page, name);
        const badge = row.getByText(status, { exact: true });
        await expect(badge).toHaveClass(new RegExp(`\\bcq-tone-${tone}\\b`));
      });

    test("an admin can set a user's status to blocked", async ({ page, newcomer }) => {
      const { email } = await newcomer();
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Block");
      await giveReason(page, "Spam.");
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await expect(rowOf(page, email).getByText("Blocked", { exact: true })).toBeVisible();
    });

    test("an admin can set a user's status to verified", async ({ page, newcomer, call }) => {
      const { id, email } = await newcomer();
      await call("admin", `PUT /update-user/${id}`, { status: "blocked" });
      await page.goto(`/dashboard/manage_users?q=${email}`);
      await chooseAction(page, email, "Unblock");
      await expect(toast(page, "Status updated successfully!")).toBeVisible();
      await expect(rowOf(page, email).getByText("Verified", { exact: true })).toBeVisible();
    });

    for (const [role, shown] of [
      ["admin", "Admin"],
      ["creator", "Creator"],
      ["user", "User"],
    ] as const)
      test(`an admin can set a user's role to ${role}`, async ({ page, newcomer }) => {
        const { email } = await newcomer(role === "user" ? "creator" : "user");
        await page.goto(`/dashboard/manage_users?q=${email}`);
        await chooseAction(page, email, `Make ${role}`);
        if (role !== "creator")
          await page
            .getByRole("alertdialog")
            .getByRole("button", { name: role === "admin" ? "Make admin" : "Remove creator role" })
            .click();
        await expect(toast(page, "Role updated successfully!")).toBeVisible();
        await expect(rowOf(page, email).getByText(shown, { exact: true })).toBeVisible();
      });
  });

  test(
    "an admin's answer to a request is shown to the requester",
    settled("product decisions §1: the requester sees the answer"),
    async ({ newcomer, call, page }) => {
      const reason = "Please join a contest first.";
      const person = await newcomer();
      await call(person, `PUT /update-user-role/${person.email}`, REQUESTED);
      await call("admin", `PUT /update-user/${person.id}`, { role: "user", reason });
      await openSignedIn(page, person, "/dashboard/profile");
      await expect(main(page)).toContainText("Your request was declined");
      await expect(main(page)).toContainText(reason);
    },
  );

  test("Become A Creator requests creator status: the role becomes requested", async ({
    page,
    get,
    openAsNewcomer,
  }) => {
    const person = await openAsNewcomer("/dashboard");
    const sent = nextBody(page, "PUT", `/update-user-role/${encodeURIComponent(person.email)}`);
    await page.getByRole("button", { name: "Become A Creator" }).click();
    expect(await sent).toEqual(REQUESTED);
    await expect(toast(page, "Role requested successfully!")).toBeVisible();
    expect(await get(`/user/${person.email}`, person)).toMatchObject(REQUESTED);
  });

  for (const [value, label] of [
    ["user", "User"],
    ["creator", "Contest Creator"],
    ["admin", "Admin"],
  ] as const)
    test(`picking ${label} in the profile dropdown sends the role requested`, async ({ page, openAsNewcomer }) => {
      const person = await openAsNewcomer("/dashboard/profile");
      const sent = nextBody(page, "PUT", `/update-user-role/${encodeURIComponent(person.email)}`);
      await main(page).getByLabel("Apply for").selectOption(value);
      expect(await sent).toEqual(REQUESTED);
      await expect(main(page).getByText("REQUESTED", { exact: true })).toBeVisible();
    });

  test("after a role request the user list is refetched", async ({ page, openAsNewcomer }) => {
    await openAsNewcomer("/dashboard/profile");
    await expect(main(page).getByLabel("Apply for")).toBeEnabled();
    // Listens before the choice, because both requests may end before it returns.
    let isAsked = false;
    page.on("request", (request) => {
      isAsked ||= request.url().includes("/api/update-user-role/");
    });
    const refetched = page.waitForRequest((request) => isAsked && new URL(request.url()).pathname === "/api/all-users");
    await main(page).getByLabel("Apply for").selectOption("creator");
    await refetched;
  });

  test("after a successful payment the user is added to the contest and it moves to the participated list", async ({
    page,
    contest,
    openAsNewcomer,
  }) => {
    const { _id, name } = await contest();
    await openAsNewcomer(`/contest-details/${_id}/payment`);
    await payWithTestCard(page);
    await expect(toast(page, "Payment successful")).toBeVisible();
    await main(page).getByRole("link", { name: "My Participated Contests" }).click();
    await expect(rowOf(page, name)).toContainText("Paid");
    await page.goto(`/contest-details/${_id}`);
    await expect(main(page)).toContainText("1 participant");
  });

  test("Popular Contests are loading, then loaded", async ({ page }) => {
    const release = await pauseRequests(page, "**/api/popular-contests");
    await followLink(page, "Home");
    const popular = page.getByRole("region", { name: "Popular Contests" });
    await expect(popular.locator("[aria-busy=true]")).toBeVisible();
    release();
    await expect(popular.getByRole("article").first()).toBeVisible();
    await expect(popular.locator("[aria-busy=true]")).toHaveCount(0);
  });

  test("a search is loading, then loaded", async ({ page }) => {
    const release = await pauseRequests(page, "**/api/search-contests/**");
    await page.goto("/");
    await page.getByRole("searchbox").fill("a");
    await page.getByRole("searchbox").press("Enter");
    const results = page.getByRole("region", { name: "Search Results" });
    await expect(results.locator(".cq-spinner")).toBeVisible();
    release();
    await expect(results.getByRole("article").first()).toBeVisible();
  });

  pageStatements(
    { path: "/", prepare: (page) => expect(heading(page)).toBeVisible() },
    Object.fromEntries(
      ["blank", "error", "success", "loading", "custom"].map((type) => [
        `there are toasts of the type ${type}`,
        async (page: Page) => {
          const message = `Well now, ${type}`;
          const module = await singleton<ToastModule>(page, "toast");
          await module.evaluate(
            ({ toast: show }, given) =>
              given.type === "blank" ? show(given.message) : show[given.type]?.(given.message),
            { type, message },
          );
          await expect(toast(page, message)).toHaveClass(new RegExp(`toast-${type}\\b`));
        },
      ]),
    ),
  );

  test("a newly registered user is signed in", async ({ page }) => {
    await register(page, newPerson());
    await expect(page).toHaveURL("/");
  });
});
