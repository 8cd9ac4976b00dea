import { act, screen, waitFor, within } from "@testing-library/react";
import { countUnreadNotices, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { MAX_NEXT_STEPS, listNextSteps, type NextStep } from "@conquest/shared/contracts/next-steps";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import type { Account } from "@conquest/shared/contracts/users";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aNotice, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const noNotices = stub(listNotices, []);
const nothing = stub(listNextSteps, []);
const nextSteps = () => within(screen.getByRole("region", { name: "What next" }));

const draw = (session: Partial<Account>, steps: NextStep[]) =>
  renderAt("/dashboard", UserRoutes, { session, answers: [noNotices, stub(listNextSteps, steps)] });
/** As it stands there, in its order: where it leads, and what it says. */
async function shown() {
  await nextSteps().findAllByRole("link");
  return nextSteps()
    .getAllByRole("link")
    .map((link) => [link.getAttribute("href"), link.textContent]);
}
const contest = { _id: sampleId(1), name: "River" };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 1000).toISOString();

it("welcomes a user, and says what waits for them before what else there is", async () => {
  draw({}, [
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
  expect(await shown()).toEqual([
    [`/contest-details/${sampleId(1)}#entry`, "Submit your entry to “River”Closes in 2 days."],
    [`/dashboard/judging/${sampleId(2)}`, "Rate the entries of “Judged”1 of 3 rated. The winner was due 3 days ago."],
    ["/all_contests?phase=open", "Find a contestChoose one that suits you, join it and submit your work."],
  ]);
});

it("shows how many more contests of a kind there are, and links their list", async () => {
  const more = (of: Extract<NextStep, { kind: "more" }>["of"], count: number) => ({ kind: "more", of, count }) as const;
  draw({ role: "admin" }, [
    { kind: "entry_missing", contest, deadline: inDays(3) },
    more("entry_missing", 2),
    more("ratings_missing", 1),
    more("questions", 3),
    more("deadline_passed", 1),
    more("nobody_joined", 4),
    more("stand_in", 1),
  ]);
  expect((await shown()).slice(1)).toEqual([
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

it("has no word about beginning for who has taken part before", async () => {
  draw({ takesPart: true }, []);
  expect(await shown()).toEqual([["/all_contests?phase=open", "Find a contestSee what is open right now."]]);
});

it("tells a creator what waits", async () => {
  draw({ role: "creator" }, [
    { kind: "winners_overdue", count: 1 },
    { kind: "winners_due", count: 2 },
    { kind: "changes_requested", count: 1 },
    { kind: "deadline_passed", contest },
    { kind: "nobody_joined", contest: { _id: sampleId(2), name: "Nobody's" } },
  ]);
  expect(await shown()).toEqual([
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

it("says first what of theirs was reported, and until when an answer is waited for; then what people ask", async () => {
  draw({ role: "creator" }, [
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
  expect((await shown()).slice(0, 4)).toEqual([
    [`/dashboard/reported/${sampleId(7)}`, "Answer what was reported of “River”An admin decides in 23 hours or later."],
    [
      `/dashboard/reported/${sampleId(8)}`,
      "Answer what was reported of your entry to “Sea”An admin may decide at any time.",
    ],
    [`/contest-details/${sampleId(1)}#questions`, "Answer 2 questions about “River”Everybody reads what you answer."],
    ["/dashboard/judging", "Answer 1 invitationCreators ask you to judge with them."],
  ]);
});

it("leaves out what it does not know: a server may be younger than this part", async () => {
  draw({ role: "admin" }, []);
  expect(await shown()).toHaveLength(1);
  // As it arrives in a built part, which looks at no schema.
  act(() =>
    queryClient.setQueryData(keyOf(listNextSteps, { query: { kinds: "all" } }), [
      { kind: "from_tomorrow", count: 1 },
      { kind: "messages", count: 1 },
    ]),
  );
  await waitFor(async () =>
    expect(await shown()).toEqual([["/dashboard/inbox", expect.stringMatching(/^Read 1 message/)]]),
  );
});

it("tells an admin what waits, however much there is", async () => {
  draw({ role: "admin" }, [
    { kind: "reports", count: 2 },
    { kind: "review", count: 1 },
    { kind: "role_requests", count: 1 },
    { kind: "winners_to_choose", count: 2 },
    { kind: "stand_in", contest },
    { kind: "messages", count: 73 },
  ]);
  expect(await shown()).toEqual([
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

it("counts as far as it helps", async () => {
  draw({ role: "admin" }, [{ kind: "winners_to_choose", count: MAX_NEXT_STEPS }]);
  expect(await shown()).toEqual([[expect.anything(), expect.stringMatching(/^More than 999 winners are overdue/)]]);
});

it("says so when nothing waits for an admin, and not where nobody knows", async () => {
  const known = draw({ role: "admin" }, []);
  expect(await screen.findByText("Nothing waits for you")).toBeVisible();
  known.unmount();
  queryClient.clear();
  renderAt("/dashboard", UserRoutes, {
    session: { role: "admin" },
    answers: [noNotices, refuse(listNextSteps, 500, "failed", "Something broke.")],
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
      nothing,
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
  // The newest that was listed: what came after it was not seen.
  expect(page.calls.filter(({ endpoint }) => endpoint === markNoticesRead).map(({ body }) => body)).toEqual([
    { ids: [sampleId(1)] },
    { until: at },
  ]);
});

it("reads what a notice quotes in its own direction", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [nothing, stub(listNotices, [aNotice({ text: "“ملصق 12” was cancelled: too late." })])],
  });
  expect(await screen.findByText("“\u2068ملصق 12\u2069” was cancelled: too late.")).toBeVisible();
});

it("says when there is no notice", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [nothing, noNotices] });
  expect(await screen.findByText("No notices yet")).toBeVisible();
});

it("offers another try when the notices could not be loaded", async () => {
  const failing = refuse(listNotices, 500, "unexpected", "Something went wrong here.");
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [nothing, failing] });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("counts the unread as the bell does, also those that are not listed", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [stub(listNotices, [aNotice({ isRead: false })]), nothing],
  });
  expect(await screen.findByRole("heading", { name: "Notices 1 unread" })).toBeVisible();
  act(() => void queryClient.setQueryData(keyOf(countUnreadNotices), { unread: 13 }));
  expect(await screen.findByRole("heading", { name: "Notices 13 unread" })).toBeVisible();
});
