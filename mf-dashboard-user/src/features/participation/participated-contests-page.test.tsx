import { screen, within } from "@testing-library/react";
import { listParticipatedContests } from "@conquest/shared/contracts/participation";
import { renderAt } from "@conquest/shared/testing/render-at";
import { samplePermissions, aParticipation, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (...answers: Stub[]) =>
  renderAt("/dashboard/my_participated_contests", UserRoutes, { session: {}, answers });

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
  expect(posters.getByText("No entry")).toBeVisible();
  expect(posters.getByRole("link", { name: "Submit entry" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}#entry`,
  );
  expect(within(screen.getByRole("row", { name: /Essays/ })).getByRole("link", { name: "Edit entry" })).toBeVisible();
  const films = within(screen.getByRole("row", { name: /Films/ }));
  expect(films.getByText("Refunded")).toBeVisible();
  expect(films.getByText("Cancelled")).toBeVisible();
  const games = within(screen.getByRole("row", { name: /Games/ }));
  expect(games.getByText("Winner")).toBeVisible();
  expect(games.getByRole("link", { name: "See result" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}#entry`,
  );
  expect(games.getByRole("link", { name: "Rated 4.5 of 5, with a word" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}#entry`,
  );
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("4 contests");
});

it("shows only contests without an entry if the URL says so", async () => {
  const { user, calls } = renderAt("/dashboard/my_participated_contests?entry=missing", UserRoutes, {
    session: {},
    answers: [
      stub(listParticipatedContests, ({ query: { entry } }) => [
        aParticipation({ name: entry === "missing" ? "Posters" : "Essays" }),
      ]),
    ],
  });
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
  expect(screen.getByText("Open contests without an entry from you.")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Show all contests" }));
  expect(await screen.findByRole("row", { name: /Essays/ })).toBeVisible();
  expect(
    calls.filter(({ endpoint }) => endpoint === listParticipatedContests).map(({ query }) => query["entry"]),
  ).toEqual(["missing", undefined]);
});

it("does not mention payments of free contests", async () => {
  open(
    stub(listParticipatedContests, [
      aParticipation({ name: "Posters", amount: 0 }),
      aParticipation({
        _id: sampleId(2),
        name: "Films",
        amount: 0,
        phase: "cancelled",
        paymentStatus: "refunded",
        may: samplePermissions(),
      }),
    ]),
  );
  const posters = within(await screen.findByRole("row", { name: /Posters/ }));
  expect(posters.getByText("Joined")).toBeVisible();
  expect(posters.getByText("Free")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Films/ })).getByText("No longer joined")).toBeVisible();
  for (const row of screen.getAllByRole("row").slice(1))
    expect(within(row).queryByText(/Paid|Refunded|৳/)).not.toBeInTheDocument();
});

it("summarizes the feedback for an entry", async () => {
  const completed = { phase: "completed", entryState: "submitted", may: samplePermissions() } as const;
  open(
    stub(listParticipatedContests, [
      aParticipation({ ...completed, name: "Rated", answer: { rating: 3, hasWord: false } }),
      aParticipation({ ...completed, _id: sampleId(2), name: "Spoken of", answer: { rating: null, hasWord: true } }),
      aParticipation({ ...completed, _id: sampleId(3), name: "Passed over", answer: { rating: null, hasWord: false } }),
      aParticipation({ ...completed, _id: sampleId(4), name: "Never handed in", entryState: "none" }),
    ]),
  );
  const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));
  expect((await row("^Rated")).getByRole("link", { name: "Rated 3 of 5" })).toBeVisible();
  expect((await row("Spoken of")).getByRole("link", { name: "A word for you" })).toBeVisible();
  expect((await row("Passed over")).getByRole("link", { name: "No rating" })).toBeVisible();
  expect((await row("Never handed in")).getByRole("link", { name: "See result" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(4)}`,
  );
});

it("shows until when an extended contest can be left", async () => {
  const leavesUntil = new Date(Date.now() + 86_400_000).toISOString();
  open(
    stub(listParticipatedContests, [
      aParticipation({ leavesUntil }),
      aParticipation({ _id: sampleId(2), name: "Free", amount: 0, leavesUntil }),
      aParticipation({ _id: sampleId(3), name: "Essays" }),
    ]),
  );
  expect(await screen.findByRole("link", { name: "Leave with a refund" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
  expect(within(screen.getByRole("row", { name: /^Free/ })).getByRole("link", { name: "Leave" })).toBeVisible();
  expect(screen.getAllByText(/^Extended after you joined/)).toHaveLength(2);
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
  expect(within(await screen.findByRole("row", { name: /Posters/ })).getByText("Not on show")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Songs/ })).getByText("Hidden")).toBeVisible();
  expect(screen.getAllByText("Not on show")).toHaveLength(1);
});

it("offers no entry link if submission is not allowed", async () => {
  open(stub(listParticipatedContests, [aParticipation({ may: samplePermissions() })]));
  expect(await screen.findByRole("link", { name: "Details" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /entry/ })).not.toBeInTheDocument();
});

it("links open contests if none was joined", async () => {
  open(stub(listParticipatedContests, []));
  expect(await screen.findByText("Participate in a contest to see your progress here")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find a contest" })).toBeVisible();
});

it("shows a skeleton while it loads", () => {
  open(stubPending(listParticipatedContests));
  expect(screen.getByText("Loading your contests")).toBeInTheDocument();
});

it("shows an error and retries", async () => {
  const page = open(stubError(listParticipatedContests, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(page.calls).toHaveLength(2);
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
