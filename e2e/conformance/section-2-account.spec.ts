import type { Page } from "@playwright/test";
import { aNewcomer, user } from "../people";
import { avatar, captchaText, fillLogin, readCanvases } from "../site";
import { expect, field, signInWithGoogle, test } from "../signed-in";

const main = (page: Page) => page.locator("main");
const registerButton = (page: Page) => main(page).getByRole("button", { name: "Register", exact: true });

test.describe("2. Screens and routes", () => {
  test.describe("Register (/register)", () => {
    test("Register has a Google sign-in button", async ({ page }) => {
      await page.goto("/register");
      await expect(main(page).getByRole("button", { name: /google/i })).toBeEnabled();
    });

    for (const [name, label, type] of [
      ["full_name", "full name", "text"],
      ["email", "email", "email"],
      ["photo_url", "photo URL", "url"],
      ["password", "password", "password"],
      ["captcha", "captcha", "text"],
    ] as const) {
      test(`the Register form has the field ${label}`, async ({ page }) => {
        await page.goto("/register");
        await expect(field(main(page), name)).toBeEditable();
        await expect(field(main(page), name)).toHaveAttribute("type", type);
        await expect(
          main(page)
            .getByLabel(new RegExp(`^${label}`, "i"))
            .first(),
        ).toHaveAttribute("name", name);
      });
    }

    test("the Register form's photo URL is optional", async ({ page }) => {
      await page.goto("/register");
      await expect(main(page).getByLabel(/photo url \(optional\)/i)).toHaveAttribute("name", "photo_url");
    });

    test("the Register button is disabled until the captcha is entered correctly", async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      await expect(registerButton(page)).toBeDisabled();
      await field(page, "captcha").fill(await captchaText(page));
      await field(page, "captcha").blur();
      await expect(registerButton(page)).toBeEnabled();
    });

    test("Reload Captcha generates a new one", async ({ page }) => {
      await readCanvases(page);
      await page.goto("/register");
      await expect(page.locator("canvas")).toBeVisible();
      const before = await captchaText(page);
      await page.getByRole("button", { name: "Reload Captcha" }).click();
      await expect.poll(() => captchaText(page)).not.toBe(before);
      expect(await captchaText(page)).toHaveLength(6);
    });

    test("Register has a link to /login", async ({ page }) => {
      await page.goto("/register");
      await main(page).getByRole("link", { name: "Login" }).click();
      await expect(page).toHaveURL("/login");
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("signed-in users see nothing on the Register screen", async ({ page }) => {
        await page.goto("/register");
        await expect(avatar(page)).toBeVisible();
        await expect(field(page, "full_name")).toHaveCount(0);
        await expect(main(page).getByRole("button")).toHaveCount(0);
      });
    });
  });

  test.describe("Login (/login)", () => {
    test("Login has a Google sign-in button", async ({ page }) => {
      await page.goto("/login");
      await expect(main(page).getByRole("button", { name: /google/i })).toBeEnabled();
    });

    for (const name of ["email", "password"]) {
      test(`the Login form has the field ${name}`, async ({ page }) => {
        await page.goto("/login");
        await expect(field(main(page), name)).toHaveAttribute("type", name);
        await expect(main(page).getByLabel(name).first()).toHaveAttribute("name", name);
      });
    }

    test("Login has a link to /register", async ({ page }) => {
      await page.goto("/login");
      await main(page).getByRole("link", { name: "Register" }).click();
      await expect(page).toHaveURL("/register");
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("a signed-in user is redirected from /login to /", async ({ page }) => {
        await page.goto("/login");
        await expect(page).toHaveURL("/");
        await expect(avatar(page)).toBeVisible();
      });
    });

    test("after a successful e-mail login the user goes to /", async ({ page }) => {
      await page.goto("/login");
      await fillLogin(page, user);
      await expect(page).toHaveURL("/");
      await expect(avatar(page)).toBeVisible();
    });

    test(
      "after e-mail login the user goes to where the guard stopped them",
      {
        annotation: { type: "settled", description: "product decisions §5: e-mail login returns as Google login does" },
      },
      async ({ page }) => {
        await page.goto("/dashboard/my_winning_contests");
        await expect(page).toHaveURL(/\/login/);
        await fillLogin(page, user);
        await expect(page).toHaveURL("/dashboard/my_winning_contests");
      },
    );

    test("after Google sign-in the user goes to the page they came from", async ({ page }) => {
      await page.goto("/dashboard/profile");
      await expect(page).toHaveURL(/\/login/);
      await signInWithGoogle(page, aNewcomer("Farhana Akter"));
      await expect(page).toHaveURL("/dashboard/profile");
    });

    test("after Google sign-in the user goes to / when they came from nowhere", async ({ page }) => {
      await page.goto("/login");
      await signInWithGoogle(page, aNewcomer("Farhana Akter"));
      await expect(page).toHaveURL("/");
    });

    test.describe("forced", () => {
      test.use({ person: "user" });
      for (const status of [401, 403]) {
        test(`a forced logout on ${status} lands on Login`, async ({ page, forgive }) => {
          forgive(new RegExp(String(status)));
          await page.route("**/api/participated-contests/**", (route) =>
            route.fulfill({ status, json: { error: { code: "no_session", message: "Your session has ended." } } }),
          );
          await page.goto("/dashboard/my_participated_contests");
          await expect(page).toHaveURL(/\/login/);
          await expect(main(page)).toContainText("Your session has ended.");
        });
      }
    });

    test(
      "return paths are paths of this site only",
      { annotation: { type: "settled", description: "product decisions §2" } },
      async ({ page }) => {
        await page.goto("/login?from=//evil.example.com/");
        await fillLogin(page, user);
        await expect(page).toHaveURL("/");
      },
    );
  });
});
