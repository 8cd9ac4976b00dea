import type { Page } from "@playwright/test";
import { expect, pageStatements, settled, test, type Viewer } from "./statements";
import { banner, heading, main } from "./steps";
import type { Contest } from "../wire";

/** Role, route, screen and its heading. */
const SCREENS: [Viewer, string, string, string | RegExp][] = [
  ["visitor", "/", "Home", /Compete\. Create\. Conquer\./],
  ["visitor", "/login", "Login", "Login"],
  ["visitor", "/register", "Register", "Register"],
  ["visitor", "/contact_us", "Contact", /Contact/],
  ["visitor", "/all_contests", "All contests", "All Contests"],
  ["visitor", "/top_contests", "Top contests", "Top Contests"],
  ["user", "/dashboard", "the Dashboard area, whose index shows a welcome text", /welcome/i],
  ["user", "/dashboard/profile", "Profile", "Profile"],
  ["user", "/dashboard/my_participated_contests", "Participated contests", /Participated Contests/],
  ["user", "/dashboard/my_winning_contests", "My winning contests", /My Winning Contests/],
  ["user", "/dashboard/my_profile", "My profile", "My Profile"],
  ["creator", "/dashboard/add_contest", "Add contest", "Add Contest"],
  ["creator", "/dashboard/my_created_contests", "My created contests", /My Created Contests/],
  ["creator", "/dashboard/contest_submitted", "My submitted contests", /My Submitted Contests/],
  ["admin", "/dashboard/manage_users", "Manage users", /Manage Users/],
  ["admin", "/dashboard/manage_contests", "Manage contests", /Manage Contests/],
];

const shownAsNotFound = (page: Page) =>
  expect(page.getByText("The page you are looking for does not exist")).toBeVisible();

test.describe("2. Screens and routes", () => {
  for (const [person, route, screen, title] of SCREENS)
    test.describe(() => {
      test.use({ person });
      test(`${route} is ${screen}`, async ({ page }) => {
        await page.goto(route);
        await expect(heading(page)).toContainText(title);
        await expect(page).toHaveURL(route);
      });
    });

  test("/contest-details/{id} is Contest details", async ({ page, get }) => {
    const [contest] = await get<[Contest]>("/popular-contests");
    await page.goto(`/contest-details/${contest._id}`);
    await expect(heading(page)).toHaveText(contest.name);
  });

  pageStatements(
    { path: "/contest-details/{id}/payment", person: "user" },
    { "/contest-details/{id}/payment is Payment": (page) => expect(heading(page)).toHaveText("Payment") },
  );

  pageStatements(
    { path: "/contest-details/{id}/payment" },
    { "/contest-details/{id}/payment is protected by a sign-in guard": (page) => expect(page).toHaveURL(/\/login/) },
  );

  test(
    "any other route shows the Not-found screen",
    settled("product decisions §5: an unknown route is the Not-found screen"),
    async ({ page, forgive }) => {
      forgive(/404/);
      for (const path of ["/no-such-page", "/contest-details"]) {
        await page.goto(path);
        await shownAsNotFound(page);
      }
    },
  );

  pageStatements(
    { path: "/dashboard/no_such_page", person: "user", forgive: /404/ },
    { "any other route below /dashboard shows the Not-found screen too": shownAsNotFound },
  );

  pageStatements(
    { path: "/no-such-page", forgive: /404/ },
    {
      'the Not-found screen has an image and the text "The page you are looking for does not exist"': async (page) => {
        await expect(main(page).locator("img, svg").first()).toBeVisible();
        await shownAsNotFound(page);
      },
    },
  );

  test("its Go Back button returns to the previous page", async ({ page, forgive }) => {
    forgive(/404/);
    await page.goto("/top_contests");
    await page.goto("/no-such-page");
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/top_contests");
    await expect(heading(page)).toHaveText("Top Contests");
  });

  test(
    "its Go Back button leads to / when there is no previous page",
    settled("product decisions §5"),
    async ({ context, forgive, page }) => {
      forgive(/404/);
      const fresh = await context.newPage();
      await fresh.goto("/no-such-page");
      await fresh.getByRole("button", { name: "Go Back" }).click();
      await expect(fresh).toHaveURL("/");
      await page.close();
    },
  );

  test(
    "an error that is thrown shows the error page with Retry",
    settled("product decisions §5"),
    async ({ page, forgive }) => {
      // React also reports that it could not hydrate the page.
      forgive(/times are broken|Minified React error #(422|520)/);
      // Makes every time on the page throw while it renders.
      await page.addInitScript(() => {
        const { parse } = Date;
        Date.parse = (text) => {
          if (text.endsWith("Z") && !("isMended" in window)) throw new Error("times are broken");
          return parse(text);
        };
      });
      await page.goto("/top_contests");
      const retry = main(page).getByRole("alert").getByRole("button", { name: "Retry" });
      await expect(retry).toBeVisible();
      await expect(banner(page)).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isMended: true }));
      await retry.click();
      await expect(heading(page)).toHaveText("Top Contests");
    },
  );

  pageStatements(
    { path: "/contest-details/00000000-0000-4000-8000-000000000000", forgive: /404/ },
    {
      "a missing contest is reported inside its page": async (page) => {
        await expect(heading(page)).toHaveText("Contest not found");
        await expect(banner(page)).toBeVisible();
      },
    },
    "product decisions §5: a missing contest is an in-page not-found",
  );
});
