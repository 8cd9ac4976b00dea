import { screen, waitFor, within } from "@testing-library/react";
import { countParticipations, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { listWaitingContests } from "@conquest/shared/contracts/waiting-list";
import { renderAt } from "@conquest/shared/testing/render-at";
import { samplePermissions, aParticipation, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import UserRoutes from "../../routes";

const counts = stub(countParticipations, { to_do: 2, waiting: 1, finished: 10, left: 1 });
const noWaiting = stub(listWaitingContests, []);
const open = (...answers: Stub[]) =>
  renderAt("/dashboard/my_participated_contests", UserRoutes, {
    session: {},
    answers: [counts, noWaiting, ...answers],
  });

it("lists joined contests with payment, phase, entry and count", async () => {
  const page = open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters" }),
      aParticipation({ _id: sampleId(2), name: "Essays", entryState: "submitted" }),
      aParticipation({
        _id: sampleId(3),
        name: "Films",
        phase: "cancelled",
        paymentStatus: "refunded",
        may: samplePermissions(),
      }),
      aParticipation({
        _id: sampleId(4),
        name: "Games",
        phase: "completed",
        entryState: "winner",
        answer: { rating: 4.5, hasWord: true },
        may: samplePermissions(),
      }),
    ]),
  );
  const posters = within(await screen.findByRole("row", { name: /Posters/ }));
  expect(posters.getByText("Paid")).toBeVisible();
  expect(posters.getByText("৳25,000")).toBeVisible();
  expect(posters.getByRole("link", { name: "Receipt" })).toHaveAttribute("href", "/dashboard/payments/1");
  expect(posters.getByText("No entry")).toBeVisible();
  expect(posters.getByRole("link", { name: "Submit entry" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}#entry`,
  );
  expect(within(screen.getByRole("row", { name: /Essays/ })).getByRole("link", { name: "Edit entry" })).toHaveAttribute(
    "href",
    expect.stringMatching(/#edit-entry$/),
  );
  const films = within(screen.getByRole("row", { name: /Films/ }));
  expect(films.getByText("Refunded")).toBeVisible();
  expect(films.getByText("Cancelled")).toBeVisible();
  const games = within(screen.getByRole("row", { name: /Games/ }));
  expect(games.getByText("Winner")).toBeVisible();
  expect(games.getByRole("link", { name: "View result" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}#entry`,
  );
  expect(games.getByRole("link", { name: "Rated 4.5 out of 5, with feedback" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}#entry`,
  );
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("4 contests");
});

it("groups contests by what is left to do", async () => {
  open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters", group: "to_do" }),
      // Its entry was submitted while the list was shown.
      aParticipation({ _id: sampleId(2), name: "Essays", group: "waiting" }),
      aParticipation({ _id: sampleId(3), name: "Films", group: "to_do" }),
      aParticipation({ _id: sampleId(4), name: "Games", group: "finished" }),
    ]),
  );
  await screen.findByRole("row", { name: /Posters/ });
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "To do",
    "Posters",
    "Films",
    "Waiting",
    "Essays",
    "Finished",
    "Games",
  ]);
});

it("filters by the group in the URL and counts all of them", async () => {
  const page = open(
    stub(listParticipatedContests, ({ query: { group } }) =>
      group === "finished" ? [] : [aParticipation({ name: group ?? "all", group: "to_do" })],
    ),
  );
  await screen.findByRole("row", { name: /^all/ });
  const tabs = within(screen.getByRole("navigation", { name: "Show contests" }));
  await waitFor(() =>
    expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "All 14",
      "To do 2",
      "Waiting 1",
      "Finished 10",
      "Left 1",
    ]),
  );
  await page.user.click(tabs.getByRole("link", { name: "To do 2" }));
  expect(await screen.findByRole("row", { name: /^to_do/ })).toBeVisible();
  expect(page.address()).toBe("/dashboard/my_participated_contests?group=to_do");
  expect(tabs.getByRole("link", { name: "To do 2" })).toHaveAttribute("aria-current", "page");
  expect(screen.queryByRole("rowheader", { name: "To do" })).not.toBeInTheDocument();
  await page.user.click(tabs.getByRole("link", { name: "Finished 10" }));
  expect(await screen.findByText("No finished contests yet")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show all contests" }));
  expect(await screen.findByRole("row", { name: /^all/ })).toBeVisible();
});

it("has no filter for contests that were left without any", async () => {
  open(
    stub(listParticipatedContests, [aParticipation()]),
    stub(countParticipations, { to_do: 1, waiting: 0, finished: 0, left: 0 }),
  );
  expect(await screen.findByRole("link", { name: "To do 1" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Left/ })).not.toBeInTheDocument();
});

it("does not mention payments of free contests", async () => {
  open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters", amount: 0 }),
      aParticipation({
        _id: sampleId(2),
        name: "Films",
        amount: 0,
        group: "left",
        paymentStatus: "refunded",
        may: samplePermissions(),
      }),
    ]),
  );
  const posters = within(await screen.findByRole("row", { name: /Posters/ }));
  expect(posters.getByText("Joined")).toBeVisible();
  expect(posters.getByText("Free")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Films/ })).getByText("Left")).toBeVisible();
  for (const row of screen.getAllByRole("row").slice(1))
    expect(within(row).queryByText(/Paid|Refunded|৳/)).not.toBeInTheDocument();
});

it("shows when a contest was left, instead of its deadline", async () => {
  const leftAt = "2026-11-29T15:05:00.000Z";
  open(stub(listParticipatedContests, [aParticipation({ group: "left", leftAt, paymentStatus: "refunded" })]));
  const row = within(await screen.findByRole("row", { name: /Posters/ }));
  expect(row.getByText("Left").parentElement).toHaveTextContent(/29 Nov 2026/);
  expect(row.getByText("Refunded")).toBeVisible();
  expect(row.queryByText(/Closes|Open/)).not.toBeInTheDocument();
});

it("summarizes the feedback for an entry", async () => {
  const completed = { phase: "completed", entryState: "submitted", may: samplePermissions() } as const;
  open(
    stub(listParticipatedContests, [
      aParticipation({ ...completed, name: "Rated", answer: { rating: 3, hasWord: false } }),
      aParticipation({ ...completed, _id: sampleId(2), name: "Commented", answer: { rating: null, hasWord: true } }),
      aParticipation({ ...completed, _id: sampleId(3), name: "Unrated", answer: { rating: null, hasWord: false } }),
      aParticipation({ ...completed, _id: sampleId(4), name: "Never submitted", entryState: "none" }),
    ]),
  );
  const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));
  expect((await row("^Rated")).getByRole("link", { name: "Rated 3 out of 5" })).toBeVisible();
  expect((await row("Commented")).getByRole("link", { name: "Feedback" })).toBeVisible();
  expect((await row("Unrated")).getByRole("link", { name: "No rating" })).toBeVisible();
  expect((await row("Never submitted")).getByRole("link", { name: "View result" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}`,
  );
});

it("shows until when an extended contest can be left: without an entry, until the deadline", async () => {
  const [leavesUntil, deadline] = [2, 9].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  open(
    stub(listParticipatedContests, [
      aParticipation({ leavesUntil, deadline, entryState: "submitted" }),
      aParticipation({ _id: sampleId(2), name: "Free", amount: 0, leavesUntil, deadline, entryState: "none" }),
      aParticipation({ _id: sampleId(3), name: "Essays" }),
    ]),
  );
  expect(await screen.findByRole("link", { name: "Leave with a refund" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
  expect(within(screen.getByRole("row", { name: /^Free/ })).getByRole("link", { name: "Leave" })).toBeVisible();
  const [withEntry, without] = screen.getAllByText(/^Extended after you joined/);
  expect([withEntry, without].map((text) => text?.textContent)).toEqual([
    `Extended after you joined. Leave with a refund until ${formatDateTime(leavesUntil!)}`,
    `Extended after you joined. Leave until ${formatDateTime(deadline!)}`,
  ]);
});

it("marks hidden contests unless they are cancelled", async () => {
  open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters", isPublic: false }),
      aParticipation({ _id: sampleId(2), name: "Films", isPublic: false, phase: "cancelled" }),
      aParticipation({ _id: sampleId(3), name: "Essays" }),
      aParticipation({ _id: sampleId(4), name: "Songs", isPublic: false, hiddenAt: "2026-01-01T00:00:00.000Z" }),
    ]),
  );
  expect(within(await screen.findByRole("row", { name: /Posters/ })).getByText("Temporarily hidden")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Songs/ })).getByText("Hidden")).toBeVisible();
  expect(screen.getAllByText("Temporarily hidden")).toHaveLength(1);
});

it("names the team of each contest", async () => {
  open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters", teamName: "River Foxes" }),
      aParticipation({ _id: sampleId(2), name: "Essays", teamName: null }),
    ]),
  );
  expect(await screen.findByRole("rowheader", { name: "Posters Team: River Foxes" })).toBeVisible();
  expect(screen.getByRole("rowheader", { name: "Essays" })).toBeVisible();
});

it("offers no entry link if submission is not allowed", async () => {
  open(stub(listParticipatedContests, [aParticipation({ may: samplePermissions() })]));
  expect(await screen.findByRole("link", { name: "View contest" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /entry/ })).not.toBeInTheDocument();
});

it("links open contests if none was joined", async () => {
  open(stub(listParticipatedContests, []));
  expect(await screen.findByText("Participate in a contest to see your progress here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find a contest" })).toBeVisible();
});

it("shows a skeleton while it loads", async () => {
  const { calls } = renderAt("/dashboard/my_participated_contests", UserRoutes, {
    session: {},
    answers: [stubPending(listParticipatedContests), stubPending(countParticipations), noWaiting],
  });
  expect(screen.getByText("Loading your contests")).toBeInTheDocument();
  await waitFor(() => expect(calls.map(({ endpoint }) => endpoint)).toContain(listWaitingContests));
});

it("shows an error and retries", async () => {
  const page = open(stubError(listParticipatedContests, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(page.calls.filter(({ endpoint }) => endpoint === listParticipatedContests)).toHaveLength(2);
});

it("loads more on demand", async () => {
  const page = open(
    stub(
      listParticipatedContests,
      ({ query }) => [
        query.cursor ? aParticipation({ _id: sampleId(2), name: "Second" }) : aParticipation({ name: "First" }),
      ],
      { link: '</api/participated-contests/x?cursor=next>; rel="next"', "x-total-count": "2" },
    ),
  );
  expect(await screen.findByText("Showing 1 of 2")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Load more" }));
  expect(await screen.findByRole("row", { name: /Second/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /First/ })).toBeVisible();
});
