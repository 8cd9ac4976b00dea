import type { Page } from "@playwright/test";
import { answerWith, columnsOf, nextCall, pauseRequests, WIDTHS } from "../signed-in";
import { expect, pageStatements, settled, test } from "./statements";
import { failToLoad, failWith, followLink, heading, main } from "./steps";
import type { Contest, Creator } from "../wire";

const section = (name: string) => (page: Page) => page.getByRole("region", { name });
const popular = section("Popular Contests");
const results = section("Search Results");
const winners = section("Winner's Circle");
const creators = section("Best Contest Creator");
const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Search Contests..." });
const searchButton = (page: Page) => page.getByRole("search").getByRole("button", { name: "Search" });
const card = (page: Page, name: string) => popular(page).getByRole("article", { name });
const personCard = (page: Page, list: typeof winners, name: string) =>
  list(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) })
    .first();

async function search(page: Page, term: string) {
  await searchBox(page).fill(term);
  await searchButton(page).click();
}

const SEARCH = settled("product decisions §3, search");
const WINNERS = "product decisions §3 and §4: real winners, their e-mail masked";

test.describe("2. Screens and routes", () => {
  pageStatements(
    { path: "/" },
    {
      'Home has a hero banner with the tagline "Compete. Create. Conquer."': (page) =>
        expect(heading(page)).toHaveText("Compete. Create. Conquer."),
      'the hero has the line "Discover Exciting Challenges and Showcase Your Talent"': (page) =>
        expect(main(page)).toContainText("Discover Exciting Challenges and Showcase Your Talent"),
      'the hero has a text search box labelled "Search Contests..."': (page) => expect(searchBox(page)).toBeEditable(),
      "the search box has a submit button": (page) => expect(searchButton(page)).toHaveAttribute("type", "submit"),
      "Home has a Winner's Circle section": (page) =>
        expect(winners(page).getByRole("heading", { name: "Winner's Circle" })).toBeVisible(),
    },
  );

  for (const { size, width, columns } of WIDTHS) {
    const grid = `${columns} column${columns > 1 ? "s" : ""} on a ${size} screen`;
    for (const [title, path, list] of [
      [`search results are cards in a grid of ${grid}`, "/?q=a", results],
      [`Popular Contests is a grid of ${grid}`, "/", popular],
    ] as const)
      pageStatements(
        { path, width },
        { [title]: async (page) => expect(await columnsOf(list(page).getByRole("article"))).toBe(columns) },
      );
  }

  test("submitting the search requests the matching contests", async ({ page, sharedContest }) => {
    const { name } = await sharedContest();
    await page.goto("/");
    const requested = nextCall(page, "GET", `/search-contests/${encodeURIComponent(name)}`);
    await search(page, name);
    await requested;
    await expect(results(page).getByRole("heading", { name })).toBeVisible();
  });

  test('submitting the search shows a "Search Results" section', async ({ page }) => {
    await page.goto("/");
    await expect(results(page)).toHaveCount(0);
    await search(page, "a");
    await expect(results(page).getByRole("heading", { name: "Search Results" })).toBeVisible();
  });

  test("each search result shows the contest's image, name and description", async ({ page, contest }) => {
    const { name, image, description } = await contest({ description: "Short enough to be shown whole." });
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    const found = results(page).getByRole("article", { name });
    await expect(found.locator("img")).toHaveAttribute("src", image);
    await expect(found).toContainText(description);
  });

  test("each search result has a Details link to /contest-details/{id}", async ({ page, sharedContest }) => {
    const { _id, name } = await sharedContest();
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    await results(page)
      .getByRole("link", { name: /Details/ })
      .click();
    await expect(page).toHaveURL(`/contest-details/${_id}`);
  });

  test("a loading spinner shows while the search is under way", async ({ page }) => {
    const release = await pauseRequests(page, "**/api/search-contests/**");
    await followLink(page, "Home");
    await search(page, "a");
    await expect(results(page).locator(".cq-spinner")).toBeVisible();
    release();
    await expect(results(page).getByRole("article").first()).toBeVisible();
    await expect(results(page).locator(".cq-spinner")).toHaveCount(0);
  });

  test("a card image that fails to load is replaced by a placeholder picture", async ({ page, forgive, contest }) => {
    forgive(/404/);
    const { name, image } = await contest();
    await failToLoad(page, image);
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    const picture = results(page).getByRole("article", { name }).locator("img");
    await expect(picture).toHaveAttribute("src", /^data:image\/svg/);
  });

  test("the search term is trimmed and kept as ?q= in the address", SEARCH, async ({ page }) => {
    await page.goto("/");
    await search(page, "   kite ");
    await expect(page).toHaveURL("/?q=kite");
  });

  test("a blank search asks for a word instead of calling", SEARCH, async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.goto("/");
    await search(page, "   ");
    await expect(page.getByText("Enter a search term.")).toBeVisible();
    expect(calls.filter((url) => url.includes("/search-contests/"))).toEqual([]);
  });

  test("a search takes at most 100 characters", SEARCH, async ({ page, call }) => {
    await page.goto("/");
    await searchBox(page).fill("a".repeat(101));
    await searchBox(page).press("Enter");
    await expect(page.getByText("Search with at most 100 characters")).toBeVisible();
    await expect(page).toHaveURL("/");
    expect((await call("visitor", `GET /search-contests/${"a".repeat(101)}`)).status()).toBe(422);
  });

  test("a search is literal: % and _ match only themselves", SEARCH, async ({ contest, get }) => {
    const { name } = await contest({ name: `100% paper_kites ${Date.now()}` });
    const namesFor = async (term: string) =>
      (await get<Contest[]>(`/search-contests/${encodeURIComponent(term)}`)).map((found) => found.name);
    expect(await namesFor("100% paper_")).toEqual([name]);
    expect(await namesFor("100_ paper")).toEqual([]);
  });

  pageStatements(
    { path: "/?q=no-contest-is-called-this" },
    {
      'a search that finds nothing says "No contests match …"': (page) =>
        expect(results(page)).toContainText("No contests match “no-contest-is-called-this”"),
    },
    SEARCH.annotation.description,
  );

  test("a search finds only contests that are visible to the public", SEARCH, async ({ page, contest }) => {
    const { name } = await contest({ isPending: true });
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    await expect(results(page)).toContainText("No contests match");
  });

  test(
    "a search that fails says so and can be tried again",
    settled("product decisions §5: every list has a failed state with Retry"),
    async ({ page, forgive }) => {
      forgive(/422/);
      await failWith(page, "**/api/search-contests/**", 422, "It is raining.");
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

  test("six skeleton placeholders show while Popular Contests load", async ({ page }) => {
    const release = await pauseRequests(page, "**/api/popular-contests");
    await followLink(page, "Home");
    await expect(popular(page).getByTestId("skeleton-card")).toHaveCount(6);
    release();
    await expect(popular(page).getByRole("article").first()).toBeVisible();
    await expect(popular(page).getByTestId("skeleton-card")).toHaveCount(0);
  });

  const POPULAR_CARD: Record<string, (page: Page, contest: Contest) => Promise<void>> = {
    "the contest's image and name": (page, { name, image }) =>
      expect(card(page, name).locator("img")).toHaveAttribute("src", image),
    "the description truncated to 80 characters plus an ellipsis": async (page, { name, description }) => {
      const shown = description.length > 80 ? `${description.slice(0, 80)}…` : description;
      await expect(card(page, name).getByText(shown, { exact: true })).toBeVisible();
    },
    "the participant count, the length of participants": async (page, { name, participants, participantCount }) => {
      expect(participants).toHaveLength(Math.min(participantCount, 100));
      await expect(card(page, name)).toContainText(new RegExp(`(?<!\\d)${participantCount} participant`));
    },
    "a Details button to /contest-details/{id}": (page, { _id, name }) =>
      expect(card(page, name).getByRole("link", { name: /Details/ })).toHaveAttribute(
        "href",
        `/contest-details/${_id}`,
      ),
  };
  for (const [what, check] of Object.entries(POPULAR_CARD))
    test(`each card of Popular Contests ${what.startsWith("a ") ? "has" : "shows"} ${what}`, async ({ page, get }) => {
      const contests = await get<Contest[]>("/popular-contests");
      expect(contests.filter(({ description }) => description.length > 80)).not.toEqual([]);
      await page.goto("/");
      await expect(popular(page).getByRole("article")).toHaveCount(contests.length);
      for (const contest of contests) await check(page, contest);
    });

  test("Winner's Circle is cards with a name, an e-mail and the times won", settled(WINNERS), async ({ page, get }) => {
    const people = await get<{ name: string; email: string; timesWon: number }[]>("/winners");
    expect(people).not.toEqual([]);
    await page.goto("/");
    for (const { name, email, timesWon } of people) {
      await expect(personCard(page, winners, name)).toContainText(email);
      await expect(personCard(page, winners, name)).toContainText(new RegExp(`(?<!\\d)${timesWon} times? won`));
    }
  });

  test("Winner's Circle shows no whole e-mail address", settled(WINNERS), async ({ page, get }) => {
    for (const { email } of await get<{ email: string }[]>("/winners")) expect(email).toContain("•");
    await page.goto("/");
    await expect(winners(page).getByRole("listitem").first()).toBeVisible();
    await expect(winners(page)).not.toContainText(/\w@\w+\.\w/);
  });

  async function showCreator(page: Page, given: Partial<Creator>) {
    const bestContest = {
      _id: "1",
      name: "Posters for the book fair",
      description: "Draw a poster that makes people want to walk into the fair.",
    };
    const answer = { _id: "c1", name: "Nadia Rahman", photo: "", participantCount: 12, bestContest, ...given };
    await answerWith(page, "**/api/best-creators", [answer]);
    await followLink(page, "Home");
    const shown = creators(page).getByRole("listitem").first();
    await expect(shown).toContainText("Posters for the book fair");
    return shown;
  }

  test("Best Contest Creator is cards with the creator's photo and name", async ({ page, get }) => {
    const people = await get<Creator[]>("/best-creators");
    expect(people).not.toEqual([]);
    await page.goto("/");
    for (const { name, photo } of people)
      await expect(personCard(page, creators, name).locator("img")).toHaveAttribute("src", photo || /^data:image\/svg/);
  });

  test("Best Contest Creator shows no name for a creator who has none", async ({ page }) => {
    const shown = await showCreator(page, { name: "" });
    await expect(shown.getByRole("heading")).toHaveCount(0);
    await expect(shown).not.toContainText(/undefined|null/);
  });

  test("Best Contest Creator shows the best contest's name", async ({ page, get }) => {
    const people = await get<Creator[]>("/best-creators");
    await page.goto("/");
    for (const { bestContest } of people) await expect(creators(page).getByText(bestContest.name)).toBeVisible();
  });

  test("Best Contest Creator shows the best contest's description truncated to 30 characters", async ({ page }) => {
    const shown = await showCreator(page, {});
    await expect(shown).toContainText("Draw a poster that makes peopl…");
    await expect(shown).not.toContainText("Draw a poster that makes people");
  });

  test("a card of a grid leads to its details from every place on it", async ({ page }) => {
    await page.goto("/");
    // Forces the click, because the card's link covers the picture and should receive it.
    await page.getByRole("article").first().locator("img").click({ force: true });
    await expect(page).toHaveURL(/\/contest-details\//);
  });
});
