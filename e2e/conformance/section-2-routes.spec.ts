import type { Page } from "@playwright/test";
import { expect, test } from "../signed-in";
import type { Contest } from "../wire";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

interface Screen {
  route: string;
  screen: string;
  person: "visitor" | "user" | "creator" | "admin";
  title: string | RegExp;
}

const SCREENS: Screen[] = [
  { route: "/", screen: "Home", person: "visitor", title: /Compete\. Create\. Conquer\./ },
  { route: "/login", screen: "Login", person: "visitor", title: "Login" },
  { route: "/register", screen: "Register", person: "visitor", title: "Register" },
  { route: "/contact_us", screen: "Contact", person: "visitor", title: /Contact/ },
  { route: "/all_contests", screen: "All contests", person: "visitor", title: "All Contests" },
  { route: "/top_contests", screen: "Top contests", person: "visitor", title: "Top Contests" },
  {
    route: "/dashboard",
    screen: "the Dashboard area, whose index shows a welcome text",
    person: "user",
    title: /welcome/i,
  },
  { route: "/dashboard/add_contest", screen: "Add contest", person: "creator", title: "Add Contest" },
  {
    route: "/dashboard/my_created_contests",
    screen: "My created contests",
    person: "creator",
    title: /My Created Contests/,
  },
  { route: "/dashboard/profile", screen: "Profile", person: "user", title: "Profile" },
  {
    route: "/dashboard/contest_submitted",
    screen: "My submitted contests",
    person: "creator",
    title: /My Submitted Contests/,
  },
  { route: "/dashboard/manage_users", screen: "Manage users", person: "admin", title: /Manage Users/ },
  { route: "/dashboard/manage_contests", screen: "Manage contests", person: "admin", title: /Manage Contests/ },
  {
    route: "/dashboard/my_participated_contests",
    screen: "Participated contests",
    person: "user",
    title: /Participated Contests/,
  },
  {
    route: "/dashboard/my_winning_contests",
    screen: "My winning contests",
    person: "user",
    title: /My Winning Contests/,
  },
  { route: "/dashboard/my_profile", screen: "My profile", person: "user", title: "My Profile" },
];

const NOT_FOUND = "The page you are looking for does not exist";

test.describe("2. Screens and routes", () => {
  test.describe("Route table", () => {
    for (const person of ["visitor", "user", "creator", "admin"] as const) {
      test.describe(person, () => {
        test.use({ person });
        for (const { route, screen, title } of SCREENS.filter((known) => known.person === person)) {
          test(`${route} is ${screen}`, async ({ page }) => {
            await page.goto(route);
            await expect(heading(page)).toContainText(title);
            await expect(page).toHaveURL(route);
          });
        }
      });
    }

    test("/contest-details/{id} is Contest details", async ({ page, as }) => {
      const [contest] = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as [Contest];
      await page.goto(`/contest-details/${contest._id}`);
      await expect(heading(page)).toHaveText(contest.name);
    });

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("/contest-details/{id}/payment is Payment", async ({ page, contest }) => {
        const { _id } = await contest();
        await page.goto(`/contest-details/${_id}/payment`);
        await expect(heading(page)).toHaveText("Payment");
      });
    });

    test("/contest-details/{id}/payment is protected by a sign-in guard", async ({ page, as }) => {
      const [{ _id }] = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as [Contest];
      await page.goto(`/contest-details/${_id}/payment`);
      await expect(page).toHaveURL(/\/login/);
    });
  });

  test.describe("Error page and Not-found screen", () => {
    test(
      "any other route shows the Not-found screen",
      {
        annotation: { type: "settled", description: "product decisions §5: an unknown route is the Not-found screen" },
      },
      async ({ page, forgive }) => {
        forgive(/404/);
        await page.goto("/no-such-page");
        await expect(page.getByText(NOT_FOUND)).toBeVisible();
        await page.goto("/contest-details");
        await expect(page.getByText(NOT_FOUND)).toBeVisible();
      },
    );

    test.describe("signed in", () => {
      test.use({ person: "user" });
      test("any other route below /dashboard shows the Not-found screen too", async ({ page, forgive }) => {
        forgive(/404/);
        await page.goto("/dashboard/no_such_page");
        await expect(page.getByText(NOT_FOUND)).toBeVisible();
      });
    });

    test('the Not-found screen has an image and the text "The page you are looking for does not exist"', async ({
      page,
      forgive,
    }) => {
      forgive(/404/);
      await page.goto("/no-such-page");
      await expect(page.locator("main").locator("img, svg").first()).toBeVisible();
      await expect(page.getByText(NOT_FOUND)).toBeVisible();
    });

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
      { annotation: { type: "settled", description: "product decisions §5" } },
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
      { annotation: { type: "settled", description: "product decisions §5" } },
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
        const failure = page.locator("main").getByRole("alert");
        await expect(failure.getByRole("button", { name: "Retry" })).toBeVisible();
        await expect(page.getByRole("banner")).toBeVisible();
        await page.evaluate(() => Object.assign(window, { isMended: true }));
        await failure.getByRole("button", { name: "Retry" }).click();
        await expect(heading(page)).toHaveText("Top Contests");
      },
    );

    test(
      "a contest that does not exist is told inside its page",
      {
        annotation: { type: "settled", description: "product decisions §5: a missing contest is an in-page not-found" },
      },
      async ({ page, forgive }) => {
        forgive(/404/);
        await page.goto("/contest-details/00000000-0000-4000-8000-000000000000");
        await expect(heading(page)).toHaveText("Contest not found");
        await expect(page.getByRole("banner")).toBeVisible();
      },
    );
  });
});
