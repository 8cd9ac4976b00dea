import type { Page } from "@playwright/test";
import { isAwake } from "../awake";
import { answerWith, columnsOf, expect, hold, nextCall, test, WIDTHS } from "../signed-in";
import type { Contest, Creator } from "../wire";

const popular = (page: Page) => page.getByRole("region", { name: "Popular Contests" });
const results = (page: Page) => page.getByRole("region", { name: "Search Results" });
const winners = (page: Page) => page.getByRole("region", { name: "Winner's Circle" });
const creators = (page: Page) => page.getByRole("region", { name: "Best Contest Creator" });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search Contests..." });
const cards = (page: Page) => page.getByRole("article");

async function search(page: Page, term: string) {
  await searchBox(page).fill(term);
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
}

/** Navigates to the home page on the client, so that none of its data is in the HTML. */
async function goHome(page: Page) {
  await page.goto("/login");
  await isAwake(page);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
}

test.describe("2. Screens and routes", () => {
  test.describe("Home: hero", () => {
    test('Home has a hero banner with the tagline "Compete. Create. Conquer."', async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compete. Create. Conquer.");
    });

    test('the hero has the line "Discover Exciting Challenges and Showcase Your Talent"', async ({ page }) => {
      await page.goto("/");
      await expect(page.locator("main")).toContainText("Discover Exciting Challenges and Showcase Your Talent");
    });

    test('the hero has a text search box labelled "Search Contests..."', async ({ page }) => {
      await page.goto("/");
      await expect(searchBox(page)).toBeEditable();
    });

    test("the search box has a submit button", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("search").getByRole("button", { name: "Search" })).toHaveAttribute("type", "submit");
    });
  });

  test.describe("Home: search", () => {
    test("submitting the search requests the matching contests", async ({ page, contest }) => {
      const { name } = await contest();
      await page.goto("/");
      const call = nextCall(page, "GET", `/search-contests/${encodeURIComponent(name)}`);
      await search(page, name);
      await call;
      await expect(results(page).getByRole("heading", { name })).toBeVisible();
    });

    test('submitting the search shows a "Search Results" section', async ({ page }) => {
      await page.goto("/");
      await expect(results(page)).toHaveCount(0);
      await search(page, "a");
      await expect(results(page).getByRole("heading", { name: "Search Results" })).toBeVisible();
    });

    for (const { size, width, columns } of WIDTHS) {
      test(`search results are cards in a grid of ${columns} column${columns > 1 ? "s" : ""} on a ${size} screen`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/?q=a");
        expect(await columnsOf(results(page).getByRole("article"))).toBe(columns);
      });
    }

    test("each search result shows the contest's image, name and description", async ({ page, contest }) => {
      const { name, image, description } = await contest({ description: "Short enough to be shown whole." });
      await page.goto(`/?q=${encodeURIComponent(name)}`);
      const card = results(page).getByRole("article", { name });
      await expect(card.locator("img")).toHaveAttribute("src", image);
      await expect(card).toContainText(description);
    });

    test("each search result has a Details link to /contest-details/{id}", async ({ page, contest }) => {
      const { _id, name } = await contest();
      await page.goto(`/?q=${encodeURIComponent(name)}`);
      await results(page)
        .getByRole("link", { name: /Details/ })
        .click();
      await expect(page).toHaveURL(`/contest-details/${_id}`);
    });

    test("a loading spinner shows while the search is under way", async ({ page }) => {
      const release = await hold(page, "**/api/search-contests/**");
      await page.goto("/login");
      await isAwake(page);
      await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
      await search(page, "a");
      await expect(results(page).locator(".cq-spinner")).toBeVisible();
      release();
      await expect(results(page).getByRole("article").first()).toBeVisible();
      await expect(results(page).locator(".cq-spinner")).toHaveCount(0);
    });

    test("a card image that fails to load is replaced by a placeholder picture", async ({ page, forgive, contest }) => {
      forgive(/404/);
      const { name } = await contest({ image: "/media/no-such-picture.webp" });
      await page.goto(`/?q=${encodeURIComponent(name)}`);
      await expect(results(page).getByRole("article", { name }).locator("img")).toHaveAttribute(
        "src",
        /^data:image\/svg/,
      );
    });

    test(
      "the search term is trimmed and kept as ?q= in the address",
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ page }) => {
        await page.goto("/");
        await search(page, "   kite ");
        await expect(page).toHaveURL("/?q=kite");
      },
    );

    test(
      "a blank search asks for a word instead of calling",
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ page }) => {
        const calls: string[] = [];
        page.on("request", (request) => calls.push(request.url()));
        await page.goto("/");
        await search(page, "   ");
        await expect(page.getByText("Please type a word to search for.")).toBeVisible();
        expect(calls.filter((url) => url.includes("/search-contests/"))).toEqual([]);
      },
    );

    test(
      "a search takes at most 100 characters",
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ page, as }) => {
        await page.goto("/");
        await searchBox(page).fill("a".repeat(101));
        await searchBox(page).press("Enter");
        await expect(page.getByText("Please search with at most 100 characters")).toBeVisible();
        await expect(page).toHaveURL("/");
        expect((await (await as("visitor")).get(`/api/search-contests/${"a".repeat(101)}`)).status()).toBe(422);
      },
    );

    test(
      "a search is literal: % and _ match only themselves",
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ as, contest }) => {
        const { name } = await contest({ name: `100% paper_kites ${Date.now()}` });
        const visitor = await as("visitor");
        const namesFor = async (term: string) =>
          ((await (await visitor.get(`/api/search-contests/${encodeURIComponent(term)}`)).json()) as Contest[]).map(
            (found) => found.name,
          );
        expect(await namesFor("100% paper_")).toEqual([name]);
        expect(await namesFor("100_ paper")).toEqual([]);
      },
    );

    test(
      'a search that finds nothing says "No contests match …"',
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ page }) => {
        await page.goto("/?q=no-contest-is-called-this");
        await expect(results(page)).toContainText("No contests match “no-contest-is-called-this”");
      },
    );

    test(
      "a search finds only contests that are visible to the public",
      { annotation: { type: "settled", description: "product decisions §3, search" } },
      async ({ page, contest }) => {
        const { name } = await contest({ isPending: true });
        await page.goto(`/?q=${encodeURIComponent(name)}`);
        await expect(results(page)).toContainText("No contests match");
      },
    );

    test(
      "a search that fails says so and can be tried again",
      {
        annotation: { type: "settled", description: "product decisions §5: every list has a failed state with Retry" },
      },
      async ({ page, forgive }) => {
        forgive(/422/);
        await answerWith(
          page,
          "**/api/search-contests/**",
          { error: { code: "failed", message: "It is raining." } },
          422,
        );
        // Searches on the page, because a search in the URL is answered in the HTML.
        await page.goto("/");
        await page.getByRole("searchbox").fill("a");
        await page.getByRole("searchbox").press("Enter");
        await expect(results(page).getByRole("alert")).toContainText("It is raining.");
        await page.unroute("**/api/search-contests/**");
        await results(page).getByRole("button", { name: "Retry" }).click();
        await expect(results(page).getByRole("article").first()).toBeVisible();
      },
    );
  });

  test.describe("Home: Popular Contests", () => {
    for (const { size, width, columns } of WIDTHS) {
      test(`Popular Contests is a grid of ${columns} column${columns > 1 ? "s" : ""} on a ${size} screen`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/");
        expect(await columnsOf(popular(page).getByRole("article"))).toBe(columns);
      });
    }

    test("six skeleton placeholders show while Popular Contests load", async ({ page }) => {
      const release = await hold(page, "**/api/popular-contests");
      await goHome(page);
      await expect(popular(page).getByTestId("skeleton-card")).toHaveCount(6);
      release();
      await expect(popular(page).getByRole("article").first()).toBeVisible();
      await expect(popular(page).getByTestId("skeleton-card")).toHaveCount(0);
    });

    test("each card of Popular Contests shows the contest's image and name", async ({ page, as }) => {
      const contests = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as Contest[];
      await page.goto("/");
      await expect(popular(page).getByRole("article")).toHaveCount(contests.length);
      for (const { name, image } of contests) {
        await expect(popular(page).getByRole("article", { name }).locator("img")).toHaveAttribute("src", image);
      }
    });

    test("each card of Popular Contests shows the description truncated to 80 characters plus an ellipsis", async ({
      page,
      as,
    }) => {
      const contests = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as Contest[];
      const long = contests.filter(({ description }) => description.length > 80);
      expect(long).not.toEqual([]);
      await page.goto("/");
      for (const { name, description } of long) {
        const card = popular(page).getByRole("article", { name });
        await expect(card.getByText(`${description.slice(0, 80)}…`, { exact: true })).toBeVisible();
      }
    });

    test("each card of Popular Contests shows the participant count, the length of participants", async ({
      page,
      as,
    }) => {
      const contests = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as Contest[];
      await page.goto("/");
      for (const { name, participants, participantCount } of contests) {
        expect(participants).toHaveLength(Math.min(participantCount, 100));
        await expect(popular(page).getByRole("article", { name })).toContainText(
          new RegExp(`(?<!\\d)${participantCount} participant`),
        );
      }
    });

    test("each card of Popular Contests has a Details button to /contest-details/{id}", async ({ page, as }) => {
      const contests = (await (await (await as("visitor")).get("/api/popular-contests")).json()) as Contest[];
      await page.goto("/");
      for (const { _id, name } of contests) {
        const link = popular(page)
          .getByRole("article", { name })
          .getByRole("link", { name: /Details/ });
        await expect(link).toHaveAttribute("href", `/contest-details/${_id}`);
      }
    });
  });

  test.describe("Home: Winner's Circle", () => {
    const settled = {
      annotation: { type: "settled", description: "product decisions §3 and §4: real winners, their e-mail masked" },
    };

    test("Home has a Winner's Circle section", async ({ page }) => {
      await page.goto("/");
      await expect(winners(page).getByRole("heading", { name: "Winner's Circle" })).toBeVisible();
    });

    test("Winner's Circle is cards with a name, an e-mail and the times won", settled, async ({ page, as }) => {
      const people = (await (await (await as("visitor")).get("/api/winners")).json()) as {
        name: string;
        email: string;
        timesWon: number;
      }[];
      expect(people).not.toEqual([]);
      await page.goto("/");
      for (const { name, email, timesWon } of people) {
        const card = winners(page)
          .getByRole("listitem")
          .filter({ has: page.getByRole("heading", { name, exact: true }) })
          .first();
        await expect(card).toContainText(email);
        await expect(card).toContainText(new RegExp(`(?<!\\d)${timesWon} times? won`));
      }
    });

    test("Winner's Circle shows no whole e-mail address", settled, async ({ page, as }) => {
      const people = (await (await (await as("visitor")).get("/api/winners")).json()) as { email: string }[];
      for (const { email } of people) expect(email).toContain("•");
      await page.goto("/");
      await expect(winners(page).getByRole("listitem").first()).toBeVisible();
      await expect(winners(page)).not.toContainText(/\w@\w+\.\w/);
    });
  });

  test.describe("Home: Best Contest Creator", () => {
    const shown = async (page: Page, creator: Partial<Creator>) => {
      const answer = {
        _id: "c1",
        name: "Nadia Rahman",
        photo: "",
        participantCount: 12,
        bestContest: {
          _id: "1",
          name: "Posters for the book fair",
          description: "Draw a poster that makes people want to walk into the fair.",
        },
        ...creator,
      };
      await answerWith(page, "**/api/best-creators", [answer]);
      await goHome(page);
      const card = creators(page).getByRole("listitem").first();
      await expect(card).toContainText("Posters for the book fair");
      return card;
    };

    test("Best Contest Creator is cards with the creator's photo and name", async ({ page, as }) => {
      const people = (await (await (await as("visitor")).get("/api/best-creators")).json()) as Creator[];
      expect(people).not.toEqual([]);
      await page.goto("/");
      for (const { name, photo } of people) {
        const card = creators(page)
          .getByRole("listitem")
          .filter({ has: page.getByRole("heading", { name, exact: true }) })
          .first();
        await expect(card.locator("img")).toHaveAttribute("src", photo || /^data:image\/svg/);
      }
    });

    test("Best Contest Creator shows no name for a creator who has none", async ({ page }) => {
      const card = await shown(page, { name: "" });
      await expect(card.getByRole("heading")).toHaveCount(0);
      await expect(card).not.toContainText(/undefined|null/);
    });

    test("Best Contest Creator shows the best contest's name", async ({ page, as }) => {
      const people = (await (await (await as("visitor")).get("/api/best-creators")).json()) as Creator[];
      await page.goto("/");
      for (const { bestContest } of people) await expect(creators(page).getByText(bestContest.name)).toBeVisible();
    });

    test("Best Contest Creator shows the best contest's description truncated to 30 characters", async ({ page }) => {
      const card = await shown(page, {});
      await expect(card).toContainText("Draw a poster that makes peopl…");
      await expect(card).not.toContainText("Draw a poster that makes people");
    });
  });

  test.describe("Home: the parts together", () => {
    test("a card of a grid leads to its details from every place on it", async ({ page }) => {
      await page.goto("/");
      // Forces the click, because the card's link covers the picture and should receive it.
      await cards(page).first().locator("img").click({ force: true });
      await expect(page).toHaveURL(/\/contest-details\//);
    });
  });
});
