import type { Page } from "@playwright/test";
import { waitForHydration } from "../hydration";
import { chooseAction, giveReason } from "../manage-users";
import { newPerson, user } from "../people";
import { avatar, captchaText, fillLogin, payWithTestCard, readCanvases, register, stopCountdown } from "../site";
import {
  expect,
  field,
  pauseRequests,
  nextBody,
  openGoogle,
  singleton,
  switchTheme,
  test,
  themeToggle,
  toast,
} from "../signed-in";
import type { Contest } from "../wire";

const main = (page: Page) => page.locator("main");
const spinner = (page: Page) => page.getByRole("banner").getByRole("status");
const rowOf = (page: Page, text: string) => main(page).getByRole("row").filter({ hasText: text });
const registerButton = (page: Page) => main(page).getByRole("button", { name: "Register", exact: true });

async function answerCaptcha(page: Page, answer: string) {
  await field(page, "captcha").fill(answer);
  await field(page, "captcha").blur();
}

test.describe("4. States and transitions", () => {
  test.describe("Auth", () => {
    test.describe("signed in", () => {
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

    test("auth is loading at the start, then nobody", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
      await expect(spinner(page)).toHaveCount(0);
    });

    test("auth is loading again before a sign-up", async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      const { name, email, password } = newPerson();
      await field(page, "full_name").fill(name);
      await field(page, "email").fill(email);
      await field(page, "password").fill(password);
      await answerCaptcha(page, await captchaText(page));
      const release = await pauseRequests(page, /accounts:signUp/);
      await registerButton(page).click();
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

    test("auth is loading again before a sign-out", async ({ page, newcomer }) => {
      await page.goto("/login");
      await fillLogin(page, await newcomer());
      const release = await pauseRequests(page, "**/api/logout");
      await avatar(page).click();
      await page.getByRole("button", { name: "Logout" }).click();
      await expect(spinner(page)).toBeVisible();
      release();
      await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    });
  });

  test.describe("Theme", () => {
    const theme = (page: Page) => page.locator("html");

    test("the theme's initial value comes from the local storage key theme", async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem("theme", "dark"));
      await page.goto("/");
      await expect(theme(page)).toHaveAttribute("data-theme", "dark");
      await expect(themeToggle(page)).toBeChecked();
    });

    test("the theme's default is light", async ({ page }) => {
      await page.goto("/");
      await expect(theme(page)).toHaveAttribute("data-theme", "light");
      await expect(themeToggle(page)).not.toBeChecked();
    });

    test("the theme is there before the first paint", async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem("theme", "dark"));
      // Blocks the shell's main script, because the theme must not depend on it.
      await page.route(/\/mf\/shell\/.*main.*\.js/, () => undefined);
      await page.goto("/", { waitUntil: "commit" });
      await expect(theme(page)).toHaveAttribute("data-theme", "dark");
    });

    test("the toggle sets dark when checked, otherwise light", async ({ page }) => {
      await page.goto("/");
      await switchTheme(page, "dark");
      await switchTheme(page, "light");
    });

    test("the toggle saves the theme", async ({ page }) => {
      await page.goto("/");
      await switchTheme(page, "dark");
      expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
      await page.reload();
      await expect(theme(page)).toHaveAttribute("data-theme", "dark");
    });

    test("the toggle applies the theme as the page's data-theme attribute", async ({ page }) => {
      await page.goto("/contact_us");
      const ink = () => page.getByRole("heading", { level: 1 }).evaluate((element) => getComputedStyle(element).color);
      const light = await ink();
      await switchTheme(page, "dark");
      await expect.poll(ink).not.toBe(light);
    });
  });

  test.describe("Captcha", () => {
    test.beforeEach(async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      await expect(page.locator("canvas")).toBeVisible();
    });

    test("a captcha is generated on the register screen", async ({ page }) => {
      expect(await captchaText(page)).toMatch(/^[A-Za-z0-9]{6}$/);
      const first = await captchaText(page);
      await page.reload();
      await expect(page.locator("canvas")).toBeVisible();
      expect(await captchaText(page)).not.toBe(first);
    });

    test('on blur, a match shows the toast "Captcha is validated"', async ({ page }) => {
      await answerCaptcha(page, await captchaText(page));
      await expect(toast(page, "Captcha is validated")).toBeVisible();
    });

    test("a match enables the register button", async ({ page }) => {
      await answerCaptcha(page, await captchaText(page));
      await expect(registerButton(page)).toBeEnabled();
    });

    test('a mismatch shows "Captcha is not validated"', async ({ page }) => {
      await answerCaptcha(page, "wrong!");
      await expect(toast(page, "Captcha is not validated")).toBeVisible();
    });

    test("a mismatch disables the register button", async ({ page }) => {
      await answerCaptcha(page, await captchaText(page));
      await expect(registerButton(page)).toBeEnabled();
      await answerCaptcha(page, "wrong!");
      await expect(registerButton(page)).toBeDisabled();
    });

    test("a mismatch generates a new captcha", async ({ page }) => {
      const before = await captchaText(page);
      await answerCaptcha(page, "wrong!");
      await expect.poll(() => captchaText(page)).not.toBe(before);
    });

    test(
      "the captcha has a spoken or written alternative",
      { annotation: { type: "settled", description: "product decisions §5" } },
      async ({ page }) => {
        await main(page).getByRole("button", { name: "Read it in words" }).click();
        const words = main(page).getByRole("list", { name: "The captcha in words" }).getByRole("listitem");
        await expect(words).toHaveCount(6);
        const first = (await captchaText(page)).slice(0, 1);
        await expect(words.first()).toContainText(
          /\d/.test(first) ? "digit" : first === first.toUpperCase() ? `capital ${first}` : `small ${first}`,
        );
      },
    );

    test(
      "the captcha never clears the form",
      { annotation: { type: "settled", description: "product decisions §5" } },
      async ({ page }) => {
        await field(page, "full_name").fill("Rumana Islam");
        await answerCaptcha(page, "wrong!");
        await expect(toast(page, "Captcha is not validated")).toBeVisible();
        await expect(field(page, "full_name")).toHaveValue("Rumana Islam");
      },
    );
  });

  test.describe("Countdown", () => {
    const values = (page: Page) => page.getByRole("timer").locator(".cq-countdown-value").allInnerTexts();

    test("the countdown ticks every second", async ({ page, contest }) => {
      const { _id } = await contest();
      const left = await stopCountdown(page, _id);
      const before = await left();
      for (const second of [1, 2, 3]) {
        await page.clock.runFor(1000);
        await expect.poll(left).toBe(before - second);
      }
    });

    test("if the deadline is past, all values of the countdown are zero", async ({ page, as }) => {
      const [over] = (await (await (await as("visitor")).get("/api/all-contests?phase=judging")).json()) as [Contest];
      await page.goto(`/contest-details/${over._id}`);
      await expect(page.getByRole("timer")).toBeVisible();
      expect((await values(page)).map(Number)).toEqual([0, 0, 0, 0]);
    });
  });

  test.describe("Contact submit", () => {
    async function write(page: Page) {
      await field(main(page), "name").fill("Nusrat Jahan");
      await field(main(page), "email").fill("nusrat@example.com");
      await field(main(page), "message").fill("Is there a contest for paper boats?");
    }

    test('submitting Contact shows a "Sending..." toast for 1 second, then "Message sent successfully"', async ({
      page,
    }) => {
      await page.clock.install();
      await page.goto("/contact_us");
      await write(page);
      const answered = page.waitForResponse("**/api/contact");
      await page.clock.pauseAt(Date.now() + 5000);
      await main(page).getByRole("button", { name: "Submit" }).click();
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
      await write(page);
      await main(page).getByRole("button", { name: "Submit" }).click();
      await expect(toast(page, "Message sent successfully")).toBeVisible();
      for (const name of ["name", "email", "message"]) await expect(field(main(page), name)).toHaveValue("");
    });

    test(
      "what Contact sends is stored and reaches the admins' inbox",
      {
        annotation: {
          type: "settled",
          description: "product decisions §5: Contact stores the message; the specification's sent nothing to a server",
        },
      },
      async ({ page, as }) => {
        const message = `Is there a contest for paper boats? ${Date.now()}`;
        await page.goto("/contact_us");
        await write(page);
        await field(main(page), "message").fill(message);
        await main(page).getByRole("button", { name: "Submit" }).click();
        await expect(toast(page, "Message sent successfully")).toBeVisible();
        const inbox = (await (await (await as("admin")).get("/api/contact-messages")).json()) as { message: string }[];
        expect(inbox.map((item) => item.message)).toContain(message);
      },
    );

    test(
      "when Contact fails, the text stays and an error says so",
      { annotation: { type: "settled", description: "product decisions §5" } },
      async ({ page, forgive }) => {
        forgive(/ERR_FAILED/);
        await page.goto("/contact_us");
        await write(page);
        await page.route("**/api/contact", (route) => route.abort());
        await main(page).getByRole("button", { name: "Submit" }).click();
        await expect(main(page).getByRole("alert")).toBeVisible();
        await expect(field(main(page), "message")).toHaveValue("Is there a contest for paper boats?");
      },
    );
  });

  test.describe("Contest status", () => {
    test("a contest is created as pending", async ({ contest, as }) => {
      const { _id } = await contest({ isPending: true });
      expect(await (await (await as("admin")).get(`/api/contest-details/${_id}`)).json()).toMatchObject({
        status: "pending",
      });
    });

    test.describe("admin", () => {
      test.use({ person: "admin" });

      test("an admin's confirm sets the contest to open; the confirm button is then disabled", async ({
        page,
        contest,
      }) => {
        const { name } = await contest({ isPending: true });
        await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
        await rowOf(page, name).getByRole("button", { name: "Confirm" }).click();
        await expect(rowOf(page, name)).toContainText("open");
        await expect(rowOf(page, name).getByRole("button", { name: "Confirm" })).toBeDisabled();
      });

      test("the status badge is warning-styled for pending", async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
        await expect(rowOf(page, name).getByText("pending", { exact: true })).toHaveClass(/\bcq-tone-warning\b/);
      });

      test("the status badge is success-styled for open", async ({ page, contest }) => {
        const { name } = await contest();
        await page.goto(`/dashboard/manage_contests?q=${encodeURIComponent(name)}`);
        await expect(rowOf(page, name).getByText("open", { exact: true })).toHaveClass(/\bcq-tone-success\b/);
      });
    });
  });

  test.describe("User status and role", () => {
    test.describe("admin", () => {
      test.use({ person: "admin" });

      test("an admin can set a user's status to blocked", async ({ page, newcomer }) => {
        const { email } = await newcomer();
        await page.goto(`/dashboard/manage_users?q=${email}`);
        await chooseAction(page, email, "Block");
        await giveReason(page, "Spam.");
        await expect(page.getByRole("alertdialog")).toHaveCount(0);
        await expect(rowOf(page, email).getByText("Blocked", { exact: true })).toBeVisible();
      });

      test("an admin can set a user's status to verified", async ({ page, newcomer, as }) => {
        const { id, email } = await newcomer();
        await (await as("admin")).put(`/api/update-user/${id}`, { data: { status: "blocked" } });
        await page.goto(`/dashboard/manage_users?q=${email}`);
        await chooseAction(page, email, "Unblock");
        await expect(toast(page, "Status updated successfully!")).toBeVisible();
        await expect(rowOf(page, email).getByText("Verified", { exact: true })).toBeVisible();
      });

      for (const role of ["admin", "creator", "user"]) {
        test(`an admin can set a user's role to ${role}`, async ({ page, newcomer }) => {
          const { email } = await newcomer(role === "user" ? "creator" : "user");
          await page.goto(`/dashboard/manage_users?q=${email}`);
          await chooseAction(page, email, `Make ${role}`);
          if (role === "admin") await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
          await expect(toast(page, "Role updated successfully!")).toBeVisible();
          await expect(
            rowOf(page, email).getByText({ admin: "Admin", creator: "Creator", user: "User" }[role]!, { exact: true }),
          ).toBeVisible();
        });
      }

      test(
        "an admin's answer to a request is shown to the requester",
        { annotation: { type: "settled", description: "product decisions §1: the requester sees the answer" } },
        async ({ newcomer, as, another }) => {
          const person = await newcomer();
          await person.api.put(`/api/update-user-role/${person.email}`, { data: { role: "requested" } });
          await (
            await as("admin")
          ).put(`/api/update-user/${person.id}`, { data: { role: "user", reason: "Please join a contest first." } });
          const page = await another();
          await page.goto("/login?from=/dashboard/profile");
          await fillLogin(page, person);
          await expect(main(page)).toContainText("Your request was declined");
          await expect(main(page)).toContainText("Please join a contest first.");
        },
      );
    });

    test("Become A Creator requests creator status: the role becomes requested", async ({ page, newcomer }) => {
      const person = await newcomer();
      await page.goto("/login?from=/dashboard");
      await fillLogin(page, person);
      const sent = nextBody(page, "PUT", `/update-user-role/${encodeURIComponent(person.email)}`);
      await page.getByRole("button", { name: "Become A Creator" }).click();
      expect(await sent).toEqual({ role: "requested" });
      await expect(toast(page, "Role requested successfully!")).toBeVisible();
      expect(await (await person.api.get(`/api/user/${person.email}`)).json()).toMatchObject({ role: "requested" });
    });

    for (const [value, label] of [
      ["user", "User"],
      ["creator", "Contest Creator"],
      ["admin", "Admin"],
    ] as const) {
      test(`picking ${label} in the profile dropdown sends the role requested`, async ({ page, newcomer }) => {
        const person = await newcomer();
        await page.goto("/login?from=/dashboard/profile");
        await fillLogin(page, person);
        const sent = nextBody(page, "PUT", `/update-user-role/${encodeURIComponent(person.email)}`);
        await main(page).getByLabel("Apply for").selectOption(value);
        expect(await sent).toEqual({ role: "requested" });
        await expect(main(page).getByText("REQUESTED", { exact: true })).toBeVisible();
      });
    }

    test("after a role request the user list is refetched", async ({ page, newcomer }) => {
      await page.goto("/login?from=/dashboard/profile");
      await fillLogin(page, await newcomer());
      await expect(main(page).getByLabel("Apply for")).toBeEnabled();
      // Listens before the choice, because both requests may end before it returns.
      let isAsked = false;
      page.on("request", (request) => {
        isAsked ||= request.url().includes("/api/update-user-role/");
      });
      const refetched = page.waitForRequest(
        (request) => isAsked && new URL(request.url()).pathname === "/api/all-users",
      );
      await main(page).getByLabel("Apply for").selectOption("creator");
      await refetched;
    });
  });

  test.describe("Joining", () => {
    test("after a successful payment the user is added to the contest and it moves to the participated list", async ({
      page,
      contest,
      newcomer,
    }) => {
      const { _id, name } = await contest();
      await page.goto(`/login?from=/contest-details/${_id}/payment`);
      await fillLogin(page, await newcomer());
      await payWithTestCard(page);
      await expect(toast(page, "Payment successful")).toBeVisible();
      await main(page).getByRole("link", { name: "Participated contests" }).click();
      await expect(rowOf(page, name)).toContainText("Paid");
      await page.goto(`/contest-details/${_id}`);
      await expect(main(page)).toContainText("1 participant");
    });
  });

  test.describe("Loading and loaded", () => {
    test("Popular Contests are loading, then loaded", async ({ page }) => {
      const release = await pauseRequests(page, "**/api/popular-contests");
      await page.goto("/login");
      await waitForHydration(page);
      await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
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
  });

  test.describe("Toast types", () => {
    interface ToastModule {
      toast: Record<string, (message: string) => string> & ((message: string) => string);
    }
    for (const type of ["blank", "error", "success", "loading", "custom"]) {
      test(`there are toasts of the type ${type}`, async ({ page }) => {
        await page.goto("/");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const module = await singleton<ToastModule>(page, "toast");
        await module.evaluate(
          ({ toast: show }, kind) => (kind === "blank" ? show("Well now") : show[kind]?.("Well now")),
          type,
        );
        await expect(toast(page, "Well now")).toHaveClass(new RegExp(`toast-${type}\\b`));
      });
    }
  });

  test.describe("Sign-in on first visit", () => {
    test("whoever registers is signed in", async ({ page }) => {
      await register(page, newPerson());
      await expect(page).toHaveURL("/");
    });
  });
});
