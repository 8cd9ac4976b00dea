import type { Page } from "@playwright/test";
import { newPerson, user } from "../people";
import { avatar, captchaText, fillLogin, readCanvases } from "../site";
import { field, signInWithGoogle } from "../signed-in";
import { expect, pageStatements, settled, test } from "./statements";
import { answerCaptcha, endSession, main, submit } from "./steps";

/** Name, label and type. */
const REGISTER_FIELDS = [
  ["full_name", "full name", "text"],
  ["email", "email", "email"],
  ["photo_url", "photo URL", "url"],
  ["password", "password", "password"],
  ["captcha", "captcha", "text"],
] as const;

const googleButton = (page: Page) => expect(main(page).getByRole("button", { name: /google/i })).toBeEnabled();

async function clickLink(page: Page, name: string, path: string) {
  await main(page).getByRole("link", { name }).click();
  await expect(page).toHaveURL(path);
}

test.describe("2. Screens and routes", () => {
  pageStatements(
    { path: "/register", before: readCanvases },
    {
      "Register has a Google sign-in button": googleButton,
      ...Object.fromEntries(
        REGISTER_FIELDS.map(([name, label, type]) => [
          `the Register form has the field ${label}`,
          async (page: Page) => {
            await expect(field(main(page), name)).toBeEditable();
            await expect(field(main(page), name)).toHaveAttribute("type", type);
            const labelled = main(page).getByLabel(new RegExp(`^${label}`, "i"));
            await expect(labelled.first()).toHaveAttribute("name", name);
          },
        ]),
      ),
      "the Register form's photo URL is optional": (page) =>
        expect(main(page).getByLabel(/photo url \(optional\)/i)).toHaveAttribute("name", "photo_url"),
      "Reload Captcha generates a new one": async (page) => {
        await expect(page.locator("canvas")).toBeVisible();
        const before = await captchaText(page);
        await page.getByRole("button", { name: "Reload Captcha" }).click();
        await expect.poll(() => captchaText(page)).not.toBe(before);
        expect(await captchaText(page)).toHaveLength(6);
      },
      "the Register button is disabled until the captcha is entered correctly": async (page) => {
        await expect(submit(page, "Register")).toBeDisabled();
        await answerCaptcha(page);
        await expect(submit(page, "Register")).toBeEnabled();
      },
      "Register has a link to /login": (page) => clickLink(page, "Login", "/login"),
    },
  );

  pageStatements(
    { path: "/login" },
    {
      "Login has a Google sign-in button": googleButton,
      ...Object.fromEntries(
        ["email", "password"].map((name) => [
          `the Login form has the field ${name}`,
          async (page: Page) => {
            await expect(field(main(page), name)).toHaveAttribute("type", name);
            await expect(main(page).getByLabel(name).first()).toHaveAttribute("name", name);
          },
        ]),
      ),
      "Login has a link to /register": (page) => clickLink(page, "Register", "/register"),
    },
  );

  pageStatements(
    { path: "/register", person: "user" },
    {
      "signed-in users see nothing on the Register screen": async (page) => {
        await expect(avatar(page)).toBeVisible();
        await expect(field(page, "full_name")).toHaveCount(0);
        await expect(main(page).getByRole("button")).toHaveCount(0);
      },
    },
  );

  pageStatements(
    { path: "/login", person: "user" },
    {
      "a signed-in user is redirected from /login to /": async (page) => {
        await expect(page).toHaveURL("/");
        await expect(avatar(page)).toBeVisible();
      },
    },
  );

  const BACK = "product decisions §5: e-mail login returns as Google login does";
  for (const [title, opened, path, source] of [
    ["after a successful e-mail login the user goes to /", "/login", "/", ""],
    [
      "after e-mail login the user goes to where the guard stopped them",
      "/dashboard/my_winning_contests",
      "/dashboard/my_winning_contests",
      BACK,
    ],
    ["return paths are paths of this site only", "/login?from=//evil.example.com/", "/", "product decisions §2"],
  ] as const)
    test(title, source ? settled(source) : {}, async ({ page }) => {
      await page.goto(opened);
      await expect(page).toHaveURL(/\/login/);
      await fillLogin(page, user);
      await expect(page).toHaveURL(path);
      if (path === "/") await expect(avatar(page)).toBeVisible();
    });

  for (const [title, opened, path] of [
    ["after Google sign-in the user goes to the page they came from", "/dashboard/profile", "/dashboard/profile"],
    ["after Google sign-in the user goes to / when they came from nowhere", "/login", "/"],
  ] as const)
    test(title, async ({ page }) => {
      await page.goto(opened);
      await expect(page).toHaveURL(/\/login/);
      await signInWithGoogle(page, newPerson("Farhana Akter"));
      await expect(page).toHaveURL(path);
    });

  test.describe("forced", () => {
    test.use({ person: "user" });
    for (const status of [401, 403])
      test(`a forced logout on ${status} lands on Login`, async ({ page, forgive }) => {
        forgive(new RegExp(String(status)));
        await endSession(page, "**/api/participated-contests/**", status);
        await page.goto("/dashboard/my_participated_contests");
        await expect(page).toHaveURL(/\/login/);
        await expect(main(page)).toContainText("Your session has ended.");
      });
  });
});
