import type { Page } from "@playwright/test";
import { user } from "../people";
import { avatar, signIn } from "../site";
import { answerWith, openAccountMenu, openSiteMenu, pauseRequests, themeToggle } from "../signed-in";
import { expect, inOneWorker, pageStatements, settled, test } from "./statements";
import { banner, heading, main } from "./steps";
import type { User } from "../wire";

const footer = (page: Page) => page.getByRole("contentinfo");
const loginLink = (page: Page) => banner(page).getByRole("link", { name: "Login" });

const LINKS = [
  ["Home", "/"],
  ["All Contests", "/all_contests"],
  ["Top Contests", "/top_contests"],
  ["Contact Us", "/contact_us"],
] as const;

const SERVICES = "product decisions §5: services link to /all_contests filtered by a fitting tag";
const LEGAL = "product decisions §5: Terms, Privacy and Cookie are short real pages";

/** Link, the tag or search words of its address. */
const SERVICE_LINKS = [
  ["Programming", /./],
  ["Designing", /Design/],
  ["Marketing", /Marketing/],
  ["Advertisement", /Advertisement/],
] as const;

const followFooter = (page: Page, name: string) => footer(page).getByRole("link", { name, exact: true }).click();

test.describe("2. Screens and routes", () => {
  test("the top navbar is sticky: it stays on the screen when the page scrolls", async ({ page }) => {
    await page.goto("/all_contests");
    const details = main(page).getByRole("link", { name: /Details/ });
    await expect(details.first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await expect(banner(page).getByRole("link", { name: "All Contests" })).toBeInViewport();
    expect((await banner(page).boundingBox())?.y).toBe(0);
  });

  pageStatements(
    { path: "/login" },
    {
      ...Object.fromEntries(
        LINKS.map(([name, path]) => [
          `the navbar has the link ${name} to ${path}`,
          async (page: Page) => {
            await banner(page).getByRole("link", { name, exact: true }).click();
            await expect(page).toHaveURL(path);
          },
        ]),
      ),
      "the navbar holds the logo, which links to /": async (page) => {
        await banner(page).getByRole("link", { name: "Conquest" }).click();
        await expect(page).toHaveURL("/");
      },
      "the navbar has these four links and no other": (page) =>
        expect(banner(page).getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(
          LINKS.map(([name]) => name),
        ),
      "the navbar has a theme toggle": (page) => expect(themeToggle(page)).toBeVisible(),
      "the navbar has a Login button for visitors, which leads to /login": async (page) => {
        await loginLink(page).click();
        await expect(page).toHaveURL(/\/login/);
      },
    },
  );

  pageStatements(
    { path: "/", person: "user" },
    {
      "the navbar has a user avatar menu instead of Login when a user is signed in": async (page) => {
        await expect(avatar(page)).toBeVisible();
        await expect(loginLink(page)).toHaveCount(0);
      },
      "the avatar dropdown shows the display name and the e-mail": async (page, { get }) => {
        const { name } = await get<User>(`/user/${user.email}`, "user");
        const menu = await openAccountMenu(page);
        await expect(menu).toContainText(name);
        await expect(menu).toContainText(user.email);
        await page.keyboard.press("Escape");
      },
      "the avatar dropdown has a My Dashboard link to /dashboard": async (page) => {
        const menu = await openAccountMenu(page);
        await menu.getByRole("link", { name: "My Dashboard" }).click();
        await expect(page).toHaveURL("/dashboard");
      },
    },
  );

  test.describe("signed in", () => {
    test.use({ person: "user" });

    test("the navbar shows a spinner while the auth state loads", async ({ page }) => {
      const release = await pauseRequests(page, "**/api/jwt");
      await page.goto("/");
      await expect(banner(page).getByRole("status")).toBeVisible();
      await expect(loginLink(page)).toHaveCount(0);
      release();
      await expect(avatar(page)).toBeVisible();
      await expect(banner(page).getByRole("status")).toHaveCount(0);
    });

    for (const [title, image, shown] of [
      ["the avatar dropdown shows the user's photo", "/media/people/photo.svg", "/media/people/photo.svg"],
      ["the avatar dropdown shows the default placeholder when the user has no photo", "", /^data:image\/svg/],
    ] as const)
      test(title, async ({ page, get }) => {
        await answerWith(page, "**/api/save-user", { ...(await get<User>(`/user/${user.email}`, "user")), image });
        await page.route("**/media/people/photo.svg", (route) =>
          route.fulfill({
            contentType: "image/svg+xml",
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
          }),
        );
        await page.goto("/");
        await expect((await openAccountMenu(page)).getByRole("img")).toHaveAttribute("src", shown);
      });
  });

  test("the avatar dropdown has Logout, which signs out", async ({ page, newcomer }) => {
    await signIn(page, await newcomer());
    await (await openAccountMenu(page)).getByRole("button", { name: "Logout" }).click();
    await expect(avatar(page)).toHaveCount(0);
    await expect(loginLink(page)).toBeVisible();
  });

  test.describe("Layout: small screens", () => {
    test.use({ viewport: { width: 375, height: 720 } });

    test("on small screens the navbar's links stand in a dropdown menu", async ({ page }) => {
      await page.goto("/");
      await expect(banner(page).getByRole("link", { name: "All Contests" })).toBeHidden();
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

  const home = { path: "/" };
  inOneWorker(() => {
    pageStatements(home, {
      "the footer's columns are Services, Company and Legal": async (page) => {
        for (const name of ["Services", "Company", "Legal"])
          await expect(footer(page).getByRole("heading", { name, exact: true })).toBeVisible();
      },
    });

    pageStatements(
      home,
      {
        "the legal, services and social links lead somewhere": async (page) => {
          for (const column of ["Services", "Company", "Legal"]) {
            const targets = await footer(page)
              .getByRole("navigation", { name: column })
              .getByRole("link")
              .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
            expect(targets, column).not.toEqual([]);
            for (const target of targets) expect(target, column).toMatch(/^\/\w|^\/#winners$/);
          }
        },
      },
      "product decisions §5: in the specification they had no targets",
    );

    // Each of these follows a link from the page that the one before it has opened.
    for (const [name, tag] of SERVICE_LINKS)
      pageStatements(
        home,
        {
          [`the footer's Services column has ${name}`]: async (page) => {
            const before = page.url();
            await followFooter(page, name);
            await expect(page).not.toHaveURL(before);
            await expect(page).toHaveURL(/\/all_contests\?/);
            const { searchParams } = new URL(page.url());
            expect(searchParams.get("tag") ?? searchParams.get("q") ?? "").toMatch(tag);
          },
        },
        SERVICES,
      );

    for (const [title, name, path, source] of [
      [
        "the footer's Company column has Contests, which links to /all_contests",
        "Contests",
        "/all_contests",
        undefined,
      ],
      ["the footer's Company column has Contact", "Contact", "/contact_us", undefined],
    ] as const)
      pageStatements(
        home,
        {
          [title]: async (page) => {
            await followFooter(page, name);
            await expect(page).toHaveURL(path);
          },
        },
        source,
      );

    for (const [column, name, title, source] of [
      ["Company", "About us", /about/i, "product decisions §5: About is a short real page"],
      ["Legal", "Terms of use", /^Terms of use$/, LEGAL],
      ["Legal", "Privacy policy", /^Privacy policy$/, LEGAL],
      ["Legal", "Cookie policy", /^Cookie policy$/, LEGAL],
    ] as const)
      pageStatements(
        home,
        {
          [`the footer's ${column} column has ${name}`]: async (page) => {
            await followFooter(page, name);
            await expect(heading(page)).toHaveText(title);
          },
        },
        source,
      );

    pageStatements(home, {
      "the footer's Company column has Winners": async (page) => {
        await followFooter(page, "Winners");
        await expect(page.getByRole("heading", { name: "Winner's Circle" })).toBeInViewport();
      },
    });
  });

  test(
    "the footer has social icons",
    settled("product decisions §5: only where an address is configured"),
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
