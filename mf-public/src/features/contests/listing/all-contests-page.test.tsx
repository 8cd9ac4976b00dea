import { screen, waitFor, within } from "@testing-library/react";
import { listContests } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const at = (path: string, ...answers: Stub[]) => renderAt(path, PublicRoutes, { answers });
const one = stub(listContests, [aContest()], { "x-total-count": "1" });

it("has the specified headings", async () => {
  at("/all_contests", one);
  expect(screen.getByRole("heading", { level: 1, name: "All Contests" })).toBeVisible();
  expect(screen.getByText("All the contests are ready to go for you now, lets dive")).toBeVisible();
  expect(await screen.findByRole("article", { name: "Posters for the book fair" })).toBeVisible();
});

it("shows nine placeholders while loading", () => {
  at("/all_contests", stubPending(listContests));
  expect(screen.getAllByTestId("skeleton-card")).toHaveLength(9);
});

it("links the feed of new contests unless filters narrow the list", async () => {
  const { unmount } = at("/all_contests", one);
  expect(await screen.findByRole("link", { name: /feed reader/ })).toHaveAttribute("href", "/feeds/contests.atom");
  unmount();
  at("/all_contests?tag=Book+Review", one);
  await screen.findByRole("article");
  expect(screen.queryByRole("link", { name: /feed reader/ })).toBeNull();
});

it("sends no query without filters", async () => {
  const { calls } = at("/all_contests", one);
  await screen.findByRole("article");
  expect(calls).toMatchObject([{ endpoint: listContests, query: {} }]);
  expect(screen.queryByRole("list", { name: "Active filters" })).not.toBeInTheDocument();
});

it("reads filters from the URL, shows them as chips and sends them", async () => {
  const { calls } = at("/all_contests?tag=Book+Review&phase=open&maxCost=5000&sort=prize&q=tea", one);
  await screen.findByRole("article");
  expect(calls[0]?.query).toEqual({ q: "tea", tag: "Book Review", phase: "open", maxCost: "5000", sort: "prize" });
  const chips = within(screen.getByRole("list", { name: "Active filters" }));
  for (const chip of ["“tea”", "Book Review", "Open", "Up to ৳5,000", "Highest prize"]) {
    expect(chips.getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();
  }
});

it("ignores invalid filters in the URL", async () => {
  const { calls } = at("/all_contests?tag=Nonsense&phase=gone&maxCost=7&sort=up&q=%20", one);
  await screen.findByRole("article");
  expect(calls[0]?.query).toEqual({});
});

it("rejects a search of more than 100 characters and offers to clear it", async () => {
  const { user, calls, address } = at(`/all_contests?tag=Book+Review&q=${"a".repeat(101)}`, one);
  expect(screen.getByText("Search with at most 100 characters")).toBeVisible();
  expect(calls).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await screen.findByRole("article")).toBeVisible();
  expect(address()).toBe("/all_contests?tag=Book+Review");
});

it("puts a choice into the URL, removes a chip, and clears all", async () => {
  const { user, address } = at("/all_contests?q=tea", one);
  await screen.findByRole("article");
  await user.selectOptions(screen.getByLabelText("Tag"), "Movie Review");
  await waitFor(() => expect(address()).toBe("/all_contests?q=tea&tag=Movie+Review"));
  await user.click(screen.getByRole("button", { name: "Remove filter “tea”" }));
  expect(address()).toBe("/all_contests?tag=Movie+Review");
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(address()).toBe("/all_contests");
  await screen.findByRole("article");
});

it("filters free contests", async () => {
  const { user, address } = at("/all_contests", one);
  await screen.findByRole("article");
  await user.selectOptions(screen.getByLabelText("Entry fee"), "Free");
  await waitFor(() => expect(address()).toBe("/all_contests?maxCost=0"));
  expect(screen.getByRole("button", { name: "Remove filter Free" })).toBeVisible();
});

it("loads more on demand", async () => {
  const first = {
    status: 200,
    data: [aContest()],
    headers: { "x-total-count": "2", link: '</api/all-contests?cursor=second>; rel="next"' },
  };
  const second = {
    status: 200,
    data: [aContest({ _id: sampleId(2), name: "Second page" })],
    headers: { "x-total-count": "2" },
  };
  const { user } = at("/all_contests", {
    endpoint: listContests,
    answer: ({ query }) => (query["cursor"] === "second" ? second : first),
  });
  expect(await screen.findByText("Showing 1 of 2")).toBeVisible();
  expect(screen.getByRole("link", { name: "Show more" })).toHaveAttribute("href", "?cursor=second");
  await user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("article", { name: "Second page" })).toBeVisible();
  expect(screen.getByText("Showing 2 of 2")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Show more" })).not.toBeInTheDocument();
});

it("distinguishes an empty site from filters without matches", async () => {
  const empty = stub(listContests, []);
  const bare = at("/all_contests", empty);
  expect(await screen.findByText("No contests yet")).toBeVisible();
  bare.unmount();

  const { user, address } = at("/all_contests?tag=Book+Review", empty);
  expect(await screen.findByText("No contests match these filters")).toBeVisible();
  expect(screen.getByRole("link", { name: "Popular contests" })).toHaveAttribute("href", "/top_contests");
  await user.click(screen.getAllByRole("button", { name: "Clear all" })[0] as HTMLElement);
  expect(address()).toBe("/all_contests");
  expect(await screen.findByText("No contests yet")).toBeVisible();
});

it("offers a retry if loading fails", async () => {
  at("/all_contests", stubError(listContests, 500, "internal", "Something went wrong on our side."));
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("shows which correction the results are for", async () => {
  renderAt("/all_contests?q=logoo", PublicRoutes, {
    answers: [stub(listContests, [aContest({ name: "A logo" })], { "x-total-count": "1", "x-results-for": "logo" })],
  });
  expect(await screen.findByText("No contests match “logoo”. Showing results for “logo”.")).toBeVisible();
  expect(screen.getByRole("article", { name: "A logo" })).toBeVisible();
});

it("shows a contest once if it moved to the next page while paging", async () => {
  const headers = { "x-total-count": "2", link: '</api/all-contests?cursor=second>; rel="next"' };
  const answer = ({ query }: { query: Record<string, unknown> }) => ({
    status: 200,
    data: query["cursor"] ? [aContest(), aContest({ _id: sampleId(2), name: "Second page" })] : [aContest()],
    headers: query["cursor"] ? { "x-total-count": "2" } : headers,
  });
  const { user } = renderAt("/all_contests", PublicRoutes, { answers: [{ endpoint: listContests, answer }] });
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("article", { name: "Second page" })).toBeVisible();
  expect(screen.getAllByRole("article")).toHaveLength(2);
});
