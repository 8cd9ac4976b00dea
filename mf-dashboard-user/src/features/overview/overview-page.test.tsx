import { act, screen, waitFor, within } from "@testing-library/react";
import { countUnreadNotices, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { MAX_NEXT_STEPS, listNextSteps, type NextStep } from "@conquest/shared/contracts/next-steps";
import { getCreatorOverview, getMyOverview, getSiteOverview } from "@conquest/shared/contracts/overview";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import type { Account } from "@conquest/shared/contracts/users";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aCreatorOverview, aMyOverview, aNotice, aSiteOverview, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stubPending, stub, type Stub } from "@conquest/shared/testing/stubs";
import catalog from "../../../messages/overview.bn.json";
import UserRoutes from "../../routes";

const noNotices = stub(listNotices, []);
const noSteps = stub(listNextSteps, []);
const overviews = [
  stub(getMyOverview, aMyOverview()),
  stub(getCreatorOverview, aCreatorOverview()),
  stub(getSiteOverview, aSiteOverview()),
];
const nextSteps = async () => within(await screen.findByRole("region", { name: "Next steps" }));

const renderOverview = (session: Partial<Account>, steps: NextStep[], answers: Stub[] = []) =>
  renderAt("/dashboard", UserRoutes, {
    session,
    answers: [...overviews, noNotices, stub(listNextSteps, steps), ...answers],
  });
async function shownCards() {
  await (await nextSteps()).findAllByRole("link");
  return (await nextSteps()).getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent]);
}
const contest = { _id: sampleId(1), name: "River" };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 1000).toISOString();

it("welcomes a user and lists next steps before suggestions", async () => {
  renderOverview({}, [
    { kind: "entry_missing", contest, deadline: inDays(3) },
    {
      kind: "ratings_missing",
      contest: { _id: sampleId(2), name: "Judged" },
      ratedCount: 1,
      entryCount: 3,
      isOverdue: true,
      winnerDueAt: inDays(-3),
    },
  ]);
  expect(screen.getByRole("heading", { name: "Welcome, Rafi Ahmed" })).toBeVisible();
  expect(await shownCards()).toEqual([
    [`/contest-details/${sampleId(1)}#entry`, "Submit your entry to “River”Closes in 2 days."],
    [`/dashboard/judging/${sampleId(2)}`, "Rate the entries of “Judged”1 of 3 rated. The winner was due 3 days ago."],
    ["/all_contests?phase=open", "Find a contestPick one you like, join it and submit your entry."],
  ]);
});

it("tells a user that their request to become a creator is pending", async () => {
  renderOverview({ role: "requested", requestedAt: inDays(0) }, []);
  expect(screen.getByText("Your request to become a creator is pending")).toBeVisible();
  expect(screen.getByText(/We'll notify you when an admin decides\.$/)).toBeVisible();
  await nextSteps();
});

it("links the list with the number of remaining contests of a kind", async () => {
  const more = (of: Extract<NextStep, { kind: "more" }>["of"], count: number) => ({ kind: "more", of, count }) as const;
  renderOverview({ role: "admin" }, [
    { kind: "entry_missing", contest, deadline: inDays(3) },
    more("entry_missing", 2),
    more("ratings_missing", 1),
    more("spot_offered", 2),
    more("questions", 3),
    more("deadline_passed", 1),
    more("nobody_joined", 4),
    more("stand_in", 1),
    more("prize_to_send", 2),
    more("prize_to_confirm", 1),
  ]);
  expect((await shownCards()).slice(1)).toEqual([
    ["/dashboard/my_participated_contests?group=to_do", expect.stringMatching(/^Submit your entry to 2 more contests/)],
    ["/dashboard/judging", expect.stringMatching(/^Rate the entries of 1 more contest/)],
    ["/dashboard/my_participated_contests", expect.stringMatching(/^2 more spots are held for you/)],
    ["/dashboard/my_created_contests", expect.stringMatching(/^Answer questions about 3 more contests/)],
    ["/dashboard/my_created_contests?phase=in_review", expect.stringMatching(/^Set a new deadline for 1 more contest/)],
    ["/dashboard/contest_submitted", expect.stringMatching(/^4 more contests closed without participants/)],
    ["/dashboard/manage_contests?phase=judging", expect.stringMatching(/^Pick the winner of 1 more contest/)],
    ["/dashboard/my_created_contests", expect.stringMatching(/^Send 2 more prizes/)],
    ["/dashboard/my_winning_contests", expect.stringMatching(/^Confirm 1 more prize/)],
  ]);
});

it("suggests no introduction to users who have participated before", async () => {
  renderOverview({ takesPart: true }, []);
  expect(await shownCards()).toEqual([["/all_contests?phase=open", "Find a contestSee which contests are open now."]]);
});

it("lists the next steps of a creator", async () => {
  renderOverview({ role: "creator" }, [
    { kind: "winners_overdue", count: 1 },
    { kind: "winners_due", count: 2 },
    { kind: "changes_requested", count: 1 },
    { kind: "deadline_passed", contest },
    { kind: "nobody_joined", contest: { _id: sampleId(2), name: "Empty" } },
  ]);
  expect(await shownCards()).toEqual([
    ["/dashboard/contest_submitted?phase=overdue", expect.stringMatching(/^1 winner is overdue/)],
    ["/dashboard/contest_submitted?phase=judging", expect.stringMatching(/^Pick 2 winners/)],
    [
      "/dashboard/my_created_contests?phase=changes_requested",
      "Update 1 contestAn admin asked for changes. Save them to send the contest back for review.",
    ],
    [`/dashboard/my_created_contests?contest=${sampleId(1)}`, expect.stringMatching(/^Set a new deadline for “River”/)],
    [
      `/dashboard/my_created_contests?contest=${sampleId(2)}`,
      "No one joined “Empty”Extend the deadline to reopen it, or it will be cancelled.",
    ],
    ["/dashboard/add_contest", expect.stringMatching(/^Add a contest/)],
  ]);
});

it("lists reports with their answer deadline before questions", async () => {
  const answerUntil = inDays(1);
  renderOverview({ role: "creator" }, [
    { kind: "reported", contest, caseId: sampleId(7), reported: "contest", answerUntil },
    {
      kind: "reported",
      contest: { _id: sampleId(2), name: "Sea" },
      caseId: sampleId(8),
      reported: "entry",
      answerUntil: inDays(-1),
    },
    { kind: "spot_offered", contest, offerEndsAt: inDays(1) },
    { kind: "questions", contest, questionCount: 2 },
    { kind: "invitations", count: 1 },
  ]);
  expect((await shownCards()).slice(0, 5)).toEqual([
    [
      `/dashboard/reported/${sampleId(7)}`,
      `Respond to the report about “River”An admin decides after ${formatDateTime(answerUntil)}.`,
    ],
    [
      `/dashboard/reported/${sampleId(8)}`,
      "Respond to the report about your entry to “Sea”An admin may decide at any time.",
    ],
    [`/contest-details/${sampleId(1)}`, expect.stringMatching(/^Join “River”: a spot is held for youThe offer ends /)],
    [
      `/contest-details/${sampleId(1)}#questions`,
      "Answer 2 questions about “River”Everyone who can see the contest can read your answers.",
    ],
    ["/dashboard/judging", "Respond to 1 invitationCreators invited you to judge their contests."],
  ]);
});

describe("the overview of a user", () => {
  it("has four figures, each with a link to its list", async () => {
    renderOverview({}, []);
    const tiles = within(await screen.findByRole("list", { name: "Your contests in numbers" }));
    expect(tiles.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/dashboard/my_participated_contests", "Joined 9 contests"],
      ["/dashboard/my_participated_contests?group=to_do", "To submit 1 entry missing"],
      ["/dashboard/my_participated_contests", "Next deadline in 2 days River stories"],
      ["/dashboard/my_winning_contests", "Won 3 contests"],
    ]);
  });

  it("lists the upcoming deadlines, and how many more there are", async () => {
    renderOverview({}, [], [stub(getMyOverview, aMyOverview({ upcomingCount: 5 }))]);
    const timeline = within(await screen.findByRole("region", { name: "Upcoming deadlines" }));
    expect(timeline.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^River storiesNo entryCloses in 2 days · \d/),
      expect.stringMatching(/^Film in a tweetFollowingCloses in 8 days · \d/),
    ]);
    expect(timeline.getByText(/^3 more deadlines in/)).toBeVisible();
    expect(timeline.getByRole("link", { name: "River stories" })).toHaveAttribute(
      "href",
      `/contest-details/${sampleId(1)}`,
    );
  });

  it("has a checklist in place of empty figures", async () => {
    const empty = { joinedCount: 0, toSubmitCount: 0, wonCount: 0, hasSubmitted: false, next: null, upcoming: [] };
    renderOverview({ image: "" }, [], [stub(getMyOverview, aMyOverview({ ...empty, upcomingCount: 0 }))]);
    const checklist = within(await screen.findByRole("region", { name: "Get started 1 of 4 done" }));
    expect(checklist.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/dashboard/my_profile", "Complete your profile"],
      ["/all_contests?phase=open", "Join a contest"],
      ["/dashboard/my_participated_contests", "Submit an entry"],
    ]);
    expect(checklist.getByText("Add a photo.")).toBeVisible();
    expect(checklist.getByText("Follow a contest")).toHaveTextContent("(done)");
    expect(screen.queryByRole("list", { name: "Your contests in numbers" })).not.toBeInTheDocument();
    expect(screen.getByText(/^Contests you join or follow appear here/)).toBeVisible();
  });

  it("keeps the checklist until the first entry, and names contests that were left", async () => {
    const joined = { joinedCount: 1, leftCount: 1, hasSubmitted: false };
    renderOverview({ image: "" }, [], [stub(getMyOverview, aMyOverview(joined))]);
    expect(await screen.findByRole("region", { name: "Get started 2 of 4 done" })).toBeVisible();
    expect(screen.getByRole("link", { name: /^Joined/ })).toHaveTextContent("Joined 1 contest, and left 1");
  });

  it("shows nothing below the figures before they are loaded", async () => {
    renderOverview({}, [], [stubPending(getMyOverview)]);
    expect(await screen.findByText("Loading your figures")).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Next steps" })).not.toBeInTheDocument();
  });

  it("keeps notifications and next steps if the figures cannot be loaded", async () => {
    renderOverview({}, [], [stubError(getMyOverview, 500, "failed", "Something broke.")]);
    expect(await screen.findByText("Something broke.")).toBeVisible();
    expect(await shownCards()).toHaveLength(1);
    expect(await screen.findByText("No notifications yet")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Upcoming deadlines" })).not.toBeInTheDocument();
  });
});

describe("the overview of a creator", () => {
  it("has four figures, each with a link to its list", async () => {
    renderOverview({ role: "creator" }, []);
    const tiles = within(await screen.findByRole("list", { name: "Your contests in numbers" }));
    expect(tiles.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/dashboard/my_created_contests?phase=open", "Open 1 contest"],
      ["/dashboard/contest_submitted", "Entries 12 in all contests"],
      ["/dashboard/my_created_contests", "Collected ৳75,000 after refunds"],
      ["/dashboard/contest_submitted", "To judge 1 contest"],
    ]);
  });

  it("has a chart of joins per open contest, and a table behind them", async () => {
    const { user } = renderOverview(
      { role: "creator" },
      [],
      [stub(getCreatorOverview, aCreatorOverview({ openCount: 6, overdueCount: 1 }))],
    );
    const joins = within(await screen.findByRole("region", { name: "Joins in the last 30 days" }));
    const chart = await joins.findByRole("slider", { name: "Joins of River stories, last 30 days" });
    expect(chart).toHaveAttribute("aria-valuetext", "2 Mar 2026: Joined 1");
    expect(joins.getByRole("link", { name: "River stories" })).toHaveAttribute(
      "href",
      `/dashboard/contest_progress/${sampleId(1)}`,
    );
    expect(joins.getByText(/^4 participants · 2 entries/)).toHaveTextContent("closes in 2 days");
    await user.click(joins.getByText("View as table"));
    const rows = within(joins.getByRole("table", { name: "Joins in the last 30 days" })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["DayRiver stories", "1 Mar 20263", "2 Mar 20261"]);
    expect(joins.getByRole("link", { name: "See all 6 open contests" })).toHaveAttribute(
      "href",
      "/dashboard/my_created_contests?phase=open",
    );
    expect(screen.getByText("1 winner overdue")).toBeVisible();
  });

  it("lists the coming dates with a link to what is due", async () => {
    renderOverview({ role: "creator" }, [], [stub(getCreatorOverview, aCreatorOverview({ dateCount: 4 }))]);
    const timeline = within(await screen.findByRole("region", { name: "Upcoming dates" }));
    expect(timeline.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^River storiesEntries close in 2 days/),
      expect.stringMatching(/^Film in a tweetWinner due in 9 days/),
    ]);
    expect(timeline.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      `/dashboard/contest_progress/${sampleId(1)}`,
      `/dashboard/contest_submitted/${sampleId(2)}`,
      "/dashboard/contest_submitted",
    ]);
    expect(timeline.getByRole("link", { name: "See 2 more contests" })).toBeVisible();
  });

  it("has a checklist until a contest has opened", async () => {
    const fresh = { hasDraft: true, hasContest: false, hasOpened: false, openContests: [], dates: [] };
    renderOverview({ role: "creator", image: "" }, [], [stub(getCreatorOverview, aCreatorOverview(fresh))]);
    const checklist = within(await screen.findByRole("region", { name: "Get started 1 of 4 done" }));
    expect(checklist.getByText("Write your first contest")).toHaveTextContent("(done)");
    expect(checklist.getByRole("link", { name: "Send it for review" })).toHaveAttribute(
      "href",
      "/dashboard/contest_drafts",
    );
    expect(screen.queryByRole("region", { name: "Upcoming dates" })).not.toBeInTheDocument();
  });
});

describe("the overview of an admin", () => {
  it("has four figures, each with a link to its list", async () => {
    renderOverview({ role: "admin" }, []);
    const tiles = within(await screen.findByRole("list", { name: "The site in numbers" }));
    expect(tiles.getAllByRole("link").map((link) => [link.getAttribute("href"), link.textContent])).toEqual([
      ["/dashboard/manage_contests?phase=in_review", "In review 2 Oldest: 3 days ago"],
      ["/dashboard/manage_contests?phase=overdue", "Overdue winners 1 You can pick them"],
      ["/dashboard/reports?state=open", "Open reports 0 None open"],
      ["/dashboard/ledger", "Net money ৳75,000 Last 30 days"],
    ]);
  });

  it("has charts of joins, registrations and money with their numbers", async () => {
    const { user } = renderOverview({ role: "admin" }, []);
    expect(await screen.findByRole("slider", { name: "Joins per day, last 30 days" })).toHaveAttribute(
      "aria-valuetext",
      "2 Mar 2026: Joins 4",
    );
    expect(screen.getByRole("slider", { name: "Registrations per day, last 30 days" })).toBeVisible();
    const money = within(screen.getByRole("region", { name: "Money" }));
    expect(money.getByRole("slider")).toHaveAttribute(
      "aria-valuetext",
      "2 Mar 2026: Collected ৳1,00,000, Refunded ৳25,000",
    );
    await user.click(money.getByText("View as table"));
    expect(money.getByRole("row", { name: "2 Mar 2026 ৳1,00,000 ৳25,000" })).toBeVisible();
    expect(screen.getByText("Days are in UTC.")).toBeVisible();
  });

  it("requests 90 days on choice", async () => {
    const { user, calls } = renderOverview({ role: "admin" }, []);
    const choice = await screen.findByRole("button", { name: "Last 90 days" });
    expect(choice).toHaveAttribute("aria-pressed", "false");
    await user.click(choice);
    expect(await screen.findByRole("slider", { name: "Joins per day, last 90 days" })).toBeVisible();
    expect(choice).toHaveAttribute("aria-pressed", "true");
    expect(calls.filter(({ endpoint }) => endpoint === getSiteOverview).map((call) => call.query)).toEqual([
      {},
      { period: "90d" },
    ]);
  });
});

it("ignores unknown kinds of a newer server", async () => {
  renderOverview({ role: "admin" }, []);
  expect(await shownCards()).toHaveLength(1);
  // A production build does not validate responses.
  act(() =>
    queryClient.setQueryData(keyOf(listNextSteps, { query: { kinds: "all" } }), [
      { kind: "from_tomorrow", count: 1 },
      { kind: "messages", count: 1 },
    ]),
  );
  await waitFor(async () =>
    expect(await shownCards()).toEqual([["/dashboard/inbox", expect.stringMatching(/^Read 1 message/)]]),
  );
});

it("lists the next steps of an admin with their counts", async () => {
  renderOverview({ role: "admin" }, [
    { kind: "reports", count: 2 },
    { kind: "review", count: 1 },
    { kind: "role_requests", count: 1 },
    { kind: "winners_to_choose", count: 2 },
    { kind: "stand_in", contest },
    { kind: "prizes_to_settle", count: 2 },
    { kind: "prize_to_send", contest, dueAt: "2026-01-01T00:00:00.000Z" },
    { kind: "prize_to_send", contest, prizeName: "Second place", dueAt: "2026-01-01T00:00:00.000Z" },
    { kind: "prize_to_confirm", contest, dueAt: "2026-01-01T00:00:00.000Z" },
    { kind: "messages", count: 73 },
  ]);
  expect(await shownCards()).toEqual([
    ["/dashboard/reports?state=open", expect.stringMatching(/^Review 2 reports/)],
    ["/dashboard/manage_contests?phase=in_review", expect.stringMatching(/^Review 1 contest/)],
    ["/dashboard/manage_users?role=requested", expect.stringMatching(/^Review 1 creator request/)],
    ["/dashboard/manage_contests?phase=overdue", expect.stringMatching(/^2 winners are overdue/)],
    [
      `/dashboard/contest_submitted/${sampleId(1)}`,
      "Pick the winner of “River”Its creator is blocked, so an admin picks the winner.",
    ],
    ["/dashboard/prizes", expect.stringMatching(/^Review 2 prizes/)],
    [`/contest-details/${sampleId(1)}#prize`, expect.stringMatching(/^Send the prize of “River”It was due/)],
    [`/contest-details/${sampleId(1)}#prize`, expect.stringMatching(/^Send the prize of “River · Second place”/)],
    [`/contest-details/${sampleId(1)}#prize`, expect.stringMatching(/^Confirm your prize for “River”/)],
    ["/dashboard/inbox", expect.stringMatching(/^Read 73 messages/)],
  ]);
});

it("caps the number of overdue winners", async () => {
  renderOverview({ role: "admin" }, [{ kind: "winners_to_choose", count: MAX_NEXT_STEPS }]);
  expect(await shownCards()).toEqual([
    [expect.anything(), expect.stringMatching(/^More than 999 winners are overdue/)],
  ]);
});

it("tells an admin that nothing is waiting, but not if loading failed", async () => {
  const firstPage = renderOverview({ role: "admin" }, []);
  expect(await screen.findByText("You're all caught up")).toBeVisible();
  firstPage.unmount();
  queryClient.clear();
  renderAt("/dashboard", UserRoutes, {
    session: { role: "admin" },
    answers: [...overviews, noNotices, stubError(listNextSteps, 500, "failed", "Something broke.")],
  });
  expect(await (await nextSteps()).findByText("Something broke.")).toBeVisible();
  expect((await nextSteps()).getByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.queryByText("You're all caught up")).not.toBeInTheDocument();
});

it("lists notifications and marks one, then all, as read", async () => {
  const at = new Date().toISOString();
  let notices = [
    aNotice({ _id: sampleId(1), text: "First", at }),
    aNotice({ _id: sampleId(2), text: "Second" }),
    aNotice({ _id: sampleId(3), text: "Old", isRead: true }),
  ];
  const page = renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [
      ...overviews,
      noSteps,
      stub(listNotices, () => notices),
      stub(markNoticesRead, ({ body }) => {
        notices = notices.map((notice) =>
          !body.ids || body.ids.includes(notice._id) ? { ...notice, isRead: true } : notice,
        );
        return { modifiedCount: 1 };
      }),
    ],
  });
  const list = within(await screen.findByRole("region", { name: /Notifications/ }));
  expect(await list.findAllByRole("button", { name: "Mark as read" })).toHaveLength(2);
  await page.user.click(list.getAllByRole("button", { name: "Mark as read" })[0] as HTMLElement);
  await waitFor(() => expect(list.getAllByRole("button", { name: "Mark as read" })).toHaveLength(1));
  await page.user.click(list.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(list.queryByRole("button")).not.toBeInTheDocument());
  expect(page.calls.filter(({ endpoint }) => endpoint === markNoticesRead).map(({ body }) => body)).toEqual([
    { ids: [sampleId(1)] },
    { until: at },
  ]);
});

it("isolates the text direction of quotes in a notification", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [...overviews, noSteps, stub(listNotices, [aNotice({ text: "“ملصق 12” was cancelled: too late." })])],
  });
  expect(await screen.findByText("“\u2068ملصق 12\u2069” was cancelled: too late.")).toBeVisible();
});

it("says the language of a notification, not of the names in it", async () => {
  const [english, bangla] = ["“নদী উৎসবের পোস্টার” is open.", "“River posters” শুরু হয়েছে।"];
  const notices = [english, bangla].map((text, index) => aNotice({ _id: sampleId(index), text }));
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [...overviews, noSteps, stub(listNotices, notices)] });
  expect(await screen.findByText(english)).not.toHaveAttribute("lang");
  expect(screen.getByText(bangla)).toHaveAttribute("lang", "bn");
});

it("shows an empty state without notifications", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [...overviews, noSteps, noNotices] });
  expect(await screen.findByText("No notifications yet")).toBeVisible();
});

it("offers a retry if the notifications cannot be loaded", async () => {
  const failing = stubError(listNotices, 500, "unexpected", "Something went wrong here.");
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [...overviews, noSteps, failing] });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("shows the unread count of the bell, including unlisted notifications", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [stub(listNotices, [aNotice({ isRead: false })]), noSteps, ...overviews],
  });
  expect(await screen.findByRole("heading", { name: "Notifications 1 unread" })).toBeVisible();
  act(() => void queryClient.setQueryData(keyOf(countUnreadNotices), { unread: 13 }));
  expect(await screen.findByRole("heading", { name: "Notifications 13 unread" })).toBeVisible();
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it.each([
    [1, "আরও ১টি প্রতিযোগিতায় আপনার এন্ট্রি জমা দিনপুরো তালিকা দেখুন।"],
    [12, "আরও ১২টি প্রতিযোগিতায় আপনার এন্ট্রি জমা দিনপুরো তালিকা দেখুন।"],
  ])("counts %i remaining contests in a sentence", async (count, expected) => {
    renderOverview({}, [{ kind: "more", of: "entry_missing", count }]);
    expect(await screen.findByRole("link", { name: /^আরও/ })).toHaveTextContent(expected);
  });

  it("keeps the name of a contest as written", async () => {
    renderOverview({}, [{ kind: "entry_missing", contest: { ...contest, name: "River 2026" }, deadline: inDays(3) }]);
    expect(await screen.findByText("“River 2026” প্রতিযোগিতায় আপনার এন্ট্রি জমা দিন")).toBeVisible();
  });
});
