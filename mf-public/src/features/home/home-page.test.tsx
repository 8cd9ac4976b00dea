import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import {
  getSiteTotals,
  listBestCreators,
  listFeaturedContests,
  listPopularContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { listWinners } from "@conquest/shared/contracts/winners";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";
import { SearchForm } from "./hero";

const quiet = [
  stub(getSiteTotals, { openCount: 0, prizeTotal: 0, entryCount: 0 }),
  stub(listFeaturedContests, []),
  stub(listPopularContests, []),
  stub(listWinners, []),
  stub(listBestCreators, []),
];
const atHome = (path: string, ...answers: Stub[]) => renderAt(path, PublicRoutes, { answers: [...quiet, ...answers] });
const section = (name: string) => screen.findByRole("region", { name });

describe("the hero", () => {
  it("shows the tagline, the subtitle and the labelled search box", async () => {
    atHome("/");
    expect(screen.getByRole("heading", { level: 1, name: "Compete. Create. Conquer." })).toBeVisible();
    expect(screen.getByText("Discover Exciting Challenges and Showcase Your Talent")).toBeVisible();
    expect(screen.getByLabelText("Search Contests...")).toBeVisible();
    await screen.findByText("No winners yet");
  });

  it.each([
    [undefined, "/dashboard/profile#apply"],
    ["user", "/dashboard/profile#apply"],
    ["requested", "/dashboard/profile#apply"],
    ["creator", "/dashboard/add_contest"],
  ] as const)("leads %s to where they can run a contest: %s", async (role, href) => {
    renderAt("/", PublicRoutes, { answers: quiet, session: role ? { role } : "signed-out" });
    expect(screen.getByRole("link", { name: "Browse contests" })).toHaveAttribute("href", "/all_contests");
    expect(screen.getByRole("link", { name: "Run a contest" })).toHaveAttribute("href", href);
    await screen.findByText("No winners yet");
  });

  it("shows the totals of open contests, prizes and entries", async () => {
    atHome("/", stub(getSiteTotals, { openCount: 12, prizeTotal: 1_250_000, entryCount: 42 }));
    for (const [fact, label] of [
      ["12", "open contests"],
      ["৳12,50,000", "in prizes"],
      ["42", "past entries"],
    ] as const)
      expect((await screen.findByText(fact)).parentElement).toHaveTextContent(`${label}${fact}`);
  });

  it.each([
    ["there are no open contests", stub(getSiteTotals, { openCount: 0, prizeTotal: 0, entryCount: 3 })],
    ["loading fails", stubError(getSiteTotals, 404, "not_found", "There's nothing at this address.")],
  ])("shows no totals if %s", async (_, answer) => {
    atHome("/", answer);
    await waitFor(() => expect(screen.queryByText("in prizes")).not.toBeInTheDocument());
  });
});

it("explains in three steps how it works, except above search results", async () => {
  const { user } = atHome("/", stub(searchContests, [aContest()]));
  expect(within(await section("How it works")).getAllByRole("listitem")).toHaveLength(3);
  await user.type(screen.getByLabelText("Search Contests..."), "poster{Enter}");
  await section("Search Results");
  expect(screen.queryByRole("region", { name: "How it works" })).not.toBeInTheDocument();
});

describe("searching", () => {
  it("puts the term into the URL and shows matches", async () => {
    const { user, address, calls } = atHome("/", stub(searchContests, [aContest({ name: "Poster night" })]));
    await user.type(screen.getByLabelText("Search Contests..."), "  poster {Enter}");
    const results = await section("Search Results");
    expect(await within(results).findByRole("heading", { name: "Poster night" })).toBeVisible();
    expect(within(results).getByRole("link", { name: "Details" })).toHaveAttribute(
      "href",
      `/contest-details/${sampleId(1)}`,
    );
    expect(address()).toBe("/?q=poster");
    expect(calls.find(({ endpoint }) => endpoint === searchContests)?.params).toEqual({ searchTerm: "poster" });
  });

  it.each([
    ["logo", "No contests match “logoo”. Showing results for “logo”."],
    ["logo,%E0%A6%B2%E0%A7%8B%E0%A6%97%E0%A7%8B", "No contests match “logoo”. Showing results for “logo” or “লোগো”."],
    ["*", "No contests match “logoo”. Showing similar contests."],
    ["%zz", "No contests match “logoo”. Showing similar contests."],
  ])("shows which correction the results are for: %s", async (header, sentence) => {
    atHome("/?q=logoo", stub(searchContests, [aContest({ name: "A logo" })], { "x-results-for": header }));
    const results = await section("Search Results");
    expect(await within(results).findByText(sentence)).toHaveAttribute("role", "status");
    expect(within(results).getByRole("heading", { name: "A logo" })).toBeVisible();
  });

  it("keeps text typed during a search, and follows URL changes", () => {
    const form = (term: string) => <SearchForm term={term} onSearch={() => undefined} />;
    const { rerender } = render(form(""));
    const box = screen.getByLabelText("Search Contests...");
    fireEvent.change(box, { target: { value: "poster" } });
    fireEvent.submit(screen.getByRole("search"));
    fireEvent.change(box, { target: { value: "poster night" } });
    rerender(form("poster"));
    expect(box).toHaveValue("poster night");
    rerender(form(""));
    expect(box).toHaveValue("");
  });

  it("explains the cost above the results, and not again below", async () => {
    atHome("/?q=tea", stub(searchContests, [aContest()]), stub(listFeaturedContests, [aContest({ _id: sampleId(7) })]));
    const results = await section("Search Results");
    await section("Featured");
    expect(within(results).getByText(/entry fee equals the prize/)).toBeVisible();
    expect(screen.getByText(/entry fee equals the prize/)).toBeVisible();
  });

  it("reads the term from the URL", async () => {
    atHome(
      "/?q=tea",
      stub(searchContests, ({ params }) => [aContest({ name: `About ${params.searchTerm}` })]),
    );
    expect(await screen.findByRole("heading", { name: "About tea" })).toBeVisible();
    expect(screen.getByLabelText("Search Contests...")).toHaveValue("tea");
  });

  it("shows a spinner while loading", async () => {
    atHome("/?q=tea", stubPending(searchContests));
    expect(await screen.findByText("Searching contests")).toBeInTheDocument();
    await screen.findByText("No winners yet");
  });

  it("requires a term instead of sending a blank search", async () => {
    const { user, calls, address } = atHome("/");
    await user.type(screen.getByLabelText("Search Contests..."), "   ");
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(screen.getByText("Enter a search term.")).toBeVisible();
    expect(address()).toBe("/");
    expect(screen.queryByText("Search Results")).not.toBeInTheDocument();
    await waitFor(() => expect(calls).toHaveLength(5));
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain(searchContests);
  });

  const TOO_LONG = "Search with at most 100 characters";

  it("rejects more than 100 characters and keeps the input", async () => {
    const { user, calls, address } = atHome("/");
    const box = screen.getByLabelText("Search Contests...");
    await user.click(box);
    await user.paste("a".repeat(101));
    await user.click(screen.getByRole("button", { name: "Search" }));
    expect(screen.getByText(TOO_LONG)).toBeVisible();
    expect(box).toHaveAccessibleDescription(TOO_LONG);
    expect(box).toHaveValue("a".repeat(101));
    expect(address()).toBe("/");
    await screen.findByText("No winners yet");
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain(searchContests);
  });

  it("rejects an overlong term in the URL", async () => {
    const { calls } = atHome(`/?q=${"a".repeat(5000)}`);
    expect(screen.getByText(TOO_LONG)).toBeVisible();
    await screen.findByText("No winners yet");
    expect(screen.queryByText("Search Results")).not.toBeInTheDocument();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain(searchContests);
  });

  it("shows an empty state without matches", async () => {
    const { user, address } = atHome("/?q=zebra", stub(searchContests, []));
    expect(await screen.findByText("No contests match “zebra”")).toBeVisible();
    expect(screen.getByRole("link", { name: "Popular contests" })).toHaveAttribute("href", "/top_contests");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(address()).toBe("/");
    expect(screen.getByLabelText("Search Contests...")).toHaveValue("");
  });

  it("offers a retry if the search fails", async () => {
    atHome("/?q=tea", stubError(searchContests, 500, "internal", "Something went wrong on our side."));
    const results = await section("Search Results");
    expect(await within(results).findByText("Something went wrong on our side.")).toBeVisible();
    expect(within(results).getByRole("button", { name: "Retry" })).toBeVisible();
  });
});

describe("Featured", () => {
  it("is above the popular contests, with links to the details", async () => {
    atHome(
      "/",
      stub(listFeaturedContests, [aContest({ _id: sampleId(7), name: "Kites of the delta", prize: 60_000 })]),
      stub(listPopularContests, [aContest()]),
    );
    const featured = await section("Featured");
    const card = within(featured).getByRole("article", { name: "Kites of the delta" });
    expect(within(card).getByText("৳60,000")).toBeVisible();
    expect(within(card).getByText(/^Draw a poster/)).toBeVisible();
    expect(within(card).getByRole("link", { name: "Details" })).toHaveAttribute(
      "href",
      `/contest-details/${sampleId(7)}`,
    );
    const popular = await section("Popular Contests");
    // The cost is explained once, in the first section.
    expect(within(featured).getByText(/entry fee equals the prize/)).toBeVisible();
    expect(within(popular).queryByText(/entry fee equals the prize/)).not.toBeInTheDocument();
    expect(featured.compareDocumentPosition(popular) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(within(popular).queryByRole("heading", { name: "Kites of the delta" })).not.toBeInTheDocument();
  });

  it("is hidden if nothing is featured or loading fails", async () => {
    atHome(
      "/",
      stubError(listFeaturedContests, 500, "failed", "Something went wrong on our side."),
      stub(listPopularContests, [aContest()]),
    );
    await screen.findByRole("article", { name: "Posters for the book fair" });
    expect(screen.queryByRole("region", { name: "Featured" })).not.toBeInTheDocument();
    expect(screen.getByText(/entry fee equals the prize/)).toBeVisible();
    expect(screen.queryByText("Something went wrong on our side.")).not.toBeInTheDocument();
  });
});

describe("Popular Contests", () => {
  it("shows six skeletons while loading", async () => {
    atHome("/", stubPending(listPopularContests));
    const popular = await section("Popular Contests");
    expect(within(popular).getAllByTestId("skeleton-card")).toHaveLength(6);
    await screen.findByText("No winners yet");
  });

  it("truncates descriptions at 80 characters, counts participants and links to the details", async () => {
    const description = "x".repeat(79) + "yz and more";
    atHome("/", stub(listPopularContests, [aContest({ description, participantCount: 12 })]));
    const card = await screen.findByRole("article", { name: "Posters for the book fair" });
    expect(within(card).getByText(`${"x".repeat(79)}y…`)).toBeVisible();
    expect(within(card).getByText("12 participants")).toBeVisible();
    expect(within(card).getByRole("link", { name: "Details" })).toHaveAttribute(
      "href",
      `/contest-details/${sampleId(1)}`,
    );
  });

  it("replaces a broken picture with a placeholder", async () => {
    atHome("/", stub(listPopularContests, [aContest({ image: "https://example.com/gone.png" })]));
    const card = await screen.findByRole("article", { name: "Posters for the book fair" });
    const picture = within(card).getByRole("presentation");
    fireEvent.error(picture);
    expect(picture).not.toHaveAttribute("src", "https://example.com/gone.png");
  });

  it("offers a retry if loading fails", async () => {
    let attempts = 0;
    const { user } = atHome("/", {
      endpoint: listPopularContests,
      answer: () => {
        attempts += 1;
        return attempts === 1
          ? { status: 503, data: { error: { code: "down", message: "We will be back in a minute." } } }
          : { status: 200, data: [aContest()] };
      },
    });
    const popular = await section("Popular Contests");
    expect(await within(popular).findByText("We will be back in a minute.")).toBeVisible();
    await user.click(within(popular).getByRole("button", { name: "Retry" }));
    expect(await within(popular).findByRole("article")).toBeVisible();
  });
});

describe("Winner's Circle", () => {
  type Winner = ResponseOf<typeof listWinners>[number];
  const winnerOf = (work?: Winner["lastContest"]["work"], placements?: Winner["placements"]) =>
    stub(listWinners, [
      {
        _id: sampleId(5),
        name: "Tania",
        photo: "",
        email: "t•••@e•••.com",
        timesWon: 3,
        lastContest: { _id: sampleId(1), name: "Tea ad", work },
        placements,
      },
    ]);

  it("shows name, masked address and times won, linked to the winner page", async () => {
    atHome("/", winnerOf());
    const circle = await section("Winner's Circle");
    expect(await within(circle).findByRole("heading", { name: "Tania" })).toBeVisible();
    expect(within(circle).getByText("t•••@e•••.com")).toBeVisible();
    expect(within(circle).getByText("3 times won")).toBeVisible();
    expect(within(circle).getByText("This winning entry isn't public.")).toBeVisible();
    expect(within(circle).getByRole("link", { name: "Tea ad" })).toHaveAttribute(
      "href",
      `/contest-details/${sampleId(1)}/winner`,
    );
  });

  it("shows the winning entry's picture, or its text without one", async () => {
    const picture = `/api/entry-files/${sampleId(8)}?w=720`;
    const { unmount } = atHome("/", winnerOf({ picture, text: "Tea in the rain" }));
    expect(await screen.findByRole("img", { name: "Winning entry of “Tea ad”" })).toHaveAttribute("src", picture);
    unmount();
    atHome("/", winnerOf({ picture: null, text: "Tea in the rain" }));
    expect(await screen.findByText("Tea in the rain")).toBeVisible();
  });

  it("lists a person's other prizes without counting them", async () => {
    const placements = [{ contest: { _id: sampleId(2), name: "Kites" }, prizeName: "Second place" }];
    atHome("/", winnerOf(null, placements));
    const circle = within(await section("Winner's Circle"));
    expect(within(await circle.findByRole("list", { name: "Placements" })).getByRole("listitem")).toHaveTextContent(
      "Second place in “Kites”",
    );
    expect(circle.getByText("3 times won")).toBeVisible();
  });

  it("shows an empty state without winners", async () => {
    atHome("/");
    expect(await within(await section("Winner's Circle")).findByText("No winners yet")).toBeVisible();
  });
});

describe("Best Contest Creator", () => {
  it("truncates the best contest's description at 30 characters and omits an empty name", async () => {
    const bestContest = { _id: sampleId(1), name: "Tea ad", description: "Thirty characters and no more than that" };
    atHome("/", stub(listBestCreators, [{ _id: sampleId(6), name: "", photo: "", participantCount: 40, bestContest }]));
    const creators = await section("Best Contest Creator");
    expect(await within(creators).findByText("Thirty characters and no more …")).toBeVisible();
    expect(within(creators).getByRole("link", { name: "Tea ad" })).toBeVisible();
    expect(within(creators).queryByRole("heading", { level: 3 })).not.toBeInTheDocument();
    expect(within(creators).getByRole("img", { name: "Photo of a creator" })).toBeVisible();
  });

  it("links a creator's name to their page", async () => {
    const bestContest = { _id: sampleId(1), name: "Tea ad", description: "Of tea" };
    atHome(
      "/",
      stub(listBestCreators, [{ _id: sampleId(6), name: "Nadia", photo: "", participantCount: 40, bestContest }]),
    );
    expect(await within(await section("Best Contest Creator")).findByRole("link", { name: "Nadia" })).toHaveAttribute(
      "href",
      `/creators/${sampleId(6)}`,
    );
  });
});
