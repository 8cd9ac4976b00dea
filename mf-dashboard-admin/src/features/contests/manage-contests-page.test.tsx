import { screen, waitFor, within } from "@testing-library/react";
import { REQUIRED } from "@conquest/shared/contracts/fields";
import { commentOnContest, confirmContest, listContestsUnfiltered } from "@conquest/shared/contracts/review";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { renderAt } from "@conquest/shared/testing/render-at";
import { anAdminContest, sampleId } from "@conquest/shared/testing/samples";
import { pending, refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const waiting = (given: Partial<AdminContest> = {}) => anAdminContest({ status: "pending", phase: "in_review", participantCount: 0, ...given });
const open = (contests: AdminContest[], ...answers: Stub[]) =>
  renderAt("/dashboard/manage_contests", AdminRoutes, { session: admin, answers: [stub(listContestsUnfiltered, contests), ...answers] });
const sent = { _id: sampleId(41), text: "Please name the prize.", decision: "comment", author: "Ada", at: "2026-01-02T08:00:00.000Z" } as const;

beforeEach(() => sessionStorage.clear());

it("lists image, name, creator and status", async () => {
  open([waiting()]);
  const row = within(await screen.findByRole("row", { name: /Posters for the book fair/ }));
  expect(row.getByText("Nadia Rahman")).toBeVisible();
  expect(row.getByText("nadia@example.com")).toBeVisible();
  expect(row.getByText("pending")).toBeVisible();
  expect(row.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
});

it("confirms a contest, once", async () => {
  let contest = waiting();
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => [contest]),
      stub(confirmContest, () => {
        contest = waiting({ status: "open", phase: "open" });
        return { modifiedCount: 1 };
      }),
    ],
  });
  await page.user.dblClick(await screen.findByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Status updated successfully!")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Confirm" })).toBeDisabled());
  expect(page.calls.filter(({ endpoint }) => endpoint === confirmContest).map(({ body }) => body)).toEqual([{ status: "open" }]);
});

it("says why a contest cannot be confirmed", async () => {
  const page = open([waiting()], refuse(confirmContest, 409, "deadline_passed", "Its deadline has passed."));
  await page.user.click(await screen.findByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Its deadline has passed.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Confirm" })).toBeEnabled();
});

it("needs a text to comment, and says success only after it", async () => {
  const page = open([waiting()], stub(commentOnContest, sent));
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText(REQUIRED)).toBeVisible();
  expect(screen.queryByText("Comment sent successfully!")).not.toBeInTheDocument();

  await page.user.type(screen.getByLabelText("Your comment"), "Please name the prize.");
  await page.user.click(screen.getByRole("radio", { name: /Ask for changes/ }));
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText("Comment sent successfully!")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(page.calls.find(({ endpoint }) => endpoint === commentOnContest)?.body).toEqual({
    text: "Please name the prize.",
    decision: "changes_requested",
  });
});

it("keeps a comment that could not be sent", async () => {
  const page = open([waiting()], refuse(commentOnContest, 500, "unexpected", "Something went wrong here."));
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  await page.user.type(screen.getByLabelText("Your comment"), "Please name the prize.");
  await page.user.click(screen.getByRole("button", { name: "Send comment" }));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByLabelText("Your comment")).toHaveValue("Please name the prize.");
  expect(screen.queryByText("Comment sent successfully!")).not.toBeInTheDocument();
});

it("decides nothing about a contest that is open already", async () => {
  const page = open([waiting({ status: "open", phase: "open" })]);
  await page.user.click(await screen.findByRole("button", { name: "Comment" }));
  expect(await screen.findByLabelText("Your comment")).toBeVisible();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
});

it("names the refunds before it cancels", async () => {
  const paid = waiting({ status: "open", phase: "open", paidCount: 1, paidTotal: 200 });
  const page = open([paid], stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 1, refundedTotal: 200 }));
  await page.user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(screen.getByText(/refund 1 person, ৳200/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest and refund 1 person" }));
  expect(await screen.findByText("Contest cancelled. 1 person refunded, ৳200.")).toBeVisible();
});

it("deletes where nothing was paid", async () => {
  const page = open([waiting()], stub(deleteContest, { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 }));
  await page.user.click(await screen.findByRole("button", { name: "Delete" }));
  await page.user.click(screen.getByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
});

it("leads to the entries of a contest whose winner is overdue", async () => {
  open([waiting({ status: "open", phase: "overdue" })]);
  expect(await screen.findByRole("link", { name: "Entries" })).toHaveAttribute("href", `/dashboard/contest_submitted/${sampleId(1)}`);
});

it("filters by the address and says when nothing matches", async () => {
  const page = renderAt("/dashboard/manage_contests?phase=in_review", AdminRoutes, {
    session: admin,
    answers: [stub(listContestsUnfiltered, ({ query }) => (query.phase === "in_review" ? [] : [waiting()]))],
  });
  expect(await screen.findByText("Nothing waits for review")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show all contests" }));
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
});

it("shows a skeleton, then why it failed", async () => {
  renderAt("/dashboard/manage_contests", AdminRoutes, { session: admin, answers: [pending(listContestsUnfiltered)] }).unmount();
  renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [refuse(listContestsUnfiltered, 500, "unexpected", "Something went wrong here.")],
  });
  expect(screen.getByText("Loading the contests")).toBeInTheDocument();
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
});

it("takes the focus to the heading when Retry goes away", async () => {
  let isBroken = true;
  const page = renderAt("/dashboard/manage_contests", AdminRoutes, {
    session: admin,
    answers: [
      stub(listContestsUnfiltered, () => {
        if (isBroken) throw new Error("No answer");
        return [waiting()];
      }),
    ],
  });
  const retry = await screen.findByRole("button", { name: "Retry" });
  isBroken = false;
  await page.user.click(retry);
  expect(await screen.findByRole("row", { name: /Posters/ })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Manage Contests" })).toHaveFocus());
});
