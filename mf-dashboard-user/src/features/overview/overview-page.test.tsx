import { act, screen, waitFor, within } from "@testing-library/react";
import { countUnreadNotices, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { MAX_NEXT_STEPS, listNextSteps, type NextStep } from "@conquest/shared/contracts/next-steps";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import type { Account } from "@conquest/shared/contracts/users";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aNotice, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const noNotices = stub(listNotices, []);
const noSteps = stub(listNextSteps, []);
const nextSteps = () => within(screen.getByRole("region", { name: "What next" }));

const renderOverview = (session: Partial<Account>, steps: NextStep[]) =>
  renderAt("/dashboard", UserRoutes, { session, answers: [noNotices, stub(listNextSteps, steps)] });
async function shownCards() {
  await nextSteps().findAllByRole("link");
  return nextSteps()
    .getAllByRole("link")
    .map((link) => [link.getAttribute("href"), link.textContent]);
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
    ["/all_contests?phase=open", "Find a contestChoose one that suits you, join it and submit your work."],
  ]);
});

it("links the list with the number of remaining contests of a kind", async () => {
  const more = (of: Extract<NextStep, { kind: "more" }>["of"], count: number) => ({ kind: "more", of, count }) as const;
  renderOverview({ role: "admin" }, [
    { kind: "entry_missing", contest, deadline: inDays(3) },
    more("entry_missing", 2),
    more("ratings_missing", 1),
    more("questions", 3),
    more("deadline_passed", 1),
    more("nobody_joined", 4),
    more("stand_in", 1),
  ]);
  expect((await shownCards()).slice(1)).toEqual([
    [
      "/dashboard/my_participated_contests?entry=missing",
      expect.stringMatching(/^Submit your entry to 2 more contests/),
    ],
    ["/dashboard/judging", expect.stringMatching(/^Rate the entries of 1 more contest/)],
    ["/dashboard/my_created_contests", expect.stringMatching(/^Answer questions about 3 more contests/)],
    ["/dashboard/my_created_contests?phase=in_review", expect.stringMatching(/^Move the deadline of 1 more contest/)],
    ["/dashboard/contest_submitted", expect.stringMatching(/^4 more contests closed without participants/)],
    ["/dashboard/manage_contests?phase=judging", expect.stringMatching(/^Choose the winner of 1 more contest/)],
  ]);
});

it("suggests no introduction to users who have participated before", async () => {
  renderOverview({ takesPart: true }, []);
  expect(await shownCards()).toEqual([["/all_contests?phase=open", "Find a contestSee what is open right now."]]);
});

it("lists the next steps of a creator", async () => {
  renderOverview({ role: "creator" }, [
    { kind: "winners_overdue", count: 1 },
    { kind: "winners_due", count: 2 },
    { kind: "changes_requested", count: 1 },
    { kind: "deadline_passed", contest },
    { kind: "nobody_joined", contest: { _id: sampleId(2), name: "Nobody's" } },
  ]);
  expect(await shownCards()).toEqual([
    ["/dashboard/contest_submitted?phase=overdue", expect.stringMatching(/^1 winner is overdue/)],
    ["/dashboard/contest_submitted?phase=judging", expect.stringMatching(/^Choose 2 winners/)],
    [
      "/dashboard/my_created_contests?phase=changes_requested",
      "Change 1 contestAn admin asked for changes, and looks again once they are saved.",
    ],
    [`/dashboard/my_created_contests?contest=${sampleId(1)}`, expect.stringMatching(/^Move the deadline of “River”/)],
    [
      `/dashboard/my_created_contests?contest=${sampleId(2)}`,
      "Nobody joined “Nobody's”With a later deadline it opens again; else it is cancelled.",
    ],
    ["/dashboard/add_contest", expect.stringMatching(/^Add a contest/)],
  ]);
});

it("lists reports with their answer deadline before questions", async () => {
  renderOverview({ role: "creator" }, [
    { kind: "reported", contest, caseId: sampleId(7), reported: "contest", answerUntil: inDays(1) },
    {
      kind: "reported",
      contest: { _id: sampleId(2), name: "Sea" },
      caseId: sampleId(8),
      reported: "entry",
      answerUntil: inDays(-1),
    },
    { kind: "questions", contest, questionCount: 2 },
    { kind: "invitations", count: 1 },
  ]);
  expect((await shownCards()).slice(0, 4)).toEqual([
    [`/dashboard/reported/${sampleId(7)}`, "Answer what was reported of “River”An admin decides in 23 hours or later."],
    [
      `/dashboard/reported/${sampleId(8)}`,
      "Answer what was reported of your entry to “Sea”An admin may decide at any time.",
    ],
    [`/contest-details/${sampleId(1)}#questions`, "Answer 2 questions about “River”Everybody reads what you answer."],
    ["/dashboard/judging", "Answer 1 invitationCreators ask you to judge with them."],
  ]);
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
    { kind: "messages", count: 73 },
  ]);
  expect(await shownCards()).toEqual([
    ["/dashboard/reports?state=open", expect.stringMatching(/^Decide upon 2 reports/)],
    ["/dashboard/manage_contests?phase=in_review", expect.stringMatching(/^Review 1 contest/)],
    ["/dashboard/manage_users?role=requested", expect.stringMatching(/^Answer 1 request/)],
    ["/dashboard/manage_contests?phase=overdue", expect.stringMatching(/^2 winners are overdue/)],
    [
      `/dashboard/contest_submitted/${sampleId(1)}`,
      "Choose the winner of “River”Its creator is blocked, so an admin chooses.",
    ],
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
  expect(await screen.findByText("Nothing waits for you")).toBeVisible();
  firstPage.unmount();
  queryClient.clear();
  renderAt("/dashboard", UserRoutes, {
    session: { role: "admin" },
    answers: [noNotices, stubError(listNextSteps, 500, "failed", "Something broke.")],
  });
  expect(await nextSteps().findByText("Something broke.")).toBeVisible();
  expect(nextSteps().getByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.queryByText("Nothing waits for you")).not.toBeInTheDocument();
});

it("lists notices and marks one, then all, as read", async () => {
  const at = new Date().toISOString();
  let notices = [
    aNotice({ _id: sampleId(1), text: "First", at }),
    aNotice({ _id: sampleId(2), text: "Second" }),
    aNotice({ _id: sampleId(3), text: "Old", isRead: true }),
  ];
  const page = renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [
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
  const list = within(await screen.findByRole("region", { name: /Notices/ }));
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

it("isolates the text direction of quotes in a notice", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [noSteps, stub(listNotices, [aNotice({ text: "“ملصق 12” was cancelled: too late." })])],
  });
  expect(await screen.findByText("“\u2068ملصق 12\u2069” was cancelled: too late.")).toBeVisible();
});

it("shows an empty state without notices", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [noSteps, noNotices] });
  expect(await screen.findByText("No notices yet")).toBeVisible();
});

it("offers a retry if the notices cannot be loaded", async () => {
  const failing = stubError(listNotices, 500, "unexpected", "Something went wrong here.");
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [noSteps, failing] });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("shows the unread count of the bell, including unlisted notices", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [stub(listNotices, [aNotice({ isRead: false })]), noSteps],
  });
  expect(await screen.findByRole("heading", { name: "Notices 1 unread" })).toBeVisible();
  act(() => void queryClient.setQueryData(keyOf(countUnreadNotices), { unread: 13 }));
  expect(await screen.findByRole("heading", { name: "Notices 13 unread" })).toBeVisible();
});
