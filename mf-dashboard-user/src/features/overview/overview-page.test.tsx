import { act, screen, waitFor, within } from "@testing-library/react";
import { listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { listJudgingInvitations, type JudgingInvitation } from "@conquest/shared/contracts/judging/judges";
import { countUnreadNotices, listContactMessages, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { listParticipatedContests } from "@conquest/shared/contracts/taking-part";
import { listUsersExcept } from "@conquest/shared/contracts/users";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import { acts, aJudgingInvitation, aMyContest, aNotice, aParticipation, aUser, anAdminContest, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const noNotices = stub(listNotices, []);
const aMessage = { _id: sampleId(1), name: "Mina", email: "mina@example.com", message: "Hello", at: "2026-01-01T00:00:00.000Z", isHandled: false, replies: [] };
const nextSteps = () => within(screen.getByRole("region", { name: "What next" }));

it("welcomes a user and says which entry is due first", async () => {
  const soon = aParticipation({ _id: sampleId(1), name: "Soon", deadline: "2030-01-01T00:00:00.000Z" });
  const later = aParticipation({ _id: sampleId(2), name: "Later", deadline: "2031-01-01T00:00:00.000Z" });
  const done = aParticipation({ _id: sampleId(3), name: "Done", entryState: "submitted" });
  const closed = aParticipation({ _id: sampleId(4), name: "Closed", may: acts() });
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [noNotices, stub(listParticipatedContests, [later, done, closed, soon])] });
  expect(screen.getByRole("heading", { name: "Welcome, Rafi Ahmed" })).toBeVisible();
  expect(await nextSteps().findByRole("link", { name: /Submit your entry to “Soon”/ })).toHaveAttribute("href", `/contest-details/${sampleId(1)}#entry`);
  expect(nextSteps().getAllByRole("link").map((link) => link.textContent)).toEqual([
    expect.stringContaining("Soon"),
    expect.stringContaining("Later"),
    expect.stringContaining("Find a contest"),
  ]);
});

it("tells a creator which contests wait for a winner or for changes", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: { role: "creator" },
    answers: [
      noNotices,
      stub(listMyContests, ({ query }) => (query.phase === "overdue" || query.isJoined === "false" ? [] : [aMyContest({ phase: query.phase ?? "open" })])),
    ],
  });
  expect(await nextSteps().findByRole("link", { name: /Choose 1 winner/ })).toHaveAttribute("href", "/dashboard/contest_submitted?phase=judging");
  expect(nextSteps().getByRole("link", { name: /Change 1 contest/ })).toBeVisible();
  expect(nextSteps().queryByRole("link", { name: /overdue/ })).not.toBeInTheDocument();
});

it("names to a creator what closed with nobody in it, what ends sooner first", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: { role: "creator" },
    answers: [
      noNotices,
      stub(listMyContests, ({ query }) => {
        if (query.isJoined !== "false") return [];
        const [place, name] = query.phase === "overdue" ? ([1, "Sooner"] as const) : ([2, "Later"] as const);
        return [aMyContest({ _id: sampleId(place), name, phase: query.phase ?? "open", participantCount: 0 })];
      }),
    ],
  });
  const sooner = await nextSteps().findByRole("link", { name: /Nobody joined “Sooner”/ });
  expect(sooner).toHaveAttribute("href", `/dashboard/my_created_contests?contest=${sampleId(1)}`);
  expect(sooner).toHaveTextContent("With a later deadline it opens again; else it is cancelled.");
  expect(nextSteps().getAllByRole("link").map((link) => link.textContent)).toEqual([expect.stringContaining("Sooner"), expect.stringContaining("Later"), expect.stringContaining("Add a contest")]);
});

describe("whoever judges for others", () => {
  const judged = (name: string, given: Partial<JudgingInvitation["contest"]>, ratedCount = 0) =>
    aJudgingInvitation({ state: "accepted", ratedCount, contest: { ...aJudgingInvitation().contest, name, phase: "judging", ...given } });

  it.each(["user", "creator", "admin"] as const)("is told what waits for their ratings, what closed first before the others: %s", async (role) => {
    const page = renderAt("/dashboard", UserRoutes, {
      session: { role, isJudge: true },
      answers: [
        ...[noNotices, stub(listParticipatedContests, []), stub(listMyContests, []), stub(listUsersExcept, []), stub(listContestsUnfiltered, []), stub(listContactMessages, [])],
        stub(listJudgingInvitations, [
          judged("Later", { _id: sampleId(2), deadline: "2026-01-02T00:00:00.000Z", entryCount: 3 }, 1),
          judged("Sooner", { _id: sampleId(1), deadline: "2026-01-01T00:00:00.000Z", entryCount: 2, phase: "overdue", winnerDueAt: new Date(Date.now() - 3 * 86_400_000 - 1).toISOString() }),
        ]),
      ],
    });
    const sooner = await nextSteps().findByRole("link", { name: /Rate the entries of “Sooner”/ });
    expect(sooner).toHaveAttribute("href", `/dashboard/judging/${sampleId(1)}`);
    expect(sooner).toHaveTextContent("0 of 2 rated. The winner was due 3 days ago.");
    expect(nextSteps().queryByText("Nothing waits for you")).not.toBeInTheDocument();
    expect(nextSteps().getAllByRole("link").slice(0, 2).map((link) => link.textContent)).toEqual([expect.stringContaining("Sooner"), expect.stringContaining("Later")]);
    expect(page.calls.find(({ endpoint }) => endpoint === listJudgingInvitations)?.query).toEqual({ isToRate: "true" });
  });

  it("is told of nothing else where that cannot be known", async () => {
    renderAt("/dashboard", UserRoutes, { session: { isJudge: true }, answers: [noNotices, stub(listParticipatedContests, []), refuse(listJudgingInvitations, 500, "failed", "Something broke.")] });
    expect(await nextSteps().findByRole("link", { name: /Find a contest/ })).toBeVisible();
  });
});

it("has nobody wait for the winner of a contest that nobody joined", async () => {
  const creator = renderAt("/dashboard", UserRoutes, {
    session: { role: "creator" },
    answers: [noNotices, stub(listMyContests, ({ query }) => (query.isJoined || query.phase === "changes_requested" ? [] : [aMyContest({ participantCount: 0 })]))],
  });
  expect(await nextSteps().findByRole("link", { name: /Add a contest/ })).toBeVisible();
  expect(nextSteps().getAllByRole("link")).toHaveLength(1);
  creator.unmount();

  const unjoined = stub(listContestsUnfiltered, ({ query }) => (query.phase === "overdue" && !query.isJoined ? [anAdminContest({ participantCount: 0 })] : []));
  renderAt("/dashboard", UserRoutes, { session: { role: "admin" }, answers: [noNotices, stub(listUsersExcept, []), unjoined, stub(listContactMessages, [])] });
  expect(await screen.findByText("Nothing waits for you")).toBeVisible();
});

it("tells an admin what waits", async () => {
  renderAt("/dashboard", UserRoutes, {
    session: { role: "admin" },
    answers: [
      noNotices,
      stub(listUsersExcept, [aUser({ role: "requested" })]),
      stub(listContestsUnfiltered, ({ query }) => (query.phase === "in_review" ? [anAdminContest()] : [])),
      stub(listContactMessages, ({ query }) => (query.isHandled === "false" ? [aMessage] : [aMessage, { ...aMessage, _id: sampleId(2), isHandled: true }])),
    ],
  });
  expect(await nextSteps().findByRole("link", { name: /Review 1 contest/ })).toHaveAttribute("href", "/dashboard/manage_contests?phase=in_review");
  expect(nextSteps().getByRole("link", { name: /Answer 1 request/ })).toHaveAttribute("href", "/dashboard/manage_users?role=requested");
  expect(nextSteps().getByRole("link", { name: /Read 1 message/ })).toHaveAttribute("href", "/dashboard/inbox");
});

it("counts every open message, however many there are", async () => {
  const counted = stub(listContactMessages, ({ query }) => (query.isHandled === "false" ? [aMessage] : []), { "x-total-count": "73" });
  const answers = [noNotices, stub(listUsersExcept, []), stub(listContestsUnfiltered, []), counted];
  renderAt("/dashboard", UserRoutes, { session: { role: "admin" }, answers });
  expect(await nextSteps().findByRole("link", { name: /Read 73 messages/ })).toBeVisible();
});

it("says so when nothing waits for an admin", async () => {
  const answers = [noNotices, stub(listUsersExcept, []), stub(listContestsUnfiltered, []), stub(listContactMessages, [])];
  renderAt("/dashboard", UserRoutes, { session: { role: "admin" }, answers });
  expect(await screen.findByText("Nothing waits for you")).toBeVisible();
});

it("lists notices and marks one, then all, as read", async () => {
  const at = new Date().toISOString();
  let notices = [aNotice({ _id: sampleId(1), text: "First", at }), aNotice({ _id: sampleId(2), text: "Second" }), aNotice({ _id: sampleId(3), text: "Old", isRead: true })];
  const page = renderAt("/dashboard", UserRoutes, {
    session: {},
    answers: [
      stub(listParticipatedContests, []),
      stub(listNotices, () => notices),
      stub(markNoticesRead, ({ body }) => {
        notices = notices.map((notice) => (!body.ids || body.ids.includes(notice._id) ? { ...notice, isRead: true } : notice));
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
  expect(page.calls.filter(({ endpoint }) => endpoint === markNoticesRead).map(({ body }) => body)).toEqual([{ ids: [sampleId(1)] }, { until: at }]);
});

it("reads what a notice quotes in its own direction", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [stub(listParticipatedContests, []), stub(listNotices, [aNotice({ text: "“ملصق 12” was cancelled: too late." })])] });
  expect(await screen.findByText("“\u2068ملصق 12\u2069” was cancelled: too late.")).toBeVisible();
});

it("says when there is no notice", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [stub(listParticipatedContests, []), noNotices] });
  expect(await screen.findByText("No notices yet")).toBeVisible();
});

it("offers another try when the notices could not be loaded", async () => {
  const failing = refuse(listNotices, 500, "unexpected", "Something went wrong here.");
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [stub(listParticipatedContests, []), failing] });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("counts the unread as the bell does, also those that are not listed", async () => {
  renderAt("/dashboard", UserRoutes, { session: {}, answers: [stub(listNotices, [aNotice({ isRead: false })]), stub(listParticipatedContests, [])] });
  expect(await screen.findByRole("heading", { name: "Notices 1 unread" })).toBeVisible();
  act(() => void queryClient.setQueryData(keyOf(countUnreadNotices), { unread: 13 }));
  expect(await screen.findByRole("heading", { name: "Notices 13 unread" })).toBeVisible();
});
