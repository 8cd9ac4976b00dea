import { act, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { countMyContests, listMyContests } from "@conquest/shared/contracts/publishing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { listJudges, type ContestJudge } from "@conquest/shared/contracts/judging/judges";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  aContestEntry,
  aContestJudge,
  samplePermissions,
  aJudgedEntry,
  allowed,
  aMyContest,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";

const judge = samplePermissions({
  readEntries: allowed,
  rateEntries: allowed,
  declareWinner: allowed,
  remove: { ...allowed, how: "cancel" },
});
const counts = { entryCount: 1, ratedCount: 0, shortlistedCount: 0, areNamesHidden: false, seesJudges: false };
const noEntries = stub(getJudging, { ...counts, entryCount: 0 });

const open = (contest: Partial<ContestDetails>, role: "creator" | "admin" = "creator", ...answers: Stub[]) =>
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role },
    answers: [
      stub(getContestDetails, aContestDetails({ may: judge, ...contest })),
      stub(getJudging, counts),
      stub(listJudgedEntries, [aJudgedEntry()]),
      stub(getJudgedEntry, aContestEntry()),
      ...answers,
    ],
  });

const myCounts = stub(countMyContests, { drafts: 0, review: 0, open: 0, judging: 1, done: 0 });

it("lists title, prize and status of contests with links to their entries", async () => {
  const contest = aMyContest({ phase: "judging", entryCount: 2, ratedCount: 1, participantCount: 3, may: judge });
  const page = renderAt("/dashboard/contest_submitted", CreatorRoutes, {
    session: { role: "creator" },
    answers: [myCounts, stub(listMyContests, [contest])],
  });
  expect(await screen.findByRole("heading", { name: "My Submitted Contests" })).toBeVisible();
  const row = await screen.findByRole("row", { name: /Posters for the book fair/ });
  expect(within(row).getByText("৳25,000")).toBeVisible();
  expect(within(row).getByText("Judging")).toBeVisible();
  expect(within(row).getByText("2 entries")).toBeVisible();
  expect(within(row).getByText("3 joined")).toBeVisible();
  expect(within(row).getByText("1 of 2 rated")).toBeVisible();
  expect(within(row).getByText(/^Winner due/)).toBeVisible();
  // Sorted by due date.
  expect(page.calls.find(({ endpoint }) => endpoint === listMyContests)?.query).toEqual({ sort: "due" });
  expect(within(row).getByRole("link", { name: "Pick winner" })).toHaveAttribute(
    "href",
    `/dashboard/contest_submitted/${contest._id}`,
  );
});

it("offers the progress until choosing a winner is allowed", async () => {
  const contest = aMyContest({ phase: "overdue", entryCount: 2, may: samplePermissions({ readEntries: allowed }) });
  renderAt("/dashboard/contest_submitted", CreatorRoutes, {
    session: { role: "creator" },
    answers: [myCounts, stub(listMyContests, [contest])],
  });
  expect(await screen.findByRole("link", { name: "Manage" })).toHaveAttribute(
    "href",
    `/dashboard/contest_progress/${contest._id}`,
  );
  expect(screen.queryByRole("link", { name: "Pick winner" })).not.toBeInTheDocument();
});

it("shows no participants for a cancelled contest with entries", async () => {
  const contest = aMyContest({ phase: "cancelled", entryCount: 3, participantCount: 0 });
  renderAt("/dashboard/contest_submitted", CreatorRoutes, {
    session: { role: "creator" },
    answers: [myCounts, stub(listMyContests, [contest])],
  });
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText("3 entries")).toBeVisible();
  expect(row.queryByText(/joined/)).not.toBeInTheDocument();
});

it("lists withdrawn and late entries, and ignores unknown kinds of events", async () => {
  const events = [
    { kind: "withdrawn", at: "2026-03-01T10:00:00.000Z" },
    { kind: "late", at: "2026-03-02T08:00:03.000Z" },
    { kind: "late", at: "2026-03-02T09:00:03.000Z" },
    { kind: "lost", at: "2026-03-02T09:30:00.000Z" },
  ];
  open({ phase: "judging" }, "creator", stub(getJudging, { ...counts, entryCount: 0, events }));
  expect(
    await screen.findByText(
      /^1 entry was withdrawn on 1 Mar 2026, .*\. 2 entries arrived after the deadline, the last on 2 Mar 2026, .*, and weren't counted\.$/,
    ),
  ).toBeVisible();
});

it("shows how many entries were withdrawn if not all events are listed", async () => {
  const events = [{ kind: "withdrawn", at: "2026-03-01T10:00:00.000Z" }];
  const eventCounts = { withdrawn: 120 };
  open({ phase: "judging" }, "creator", stub(getJudging, { ...counts, entryCount: 0, events, eventCounts }));
  expect(await screen.findByText(/^120 entries were withdrawn, the last on 1 Mar 2026, .*\.$/)).toBeVisible();
});

it("shows no events if an older server sends none", async () => {
  open({ phase: "judging" });
  expect(await screen.findByRole("progressbar")).toBeVisible();
  expect(screen.queryByText(/withdrawn|arrived after/)).not.toBeInTheDocument();
});

describe("a cancelled contest", () => {
  const cancelled = {
    phase: "cancelled",
    participantCount: 0,
    cancelledAt: "2026-03-01T06:00:00.000Z",
    cancelReason: "No winner was chosen within 30 days after the deadline.",
    may: samplePermissions({ readEntries: allowed }),
  } as const;

  it("shows its entries with date and reason, without ratings", async () => {
    open(cancelled, "creator", stub(getJudging, { ...counts, areNamesHidden: true }));
    expect(await screen.findByText(/^This contest was cancelled on 1 Mar 2026/)).toBeVisible();
    expect(screen.getByText("No winner was chosen within 30 days after the deadline.")).toBeVisible();
    expect(screen.getByText("Everyone who paid was refunded. There's no winner, so names stay hidden.")).toBeVisible();
    expect(screen.queryByText(/joined/)).not.toBeInTheDocument();
    const entries = within(await screen.findByRole("listbox", { name: "Entries" }));
    expect(entries.getByRole("option").getAttribute("aria-label")).not.toMatch(/rated/);
    expect(entries.queryByText("–")).not.toBeInTheDocument();
    const sort = within(await screen.findByRole("combobox", { name: "Sort by" }));
    expect(sort.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Oldest first", "Newest first"]);
    expect(screen.queryByRole("combobox", { name: "Show" })).not.toBeInTheDocument();
  });

  it("mentions neither a refund if it was free nor names that are visible", async () => {
    open({ ...cancelled, amountDue: 0, cancelReason: null });
    expect(await screen.findByText("There's no winner.")).toBeVisible();
    expect(screen.queryByText(/^Reason/)).not.toBeInTheDocument();
  });

  it("tells a judge that it is not judged, without a deadline", async () => {
    const may = samplePermissions({
      readEntries: deniedBecause("This contest was cancelled, so its entries aren't judged."),
    });
    const viewer = {
      isOwner: false,
      isJudge: true,
      hasJoined: false,
      paidAmount: null,
      hasSubmitted: false,
      leavesUntil: null,
      isWinner: false,
      isFollowing: false,
    };
    open(
      { ...cancelled, may, viewer },
      "creator",
      ...[getJudging, listJudgedEntries].map((endpoint) =>
        stubError(endpoint, 409, "cancelled", "This contest was cancelled, so its entries aren't judged."),
      ),
    );
    await screen.findByText("Judging isn't available");
    expect(screen.getByText("This contest was cancelled, so its entries aren't judged.")).toBeVisible();
    expect(screen.queryByText(/^The deadline is/)).not.toBeInTheDocument();
  });
});

it("leads to a refund if no entries were submitted", async () => {
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stub(getContestDetails, aContestDetails({ may: judge, phase: "judging" })),
      noEntries,
      stub(listJudgedEntries, []),
    ],
  });
  expect(await screen.findByText(/so there's no winner to pick/)).toBeVisible();
  for (const link of screen.getAllByRole("link", { name: "My Created Contests" }))
    expect(link).toHaveAttribute("href", "/dashboard/my_created_contests");
  expect(screen.queryByText("Time to pick a winner")).toBeNull();
});

it.each([
  ["creator", { phase: "judging" }],
  ["creator", { phase: "overdue" }],
  ["admin", { phase: "judging", adminsChoose: true }],
] as const)("asks for no winner if no entry can win: %s, %o", async (role, given) => {
  open(
    {
      ...given,
      nobodyCanWin: true,
      refundAt: "2026-04-01T12:00:00.000Z",
      may: samplePermissions({
        readEntries: allowed,
        rateEntries: allowed,
        declareWinner: deniedBecause("No entry can win."),
      }),
    },
    role,
  );
  expect(await screen.findByText("No entry can win right now")).toBeVisible();
  expect(
    screen.getByText(/Unless an account is unblocked, all participants will be refunded on 1 Apr 2026/),
  ).toBeVisible();
  expect(screen.queryByText(/Time to|You can pick|The winner is/)).not.toBeInTheDocument();
});

describe("an admin", () => {
  it("sees why choosing the winner is not yet allowed", async () => {
    const because = "The creator has 14 days after the deadline to pick a winner. After that, an admin can.";
    open(
      { phase: "judging", may: samplePermissions({ readEntries: allowed, declareWinner: deniedBecause(because) }) },
      "admin",
    );
    expect(await screen.findByText(because)).toBeVisible();
    expect(screen.queryByText(/^Time to/)).not.toBeInTheDocument();
  });

  it("sees that choosing is allowed if the creator is blocked, and until when", async () => {
    open(
      { phase: "judging", adminsChoose: true, isPublic: false, winnerDueAt: "2026-03-16T12:00:00.000Z" },
      "admin",
      stub(getJudging, { ...counts, ratedCount: 1 }),
    );
    expect(await screen.findByText("You can pick the winner")).toBeVisible();
    expect(
      screen.getByText(/^The creator is blocked, so an admin picks the winner\. It's due on 16 Mar 2026/),
    ).toBeVisible();
    expect(screen.queryByText(/^Time to|can't pick/i)).not.toBeInTheDocument();
  });
});

it("resets its state when navigating to another cached contest", async () => {
  const numberOf = (contestId: string) => (contestId === sampleId(1) ? 412 : 107);
  const page = open(
    { phase: "judging" },
    "creator",
    stub(getContestDetails, ({ params: { id } }) =>
      aContestDetails({ _id: id, name: `Contest of ${numberOf(id)}`, phase: "judging", may: judge }),
    ),
    stub(listJudgedEntries, ({ params: { contestId } }) => [
      aJudgedEntry({ _id: sampleId(numberOf(contestId)), label: `Entry ${numberOf(contestId)}` }),
    ]),
    stub(getJudgedEntry, ({ params: { contestId } }) =>
      aContestEntry({ _id: sampleId(numberOf(contestId)), label: `Entry ${numberOf(contestId)}` }),
    ),
  );
  await screen.findByRole("article", { name: "Entry 412" });
  await act(async () => page.go(`/dashboard/contest_submitted/${sampleId(2)}`));
  await screen.findByRole("article", { name: "Entry 107" });
  await page.user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await act(async () => page.go(-1));
  await screen.findByRole("heading", { level: 1, name: "Contest of 412" });
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getAllByRole("option", { name: /^Entry/ }).map((option) => option.getAttribute("aria-label"))).toEqual([
    expect.stringMatching(/^Entry 412/),
  ]);
});

it.each([
  ["judges_no_more", "You're no longer a judge of this contest", true],
  ["cancelled", "Judging isn't available", false],
  ["not_public", "Judging isn't available", false],
])("tells former judges why, with a link back (%s)", async (code, title, isVisible) => {
  const message = "This is why.";
  renderAt(`/dashboard/judging/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "user" },
    answers: [
      isVisible
        ? stub(getContestDetails, aContestDetails({ phase: "judging", may: samplePermissions() }))
        : stubError(getContestDetails, 404, "not_found", "We couldn't find that contest."),
      ...[getJudging, listJudgedEntries].map((endpoint) => stubError(endpoint, 409, code, message)),
    ],
  });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Judging" })).toHaveAttribute("href", "/dashboard/judging");
  expect(screen.getByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

it("offers unrelated users only a retry", async () => {
  renderAt(`/dashboard/judging/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "user" },
    answers: [
      stub(getContestDetails, aContestDetails({ phase: "judging", may: samplePermissions() })),
      ...[getJudging, listJudgedEntries].map((endpoint) =>
        stubError(endpoint, 404, "not_found", "We couldn't find that contest in your account."),
      ),
    ],
  });
  expect(await screen.findByText("We couldn't find that contest in your account.")).toBeVisible();
  expect(screen.queryByText("You're no longer a judge of this contest")).not.toBeInTheDocument();
});

describe("without entries", () => {
  it("mentions no refund for a free contest", async () => {
    open({ phase: "judging", amountDue: 0 }, "creator", noEntries);
    expect(await screen.findByText(/You can cancel the contest under/)).toBeVisible();
    expect(screen.queryByText(/refund/)).not.toBeInTheDocument();
  });

  it.each(["judging", "overdue"] as const)(
    "shows that there are no participants and no winner is due: %s",
    async (phase) => {
      open({ phase, participantCount: 0 }, "creator", noEntries);
      expect(await screen.findByText(/^No one joined before the deadline/)).toBeVisible();
      expect(
        screen.queryByText(/winner is overdue|winner overdue|judging|Time to pick|refund/i),
      ).not.toBeInTheDocument();
    },
  );

  describe("without participants", () => {
    const owns = {
      isOwner: true,
      isJudge: false,
      hasJoined: false,
      paidAmount: null,
      hasSubmitted: false,
      leavesUntil: null,
      isWinner: false,
      isFollowing: false,
    };
    const judges = (...given: ContestJudge[]) => stub(listJudges, { judges: given, may: { invite: allowed } });
    const unjoined = {
      phase: "judging",
      participantCount: 0,
      viewer: owns,
      may: { ...judge, edit: { ...allowed, frozen: {} }, remove: { ...allowed, how: "delete" } },
    } as const;

    it("tells the owner that a later deadline reopens it, without inviting judges", async () => {
      open(unjoined, "creator", noEntries, judges());
      expect((await screen.findByText(/^Set a later deadline/)).textContent).toBe(
        "Set a later deadline to reopen the contest, or it will be cancelled. You can do this, or delete it now, under My Created Contests.",
      );
      await waitFor(() => expect(screen.queryByText(/judge/i)).not.toBeInTheDocument());
    });

    it("still lists invited judges", async () => {
      open(unjoined, "creator", noEntries, judges(aContestJudge({ email: "mina@example.com" })));
      expect(await screen.findByText("mina@example.com")).toBeVisible();
      expect(screen.queryByRole("button", { name: "Invite a judge" })).not.toBeInTheDocument();
    });

    it("tells admins what they can do", async () => {
      open(
        { ...unjoined, viewer: { ...owns, isOwner: false }, may: { ...unjoined.may, edit: samplePermissions().edit } },
        "admin",
        noEntries,
      );
      expect((await screen.findByText(/^You can delete the contest under/)).textContent).toBe(
        "You can delete the contest under Manage Contests.",
      );
    });

    it("links an admin who owns the contest to their contests", async () => {
      open(unjoined, "admin", noEntries, judges());
      expect((await screen.findByText(/^Set a later deadline/)).textContent).toMatch(/under My Created Contests\.$/);
      for (const link of screen.getAllByRole("link", { name: "My Created Contests" }))
        expect(link).toHaveAttribute("href", "/dashboard/my_created_contests");
    });
  });
});

it.each([
  [25_000, /Without a winner, all participants will be refunded on 1 Mar 2026/],
  [0, /Without a winner, the contest will be cancelled on 1 Mar 2026/],
])("explains an overdue winner with a cost of %i", async (amountDue, words) => {
  open({ phase: "overdue", refundAt: "2026-03-01T12:00:00.000Z", amountDue });
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([
  ["the creator", { isOwner: true, isJudge: false }, true],
  ["a judge", { isOwner: false, isJudge: true }, false],
])("shows the winner, and %s where prizes are marked as sent", async (_, roles, isLinked) => {
  open(
    {
      phase: "completed",
      may: { ...judge, readAwards: isLinked ? allowed : deniedBecause("Not yours.") },
      viewer: {
        hasJoined: false,
        paidAmount: null,
        hasSubmitted: false,
        leavesUntil: null,
        isWinner: false,
        isFollowing: false,
        ...roles,
      },
      winner: { name: "Mina Das", photo: "", note: "The finest fold", at: "2026-02-01T00:00:00.000Z", byAdmin: false },
    },
    "creator",
    stub(listJudges, { judges: [], may: { invite: deniedBecause("Closed.") } }),
  );
  expect((await screen.findByText("won this contest")).closest("p")).toHaveTextContent("Mina Das won this contest");
  expect(screen.getByText("The finest fold")).toBeVisible();
  const link = screen.queryByRole("link", { name: "mark them as sent" });
  if (isLinked) expect(link).toHaveAttribute("href", `/contest-details/${sampleId(1)}#prize`);
  else expect(screen.queryByText(/pays no prizes/)).not.toBeInTheDocument();
});

it("shows an error for another user's contest", async () => {
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stubError(getContestDetails, 404, "not_found", "We couldn't find that contest."),
      stubError(getJudging, 404, "not_found", "We couldn't find that contest."),
      stubError(listJudgedEntries, 404, "not_found", "We couldn't find that contest."),
    ],
  });
  expect(await screen.findByText("We couldn't find that contest.")).toBeVisible();
});
