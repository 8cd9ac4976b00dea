import type { Page } from "@playwright/test";
import { user } from "../people";
import { avatar, signIn } from "../site";
import { answerWith, expect, hold, openAccountMenu, openSiteMenu, test, themeToggle } from "../signed-in";

const navbar = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");
const DEFAULT_PHOTO = /^data:image\/svg/;

const LINKS = [
  ["Home", "/"],
  ["All Contests", "/all_contests"],
  ["Top Contests", "/top_contests"],
  ["Contact Us", "/contact_us"],
] as const;

test.describe("2. Screens and routes", () => {
  test.describe("Layout: navbar", () => {
    test("the top navbar is sticky: it stays on the screen when the page scrolls", async ({ page }) => {
      await page.goto("/all_contests");
      await expect(
        page
          .locator("main")
          .getByRole("link", { name: /Details/ })
          .first(),
      ).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
      await expect(navbar(page).getByRole("link", { name: "All Contests" })).toBeInViewport();
      expect((await navbar(page).boundingBox())?.y).toBe(0);
    });

    test("the navbar holds the logo, which links to /", async ({ page }) => {
      await page.goto("/contact_us");
      await navbar(page).getByRole("link", { name: "Conquest" }).click();
      await expect(page).toHaveURL("/");
    });

    for (const [name, path] of LINKS) {
      test(`the navbar has the link ${name} to ${path}`, async ({ page }) => {
        await page.goto("/login");
        await navbar(page).getByRole("link", { name, exact: true }).click();
        await expect(page).toHaveURL(path);
      });
    }

    test("the navbar has these four links and no other", async ({ page }) => {
      await page.goto("/");
      const links = navbar(page).getByRole("navigation", { name: "Main" }).getByRole("link");
      await expect(links).toHaveText(LINKS.map(([name]) => name));
    });

    test("the navbar has a theme toggle", async ({ page }) => {
      await page.goto("/");
      await expect(themeToggle(page)).toBeVisible();
    });

    test("the navbar has a Login button for visitors, which leads to /login", async ({ page }) => {
      await page.goto("/");
      await navbar(page).getByRole("link", { name: "Login" }).click();
      await expect(page).toHaveURL(/\/login/);
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });

      test("the navbar shows a spinner while the auth state loads", async ({ page }) => {
        const release = await hold(page, "**/api/jwt");
        await page.goto("/");
        await expect(navbar(page).getByRole("status")).toBeVisible();
        await expect(navbar(page).getByRole("link", { name: "Login" })).toHaveCount(0);
        release();
        await expect(avatar(page)).toBeVisible();
        await expect(navbar(page).getByRole("status")).toHaveCount(0);
      });

      test("the navbar has a user avatar menu instead of Login when somebody is signed in", async ({ page }) => {
        await page.goto("/");
        await expect(avatar(page)).toBeVisible();
        await expect(navbar(page).getByRole("link", { name: "Login" })).toHaveCount(0);
      });

      test("the avatar dropdown shows the user's photo", async ({ page, as }) => {
        const account = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as object;
        const image = "/media/people/somebody.svg";
        await answerWith(page, "**/api/save-user", { ...account, image });
        await page.route(`**${image}`, (route) =>
          route.fulfill({
            contentType: "image/svg+xml",
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
          }),
        );
        await page.goto("/");
        const menu = await openAccountMenu(page);
        await expect(menu.getByRole("img")).toHaveAttribute("src", image);
      });

      test("the avatar dropdown shows the default placeholder when the user has no photo", async ({ page, as }) => {
        const account = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as object;
        await answerWith(page, "**/api/save-user", { ...account, image: "" });
        await page.goto("/");
        const menu = await openAccountMenu(page);
        await expect(menu.getByRole("img")).toHaveAttribute("src", DEFAULT_PHOTO);
      });

      test("the avatar dropdown shows the display name and the e-mail", async ({ page, as }) => {
        const { name } = (await (await (await as("user")).get(`/api/user/${user.email}`)).json()) as { name: string };
        await page.goto("/");
        const menu = await openAccountMenu(page);
        await expect(menu).toContainText(name);
        await expect(menu).toContainText(user.email);
      });

      test("the avatar dropdown has a My Dashboard link to /dashboard", async ({ page }) => {
        await page.goto("/");
        const menu = await openAccountMenu(page);
        await menu.getByRole("link", { name: "My Dashboard" }).click();
        await expect(page).toHaveURL("/dashboard");
      });
    });

    test("the avatar dropdown has Logout, which signs out", async ({ page, newcomer }) => {
      await signIn(page, await newcomer());
      const menu = await openAccountMenu(page);
      await menu.getByRole("button", { name: "Logout" }).click();
      await expect(avatar(page)).toHaveCount(0);
      await expect(navbar(page).getByRole("link", { name: "Login" })).toBeVisible();
    });
  });

  test.describe("Layout: small screens", () => {
    test.use({ viewport: { width: 375, height: 720 } });

    test("on small screens the navbar's links stand in a dropdown menu", async ({ page }) => {
      await page.goto("/");
      await expect(navbar(page).getByRole("link", { name: "All Contests" })).toBeHidden();
      const menu = await openSiteMenu(page);
      for (const [name, path] of LINKS)
        await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
      await menu.getByRole("link", { name: "All Contests" }).click();
      await expect(page).toHaveURL("/all_contests");
    });

    test("on small screens the theme toggle stands in the dropdown menu", async ({ page }) => {
      await page.goto("/");
      await expect(themeToggle(page)).toBeHidden();
      await openSiteMenu(page);
      await expect(themeToggle(page)).toBeVisible();
    });
  });

  test.describe("Layout: footer", () => {
    const TAG_OF: Record<string, RegExp> = {
      Programming: /./,
      Designing: /Design/,
      Marketing: /Marketing/,
      Advertisement: /Advertisement/,
    };

    test("the footer's columns are Services, Company and Legal", async ({ page }) => {
      await page.goto("/");
      for (const name of ["Services", "Company", "Legal"]) {
        await expect(footer(page).getByRole("heading", { name, exact: true })).toBeVisible();
      }
    });

    for (const [name, tag] of Object.entries(TAG_OF)) {
      test(
        `the footer's Services column has ${name}`,
        {
          annotation: {
            type: "settled",
            description: "product decisions §5: services link to /all_contests filtered by a fitting tag",
          },
        },
        async ({ page }) => {
          await page.goto("/");
          await footer(page).getByRole("link", { name, exact: true }).click();
          await expect(page).toHaveURL(/\/all_contests\?/);
          expect(
            new URL(page.url()).searchParams.get("tag") ?? new URL(page.url()).searchParams.get("q") ?? "",
          ).toMatch(tag);
        },
      );
    }

    test("the footer's Company column has Contests, which links to /all_contests", async ({ page }) => {
      await page.goto("/");
      await footer(page).getByRole("link", { name: "Contests", exact: true }).click();
      await expect(page).toHaveURL("/all_contests");
    });

    test("the footer's Company column has Contact", async ({ page }) => {
      await page.goto("/");
      await footer(page).getByRole("link", { name: "Contact", exact: true }).click();
      await expect(page).toHaveURL("/contact_us");
    });

    test("the footer's Company column has Winners", async ({ page }) => {
      await page.goto("/login");
      await footer(page).getByRole("link", { name: "Winners", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Winner's Circle" })).toBeInViewport();
    });

    test(
      "the footer's Company column has About us",
      { annotation: { type: "settled", description: "product decisions §5: About is a short real page" } },
      async ({ page }) => {
        await page.goto("/");
        await footer(page).getByRole("link", { name: "About us", exact: true }).click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText(/about/i);
      },
    );

    for (const name of ["Terms of use", "Privacy policy", "Cookie policy"]) {
      test(
        `the footer's Legal column has ${name}`,
        {
          annotation: {
            type: "settled",
            description: "product decisions §5: Terms, Privacy and Cookie are short real pages",
          },
        },
        async ({ page }) => {
          await page.goto("/");
          await footer(page).getByRole("link", { name, exact: true }).click();
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
        },
      );
    }

    test(
      "the legal, services and social links lead somewhere",
      {
        annotation: { type: "settled", description: "product decisions §5: in the specification they had no targets" },
      },
      async ({ page }) => {
        await page.goto("/");
        for (const column of ["Services", "Company", "Legal"]) {
          const targets = await footer(page)
            .getByRole("navigation", { name: column })
            .getByRole("link")
            .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
          expect(targets, column).not.toEqual([]);
          for (const target of targets) expect(target, column).toMatch(/^\/\w|^\/#winners$/);
        }
      },
    );

    test(
      "the footer has social icons",
      { annotation: { type: "settled", description: "product decisions §5: only where an address is configured" } },
      async ({ page }) => {
        const address = "https://www.facebook.com/conquest";
        await page.goto("/");
        await expect(footer(page).locator("a[href^=https]")).toHaveCount(0);
        await page.route("/", async (route) => {
          const answer = await route.fetch();
          const html = (await answer.text()).replace(
            /"social":\[\]/,
            `"social":[{"name":"facebook","href":"${address}"}]`,
          );
          // Removes the SSR marker, because the HTML was rendered without the link and the browser must render it.
          await route.fulfill({
            response: answer,
            body: html.replace(/<script[^>]*id="conquest-drawn">[^]*?<\/script>/, ""),
          });
        });
        await page.reload();
        const icon = footer(page).getByRole("link", { name: /facebook/i });
        await expect(icon).toHaveAttribute("href", address);
        await expect(icon.locator("svg")).toBeVisible();
      },
    );
  });
});
