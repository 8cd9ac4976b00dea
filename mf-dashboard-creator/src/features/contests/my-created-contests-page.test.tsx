import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { draftForm, duplicateContest, getDraft } from "@conquest/shared/contracts/drafts";
import { deleteContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listAnnouncements, publishAnnouncement } from "@conquest/shared/contracts/announcements";
import type { MyContest } from "@conquest/shared/contracts/contests";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  samplePermissions,
  allowed,
  aMyContest,
  anAnnouncement,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";
import { counts, openAction } from "./testing/contest-pages";

const creator = { role: "creator" } as const;
const draft = (overrides: Partial<MyContest> = {}) =>
  aMyContest({
    name: "River stories",
    status: "pending",
    phase: "in_review",
    participantCount: 0,
    participants: [],
    ...overrides,
  });
const open = (contests: MyContest[], ...answers: Stub[]) =>
  renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: creator,
    answers: [counts, stub(listMyContests, contests), ...answers],
  });

beforeEach(() => sessionStorage.clear());

it("lists title, description and status under a count, with one badge each", async () => {
  open([
    draft(),
    draft({
      _id: sampleId(2),
      name: "Posters",
      status: "open",
      phase: "judging",
      participantCount: 2,
      description: "x".repeat(90),
    }),
  ]);
  const row = await screen.findByRole("row", { name: /River stories/ });
  expect(within(row).getByText("pending")).toBeVisible();
  expect(within(row).getByText("In review")).toBeVisible();
  const other = screen.getByRole("row", { name: /Posters/ });
  expect(within(other).getByText("Judging")).toBeVisible();
  expect(within(other).queryByText("open")).not.toBeInTheDocument();
  expect(within(other).getByText(`${"x".repeat(80)}…`)).toBeVisible();
  expect(screen.getByText("2", { exact: false, selector: ".cq-count" })).toHaveTextContent("2 contests");
});

it("marks hidden contests, also in the list of entries", async () => {
  const hiddenAt = "2026-01-02T08:00:00.000Z";
  const contests = [
    draft({ name: "Kites", status: "open", phase: "judging", isPublic: false, hiddenAt }),
    draft({ _id: sampleId(2), name: "Posters", status: "open", phase: "judging" }),
    draft({ _id: sampleId(3), name: "Films", status: "open", phase: "cancelled", isPublic: false, hiddenAt }),
    draft({ _id: sampleId(4), name: "Songs", isPublic: false }),
  ];
  for (const list of ["my_created_contests", "contest_submitted"]) {
    renderAt(`/dashboard/${list}`, CreatorRoutes, {
      session: creator,
      answers: [counts, stub(listMyContests, contests)],
    });
    expect(within(await screen.findByRole("row", { name: /Kites/ })).getByText("Hidden")).toBeVisible();
    for (const name of [/Posters/, /Films/, /Songs/])
      expect(
        within(screen.getByRole("row", { name })).queryByText(/Hidden|Temporarily hidden/),
      ).not.toBeInTheDocument();
    cleanup();
  }
});

it("shows no closing time for rejected contests", async () => {
  open([draft(), draft({ _id: sampleId(2), name: "Posters", phase: "rejected" })]);
  expect(within(await screen.findByRole("row", { name: /River stories/ })).getByText(/^Closes in/)).toBeVisible();
  expect(within(screen.getByRole("row", { name: /Posters/ })).queryByText(/^Closes/)).not.toBeInTheDocument();
});

it("asks for a later deadline if it has passed before review", async () => {
  const passed = "2026-01-02T08:00:00.000Z";
  open([
    draft({ deadline: passed }),
    draft({ _id: sampleId(2), name: "Posters" }),
    draft({ _id: sampleId(3), name: "Kites", status: "open", phase: "judging", deadline: passed }),
  ]);
  const said = /^Set a later deadline\. Admins can/;
  expect(within(await screen.findByRole("row", { name: /River stories/ })).getByText(said)).toBeVisible();
  for (const name of [/Posters/, /Kites/])
    expect(within(screen.getByRole("row", { name })).queryByText(said)).not.toBeInTheDocument();
});

it("links to adding a contest if there are none", async () => {
  open([]);
  expect(await screen.findByText("No contests found")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add your first contest" })).toHaveAttribute(
    "href",
    "/dashboard/add_contest",
  );
});

it.each(["user", "requested", "admin"] as const)(
  "lets a former creator with role %s manage contests but not add any",
  async (role) => {
    const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
      session: { role },
      answers: [counts, stub(listMyContests, [draft()])],
    });
    const row = within(await screen.findByRole("row", { name: /River stories/ }));
    expect(row.getByRole("button", { name: "Edit" })).toBeEnabled();
    for (const name of [/^Drafts/, "Add contest"]) expect(screen.queryByRole("link", { name })).not.toBeInTheDocument();
    expect(await openAction(page.user, "Send announcement")).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Duplicate" })).not.toBeInTheDocument();
    expect(screen.queryAllByText(/^You're no longer a creator/)).toHaveLength(role === "admin" ? 0 : 1);
  },
);

it.each(["/dashboard/my_created_contests", "/dashboard/contest_submitted"])(
  "does not offer non-creators to add a contest: %s",
  async (path) => {
    renderAt(path, CreatorRoutes, { session: { role: "user" }, answers: [counts, stub(listMyContests, [])] });
    expect(await screen.findByText("No contests found")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Add your first contest" })).not.toBeInTheDocument();
  },
);

it("shows the contest in the URL until the user searches or clears the filter", async () => {
  const [stories, posters] = [draft(), draft({ _id: sampleId(2), name: "Posters" })];
  const answer = stub(listMyContests, ({ query }) =>
    query.contest ? [posters] : query.q ? [stories] : [stories, posters],
  );
  const page = renderAt(`/dashboard/my_created_contests?contest=${posters._id}`, CreatorRoutes, {
    session: creator,
    answers: [counts, answer],
  });
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
  expect(screen.queryByRole("row", { name: /River stories/ })).not.toBeInTheDocument();
  await page.user.type(screen.getByLabelText("Search your contests"), "River");
  expect(await screen.findByRole("row", { name: /River stories/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove filter One contest" })).not.toBeInTheDocument();
  await page.user.clear(screen.getByLabelText("Search your contests"));
  await page.user.click(await screen.findByRole("button", { name: "Remove filter One contest" }));
  expect(await screen.findByRole("row", { name: /River stories/ })).toBeVisible();
  expect(screen.getByRole("row", { name: /Posters/ })).toBeVisible();
});

it("filters by group, keeps the search, and counts each group", async () => {
  const page = renderAt("/dashboard/my_created_contests?q=river&phase=overdue", CreatorRoutes, {
    session: creator,
    answers: [counts, stub(listMyContests, [draft()])],
  });
  const groups = within(await screen.findByRole("navigation", { name: "Contests by status" }));
  expect(await groups.findByRole("link", { name: "All 8" })).not.toHaveAttribute("aria-current");
  expect(groups.getByRole("link", { name: "Judging 0" })).toHaveAttribute("aria-current", "true");
  expect(groups.getByRole("link", { name: "Drafts 2" })).toHaveAttribute("href", "/dashboard/contest_drafts");
  const lastQuery = () => page.calls.findLast(({ endpoint }) => endpoint === listMyContests)?.query;
  expect(lastQuery()).toEqual({ q: "river", group: "judging" });
  await page.user.click(groups.getByRole("link", { name: "Done 4" }));
  expect(page.address()).toBe("/dashboard/my_created_contests?phase=completed&q=river");
  await waitFor(() => expect(lastQuery()).toEqual({ q: "river", group: "done" }));
});

it.each([
  ["open", {}, "contest_progress", "Manage"],
  ["judging", { readEntries: allowed, declareWinner: allowed }, "contest_submitted", "Pick winner"],
  ["completed", { readEntries: allowed }, "contest_progress", "Manage"],
] as const)("leads to the progress, or to picking a winner: %s", async (phase, may, path, name) => {
  open([draft({ status: "open", phase, entryCount: 1, may: samplePermissions(may) })]);
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", `/dashboard/${path}/${sampleId(1)}`);
});

it("has no link to the progress before the contest opens", async () => {
  open([draft()]);
  expect(await screen.findByRole("button", { name: "Edit" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Manage" })).not.toBeInTheDocument();
});

it("calls the button Cancel contest once someone has paid", async () => {
  const remove = { ...allowed, how: "cancel" as const };
  open([draft({ status: "open", phase: "open", paidCount: 2, may: samplePermissions({ remove }) })]);
  expect(await screen.findByRole("button", { name: "Cancel contest" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

it.each([
  ["changes_requested", 1],
  ["in_review", 0],
] as const)("shows why changes were requested until the contest is sent for review again: %s", async (phase, count) => {
  const comment = {
    _id: sampleId(41),
    text: "Please name the prize.",
    decision: "changes_requested",
    author: "Admin",
    at: "2026-01-02T08:00:00.000Z",
    isReturn: false,
  } as const;
  open([draft({ phase, comments: [comment] })]);
  expect(await screen.findByRole("row", { name: /River stories/ })).toBeVisible();
  expect(screen.queryAllByText("Please name the prize.")).toHaveLength(count);
});

it("shows that a filter has no matches and clears it", async () => {
  const page = renderAt("/dashboard/my_created_contests?phase=cancelled", CreatorRoutes, {
    session: creator,
    answers: [counts, stub(listMyContests, ({ query }) => (query.group ? [] : [draft()]))],
  });
  expect(await screen.findByText("No contests match")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("row", { name: /River stories/ })).toBeVisible();
  expect(page.address()).toBe("/dashboard/my_created_contests");
});

it("searches while typing and keeps the term in the URL", async () => {
  const page = open([draft()]);
  await page.user.type(await screen.findByLabelText("Search your contests"), "river");
  await waitFor(() => expect(page.address()).toBe("/dashboard/my_created_contests?q=river"));
  await waitFor(() => expect(page.calls.at(-1)?.query).toMatchObject({ q: "river" }));
});

it("shows a skeleton while loading", async () => {
  renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: creator,
    answers: [counts, stubPending(listMyContests)],
  });
  expect(await screen.findByRole("link", { name: "All 8" })).toBeVisible();
  expect(screen.getByText("Loading your contests")).toBeInTheDocument();
});

it("offers a retry if loading fails", async () => {
  const answers = [counts, stubError(listMyContests, 500, "unexpected", "Something went wrong here.")];
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, { session: creator, answers });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  const before = page.calls.length;
  await page.user.click(screen.getByRole("button", { name: "Retry" }));
  expect(page.calls.length).toBeGreaterThan(before);
});

const toDetails = ({ creator, rules: _, ...contest }: MyContest) =>
  aContestDetails({ ...contest, creator: { ...aContestDetails().creator, ...creator } });

it("prefills the update dialog, shows the comments, and sends the changes", async () => {
  const comment = {
    _id: sampleId(41),
    text: "Please name the prize.",
    decision: "changes_requested",
    author: "Admin",
    at: "2026-01-02T08:00:00.000Z",
    isReturn: false,
  } as const;
  const contest = draft({ comments: [comment], phase: "changes_requested" });
  const page = open(
    [contest],
    stub(getContestDetails, toDetails(contest)),
    stub(updateContest, { modifiedCount: 1, contest }),
  );
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog", { name: "Update Contest" });
  expect(await within(dialog).findByLabelText("Name")).toHaveValue("River stories");
  expect(within(dialog).getByText("Please name the prize.")).toBeVisible();
  expect(within(dialog).getByLabelText("Prize")).toHaveValue("25000");

  await page.user.clear(within(dialog).getByLabelText("Prize"));
  await page.user.type(within(dialog).getByLabelText("Prize"), "30000");
  await page.user.click(within(dialog).getByRole("button", { name: "Update Contest" }));
  expect(await screen.findByText("Contest updated successfully")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(page.calls.find(({ endpoint }) => endpoint === updateContest)?.body).toEqual({ prize: "30000" });
});

it("reports that there are no changes", async () => {
  const page = open(
    [draft()],
    stub(getContestDetails, toDetails(draft())),
    stub(updateContest, { modifiedCount: 0, contest: draft() }),
  );
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  await page.user.click(await screen.findByRole("button", { name: "Update Contest" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByText("No changes to save")).toBeVisible();
  expect(screen.queryByText("Contest updated successfully")).not.toBeInTheDocument();
});

it("deletes a contest after confirmation", async () => {
  const page = open(
    [draft()],
    stub(deleteContest, { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 }),
  );
  await page.user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(page.calls.some(({ endpoint }) => endpoint === deleteContest)).toBe(false);
  await page.user.click(await screen.findByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
});

it("disables actions that are not allowed and shows why", async () => {
  const reason = "This contest has a winner; it can no longer be changed.";
  const page = open([
    draft({
      may: samplePermissions({
        edit: { ...deniedBecause(reason), frozen: {} },
        remove: { ...deniedBecause("This contest has a winner."), how: "cancel" },
      }),
    }),
  ]);
  const edit = await screen.findByRole("button", { name: "Edit" });
  for (const button of [edit, screen.getByRole("button", { name: "Cancel contest" })])
    expect(button).toHaveAttribute("aria-disabled", "true");
  expect(edit).toHaveAccessibleDescription(`River stories ${reason}`);
  // It is focusable and explains itself when pressed, for users without a pointer.
  edit.focus();
  await page.user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(2));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("shows that an open contest is full", async () => {
  open([draft({ status: "open", phase: "open", participantCount: 2, maxParticipants: 2, spotsLeft: 0 })]);
  const row = within(await screen.findByRole("row", { name: /River stories/ }));
  expect(row.getByText("Full")).toBeVisible();
  expect(row.queryByText("open")).not.toBeInTheDocument();
});

describe("announcements to participants", () => {
  const joined = draft({
    status: "open",
    phase: "open",
    participantCount: 12,
    may: samplePermissions({ writeNews: allowed, readNews: allowed }),
  });
  const WRITE = "Send announcement";

  it("shows the number of recipients, the last announcement, and a confirmation", async () => {
    const page = open(
      [joined],
      stub(listAnnouncements, [anAnnouncement({ text: "The deadline stays." })]),
      stub(publishAnnouncement, anAnnouncement({ sentTo: 13 })),
    );
    await page.user.click(await openAction(page.user, WRITE));
    const dialog = within(await screen.findByRole("dialog", { name: "Announcement for “River stories”" }));
    expect(await dialog.findByText("The deadline stays.")).toBeVisible();
    await page.user.click(dialog.getByRole("button", { name: "Send to 12 people" }));
    expect(await dialog.findByText("This field is required")).toBeVisible();
    await page.user.type(dialog.getByLabelText("Announcement"), "The jury is complete.");
    await page.user.click(dialog.getByRole("button", { name: "Send to 12 people" }));
    expect(await screen.findByText("Sent to 13 people")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(page.calls.find(({ endpoint }) => endpoint === publishAnnouncement)).toMatchObject({
      params: { contestId: sampleId(1) },
      body: { text: "The jury is complete." },
    });
  });

  it("keeps the input after a rejection and after closing the dialog", async () => {
    const said =
      "You have written 3 times within a day, which is as often as people are written to. You can write again in 5 hours.";
    const page = open(
      [joined],
      stub(listAnnouncements, []),
      stubError(publishAnnouncement, 409, "too_much_news", said),
    );
    await page.user.click(await openAction(page.user, WRITE));
    await page.user.type(await screen.findByLabelText("Announcement"), "Again.");
    await page.user.click(screen.getByRole("button", { name: "Send to 12 people" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(said);
    await page.user.click(screen.getByRole("button", { name: "Go back" }));
    await page.user.click(await openAction(page.user, WRITE));
    expect(await screen.findByLabelText("Announcement")).toHaveValue("Again.");
  });

  it("is disabled with a reason if there are no participants", async () => {
    const because = "No one has joined, so there is no one to write to.";
    const { user } = open([draft({ may: samplePermissions({ writeNews: deniedBecause(because) }) })]);
    const item = await openAction(user, WRITE);
    expect(item).toHaveAttribute("aria-disabled", "true");
    expect(item).toHaveAccessibleDescription(because);
  });
});

it("duplicates a contest into a draft and opens it", async () => {
  const savedDraft = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };
  const contest = draft();
  const page = open(
    [contest],
    stub(duplicateContest, savedDraft),
    stub(getDraft, { ...savedDraft, form: draftForm.parse({ name: "River stories" }) }),
  );
  await page.user.click(await openAction(page.user, "Duplicate"));
  expect(await screen.findByLabelText("Name")).toHaveValue("River stories");
  expect(screen.getByLabelText("Deadline")).toHaveValue("");
  expect(page.address()).toBe(`/dashboard/add_contest?draft=${savedDraft._id}`);
  expect(screen.getByText("Copied into a new draft, without attached files")).toBeVisible();
});

it("shows why a contest could not be duplicated", async () => {
  const because = "You've reached the limit of 50 drafts. Submit or delete one first.";
  const page = open([draft()], stubError(duplicateContest, 409, "too_many_drafts", because));
  await page.user.click(await openAction(page.user, "Duplicate"));
  expect(await screen.findByText(because)).toBeVisible();
});

it("gives the HTML of a card for contests that are not private", async () => {
  const shown = { status: "open", phase: "open", isPublic: true } as const;
  const { user, unmount } = open([draft({ ...shown, visibility: "unlisted" })]);
  await user.click(await openAction(user, "Embed"));
  const dialog = within(await screen.findByRole("dialog", { name: "Embed this contest" }));
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "HTML code" }).value).toContain(
    `/embed/contest/${sampleId(1)}`,
  );
  unmount();
  const again = open([draft({ ...shown, visibility: "private" })]);
  await openAction(again.user, "Extend the deadline");
  expect(screen.queryByRole("menuitem", { name: "Embed" })).toBeNull();
});
