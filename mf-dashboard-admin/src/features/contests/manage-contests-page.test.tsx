import { act, screen, waitFor, within } from "@testing-library/react";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import {
  commentOnContest,
  confirmContest,
  featureContest,
  listContestsUnfiltered,
  returnToReview,
} from "@conquest/shared/contracts/review";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { renderAt } from "@conquest/shared/testing/render-at";
import { samplePermissions, allowed, anAdminContest, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const remove = { ...allowed, how: "delete" } as const;
const inReview = (fields: Partial<AdminContest> = {}) =>
  anAdminContest({
    status: "pending",
    phase: "in_review",
    participantCount: 0,
    may: samplePermissions({ confirm: allowed, decide: allowed, remove }),
    ...fields,
  });
const confirmed = (fields: Partial<AdminContest> = {}) =>
  inReview({
    status: "open",
    phase: "open",
    may: samplePermissions({
      confirm: deniedBecause("This contest is open already."),
      remove,
      returnToReview: allowed,
    }),
    ...fields,
  });
const open = (contests: AdminContest[], ...answers: Stub[]) =>
  renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [stub(listContestsUnfiltered, contests), ...answers],
  });
const answerYes = async (page: ReturnType<typeof renderAt>) =>
  page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
const comment = {
  _id: sampleId(41),
  text: "Please name the prize.",
  decision: "comment",
  author: "Ada",
  at: "2026-01-02T08:00:00.000Z",
  isReturn: false,
} as const;

beforeEach(() => sessionStorage.clear());

it("lists image, name, creator and status", async () => {
  open([inReview()]);
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText("Nadia Rahman")).toBeVisible();
  expect(row.getByText("nadia@example.com")).toBeVisible();
  expect(row.getByText("pending")).toBeVisible();
  expect(row.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute(
    "href",
    `/dashboard/contest_review/${sampleId(1)}`,
  );
});

it("counts refunded participants of a cancelled contest", async () => {
  open([
    confirmed({ name: "Posters", phase: "cancelled", participantCount: 0, refundedCount: 3, amountDue: 500 }),
    confirmed({
      _id: sampleId(2),
      name: "Films",
      phase: "cancelled",
      participantCount: 0,
      refundedCount: 1,
      amountDue: 0,
    }),
    confirmed({ _id: sampleId(3), name: "Games", participantCount: 2 }),
  ]);
  expect(await screen.findByText(/· 3 participants, refunded$/)).toBeVisible();
  expect(screen.getByText(/· 1 participant$/)).toBeVisible();
  expect(screen.getByText(/· 2 participants$/)).toBeVisible();
});

it("shows which correction the results are for", async () => {
  renderAt("/dashboard/manage_contests?q=postr", AdminRoutes, {
    session: admin,
    answers: [stub(listContestsUnfiltered, [inReview()], { "x-total-count": "1", "x-results-for": "poster" })],
  });
  expect(await screen.findByText("No contests match “postr”. Showing results for “poster”.")).toBeVisible();
});

it.each([
  ["judging", "Judging"],
  ["overdue", "Winner overdue"],
  ["completed", "Completed"],
  ["cancelled", "Cancelled"],
] as const)("shows the phase %s as the only badge and the stored status as a hint", async (phase, label) => {
  open([confirmed({ phase, participantCount: 2 })]);
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText(label)).toHaveClass("cq-badge");
  expect(row.getByTitle("Stored status: open").querySelectorAll(".cq-badge")).toHaveLength(1);
  expect(row.queryByText("open")).not.toBeInTheDocument();
});

it.each([
  ["rejected", "Rejected"],
  ["changes_requested", "Changes requested"],
] as const)("shows only the phase badge of a contest that is %s", async (phase, label) => {
  open([inReview({ phase })]);
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText(label)).toHaveClass("cq-badge");
  expect(row.getByTitle("Stored status: pending")).toContainElement(row.getByText(label));
  expect(row.queryByText("pending")).not.toBeInTheDocument();
});

it("shows that an overdue contest has no participants", async () => {
  open([confirmed({ phase: "overdue", participantCount: 0 })]);
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText("No participants")).toBeVisible();
  expect(row.queryByText("Winner overdue")).not.toBeInTheDocument();
});

it("marks opened contests that are not public", async () => {
  open([
    confirmed({ name: "Posters", isPublic: false }),
    confirmed({ _id: sampleId(2), name: "Films", isPublic: false, hiddenAt: "2026-01-01T00:00:00.000Z" }),
    inReview({ _id: sampleId(3), name: "Essays", isPublic: false }),
    confirmed({ _id: sampleId(4), name: "Games", isPublic: false, phase: "cancelled" }),
  ]);
  expect(within(await screen.findByRole("row", { name: /Posters/ })).getByText("Temporarily hidden")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Films/ })).getByText("Hidden")).toBeVisible();
  expect(screen.getAllByText("Temporarily hidden")).toHaveLength(1);
});

it("asks before confirming and quotes the rejection", async () => {
  const page = open([
    inReview({
      phase: "rejected",
      comments: [
        { ...comment, _id: sampleId(42), text: "It recruits investors.", decision: "rejected" },
        { ...comment, text: "Name the prize.", decision: "changes_requested" },
      ],
    }),
  ]);
  await page.user.click(await screen.findByRole("button", { name: "Confirm" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Confirm “Posters for the book fair”?" }));
  expect(question.getByText(/rejected it on 2 Jan 2026/)).toHaveTextContent(/^Ada /);
  expect(question.getByText("It recruits investors.")).toBeVisible();
  expect(question.queryByText("Name the prize.")).not.toBeInTheDocument();
  await page.user.click(question.getByRole("button", { name: "Go back" }));
  expect(page.calls).toHaveLength(1);
});

it("confirms a contest once on a double click", async () => {
  let contest = inReview();
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => [contest]),
      stub(confirmContest, () => {
        contest = confirmed();
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Confirm" }));
  await page.user.dblClick(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Status updated successfully!")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Confirm" })).toBeDisabled());
  expect(
    page.calls.filter(({ endpoint }) => endpoint === confirmContest).map(({ body, query }) => ({ body, query })),
  ).toEqual([{ body: { status: "open" }, query: { revision: 1 } }]);
});

function reviewStubs() {
  const first = { _id: sampleId(1), name: "River stories" };
  const second = { _id: sampleId(2), name: "Tea posters" };
  const opened = new Set<string>();
  const all = () =>
    [first, second].map((contest) => (opened.has(contest._id) ? confirmed(contest) : inReview(contest)));
  return [
    stub(listContestsUnfiltered, ({ query }) =>
      all()
        .filter(({ phase, name }) => (!query.phase || query.phase === phase) && name.includes(query.q ?? ""))
        .toSorted((one, other) => one.status.localeCompare(other.status) * -1),
    ),
    stub(confirmContest, ({ params }) => {
      opened.add(params.id);
      return { modifiedCount: 1 };
    }),
    stub(returnToReview, ({ params }) => {
      opened.delete(params.id);
      return { modifiedCount: 1 };
    }),
  ];
}
const names = () => screen.getAllByRole("rowheader").map((cell) => within(cell).getByRole("link").textContent);
const firstRow = () => within(screen.getAllByRole("row")[1] as HTMLElement);

it.each(["/dashboard/manage_contests", "/dashboard/manage_contests?phase=in_review"])(
  "keeps a confirmed contest in its row against double clicks: %s",
  async (address) => {
    const page = renderAt(address, AdminRoutes, { session: admin, answers: reviewStubs() });
    await page.user.click((await screen.findAllByRole("button", { name: "Confirm" }))[0] as HTMLElement);
    await answerYes(page);
    await waitFor(() => expect(firstRow().getByText("open")).toBeVisible());
    expect(names()).toEqual(["River stories", "Tea posters"]);
    await page.user.click(firstRow().getByRole("button", { name: "Confirm" }));
    expect(page.calls.filter(({ endpoint }) => endpoint === confirmContest).map(({ params }) => params["id"])).toEqual([
      sampleId(1),
    ]);
  },
);

it("names the confirmed contest in the toast and reverts it on Undo", async () => {
  const page = renderAt("/dashboard/manage_contests?phase=in_review", AdminRoutes, {
    session: admin,
    answers: reviewStubs(),
  });
  const toasts = within(screen.getByRole("list", { name: "Toasts" }));
  await page.user.click((await screen.findAllByRole("button", { name: "Confirm" }))[1] as HTMLElement);
  await answerYes(page);
  expect(await toasts.findByText("Status updated successfully!")).toBeVisible();
  expect(toasts.getByText("Tea posters")).toBeVisible();

  const undo = await screen.findByRole("button", { name: "Undo" });
  expect(undo).toHaveAccessibleDescription("Tea posters");
  await page.user.click(undo);
  expect(await toasts.findByText("Approval undone")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("open")).not.toBeInTheDocument());
  expect(page.calls.filter(({ endpoint }) => endpoint === returnToReview).map(({ params }) => params["id"])).toEqual([
    sampleId(2),
  ]);
  expect(names()).toEqual(["River stories", "Tea posters"]);
});

it("shows the server's order again on the next visit", async () => {
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, { session: admin, answers: reviewStubs() });
  await page.user.click((await screen.findAllByRole("button", { name: "Confirm" }))[0] as HTMLElement);
  await answerYes(page);
  await waitFor(() => expect(firstRow().getByText("open")).toBeVisible());
  await act(() => page.go("/dashboard/manage_contests"));
  expect(names()).toEqual(["Tea posters", "River stories"]);
});

it("offers no Undo if the contest cannot return to review", async () => {
  open([confirmed({ may: samplePermissions() })]);
  expect(await screen.findByRole("button", { name: "Comment" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

it("shows why a contest cannot be confirmed", async () => {
  const page = open([inReview()], stubError(confirmContest, 409, "deadline_passed", "Its deadline has passed."));
  await page.user.click(await screen.findByRole("button", { name: "Confirm" }));
  await answerYes(page);
  expect(await within(screen.getByRole("alertdialog")).findByText("Its deadline has passed.")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Go back" }));
  expect(screen.getByRole("button", { name: "Confirm" })).toBeEnabled();
});

it("requires a text for a comment and then shows success", async () => {
  const page = open([inReview()], stub(commentOnContest, comment));
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText(REQUIRED)).toBeVisible();
  expect(screen.queryByText("Comment sent successfully!")).not.toBeInTheDocument();

  await page.user.type(screen.getByLabelText("Your comment"), "Please name the prize.");
  await page.user.click(screen.getByRole("radio", { name: /Ask for changes/ }));
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText("Changes requested")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(page.calls.find(({ endpoint }) => endpoint === commentOnContest)?.body).toEqual({
    text: "Please name the prize.",
    decision: "changes_requested",
    revision: 1,
  });
});

it("keeps a comment if sending fails", async () => {
  const page = open([inReview()], stubError(commentOnContest, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  await page.user.type(screen.getByLabelText("Your comment"), "Please name the prize.");
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByLabelText("Your comment")).toHaveValue("Please name the prize.");
  expect(screen.queryByText("Comment sent successfully!")).not.toBeInTheDocument();
});

it("offers no decision if deciding is not allowed", async () => {
  const page = open([inReview({ may: samplePermissions() })]);
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  expect(await screen.findByLabelText("Your comment")).toBeVisible();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
});

it("sends only a comment if a drafted decision is no longer allowed", async () => {
  const before = open([inReview()]);
  await before.user.click(await screen.findByRole("button", { name: "Comment" }));
  await before.user.type(screen.getByLabelText("Your comment"), "Please name the prize.");
  await before.user.click(screen.getByRole("radio", { name: /^Reject/ }));
  before.unmount();

  const page = open([inReview({ may: samplePermissions() })], stub(commentOnContest, comment));
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  expect(await screen.findByLabelText("Your comment")).toHaveValue("Please name the prize.");
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText("Comment sent successfully!")).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === commentOnContest)?.body).toMatchObject({ decision: "comment" });
});

it("shows the refunds before cancelling", async () => {
  const paid = confirmed({
    paidCount: 1,
    paidTotal: 200,
    may: samplePermissions({ remove: { ...allowed, how: "cancel" } }),
  });
  const page = open(
    [paid],
    stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 1, refundedTotal: 200 }),
  );
  await page.user.click(await screen.findByRole("button", { name: "Cancel contest" }));
  expect(await screen.findByText(/refund 1 person, ৳200/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest and refund 1 person" }));
  expect(await screen.findByText("Contest cancelled. 1 person refunded, ৳200.")).toBeVisible();
});

it("removes a deleted contest and focuses the row in its place", async () => {
  let contests = [inReview(), inReview({ _id: sampleId(2), name: "Tea posters" })];
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => contests),
      stub(deleteContest, ({ params }) => {
        contests = contests.filter(({ _id }) => _id !== params.id);
        return { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 };
      }),
    ],
  });
  await page.user.click((await screen.findAllByRole("button", { name: "Delete" }))[0] as HTMLElement);
  await page.user.click(await screen.findByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
  await waitFor(() => expect(names()).toEqual(["Tea posters"]));
  await waitFor(() => expect(screen.getByRole("rowheader", { name: /Tea posters/ })).toHaveFocus());
  await page.user.click(screen.getByRole("button", { name: "Delete" }));
  await page.user.click(await screen.findByRole("button", { name: "Delete contest" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Manage Contests" })).toHaveFocus());
});

it("keeps the focus in the row when its button becomes disabled", async () => {
  const page = renderAt("/dashboard/manage_contests?phase=in_review", AdminRoutes, {
    session: admin,
    answers: reviewStubs(),
  });
  await page.user.click((await screen.findAllByRole("button", { name: "Confirm" }))[1] as HTMLElement);
  await answerYes(page);
  await waitFor(() => expect(screen.getByRole("rowheader", { name: /^Tea posters/ })).toHaveFocus());
});

it("keeps the focus in the row of a cancelled contest", async () => {
  let contests = [
    confirmed({ may: samplePermissions({ remove: { ...allowed, how: "cancel" } }) }),
    inReview({ _id: sampleId(2), name: "Tea posters" }),
  ];
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => contests),
      stub(deleteContest, () => {
        contests = contests.map((contest, index) =>
          index === 0 ? { ...contest, phase: "cancelled", may: samplePermissions() } : contest,
        );
        return { deletedCount: 0, cancelled: true, refundedCount: 0, refundedTotal: 0 };
      }),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Cancel contest" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel contest" }));
  expect(await screen.findByText("Contest cancelled.")).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Delete" })[0]).toHaveFocus());
});

it("links the entries if an admin can choose the winner", async () => {
  open([confirmed({ phase: "overdue", may: samplePermissions({ declareWinner: allowed }) })]);
  expect(await screen.findByRole("link", { name: "Entries" })).toHaveAttribute(
    "href",
    `/dashboard/contest_submitted/${sampleId(1)}`,
  );
});

it("filters by the URL and shows when nothing matches", async () => {
  const page = renderAt("/dashboard/manage_contests?phase=in_review", AdminRoutes, {
    session: admin,
    answers: [stub(listContestsUnfiltered, ({ query }) => (query.phase === "in_review" ? [] : [inReview()]))],
  });
  expect(await screen.findByText("No contests to review")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show all contests" }));
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
});

it("shows a skeleton, then the error", async () => {
  renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [stubPending(listContestsUnfiltered)],
  }).unmount();
  renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [stubError(listContestsUnfiltered, 500, "unexpected", "Something went wrong here.")],
  });
  expect(screen.getByText("Loading the contests")).toBeInTheDocument();
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
});

it("focuses the heading when Retry is removed", async () => {
  let isBroken = true;
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => {
        if (isBroken) throw new Error("No answer");
        return [inReview()];
      }),
    ],
  });
  const retry = await screen.findByRole("button", { name: "Retry" });
  isBroken = false;
  await page.user.click(retry);
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Manage Contests" })).toHaveFocus());
});

it("features a contest on the home page and reverts it", async () => {
  let isFeatured = false;
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: { role: "admin" },
    answers: [
      stub(listContestsUnfiltered, () => [
        anAdminContest({ isFeatured, may: samplePermissions({ feature: allowed }) }),
      ]),
      stub(featureContest, ({ body }) => {
        isFeatured = body.isFeatured;
        return { modifiedCount: 1 };
      }),
    ],
  });
  const star = () => screen.findByRole("button", { name: "Feature on the home page" });
  await page.user.click(await star());
  await waitFor(async () => expect(await star()).toHaveAttribute("aria-pressed", "true"));
  await page.user.click(await star());
  await waitFor(async () => expect(await star()).toHaveAttribute("aria-pressed", "false"));
});

it("shows why a contest cannot be featured", async () => {
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: { role: "admin" },
    answers: [
      stub(listContestsUnfiltered, [anAdminContest({ may: samplePermissions({ feature: allowed }) })]),
      stubError(
        featureContest,
        409,
        "too_many_featured",
        "3 contests are featured already. Take one of them back first.",
      ),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Feature on the home page" }));
  expect(await screen.findByText("3 contests are featured already. Take one of them back first.")).toBeVisible();
});
