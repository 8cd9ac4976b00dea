import { screen } from "@testing-library/react";
import type { MyContest } from "@conquest/shared/contracts/contests";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { renderAt } from "@conquest/shared/testing/render-at";
import { samplePermissions, allowed, aMyContest } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { useDeleteContest } from "./delete-contest";

const deleted = { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 };
const removableContest = (how: "delete" | "cancel", overrides: Partial<MyContest> = {}) =>
  aMyContest({ may: samplePermissions({ remove: { ...allowed, how } }), ...overrides });

async function openDialog(contest: MyContest, answer: Stub = stub(deleteContest, deleted)) {
  function DeletePage() {
    const { ask, dialog } = useDeleteContest();
    return (
      <>
        <button onClick={() => ask(contest)}>Delete</button>
        {dialog}
      </>
    );
  }
  const page = renderAt("/", DeletePage, { session: { role: "creator" }, answers: [answer] });
  await page.user.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByRole("alertdialog");
  return page;
}

it("announces a permanent deletion only if the server deletes", async () => {
  const page = await openDialog(removableContest("delete"));
  expect(screen.getByText(/permanently deleted/)).toBeVisible();
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  await page.user.click(screen.getByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText("Successfully deleted")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

it("shows the refunds before cancelling, and sends the reason", async () => {
  const contest = removableContest("cancel", { paidCount: 12, paidTotal: 2400 });
  const page = await openDialog(
    contest,
    stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 12, refundedTotal: 2400 }),
  );
  expect(screen.getByText(/refund 12 people, ৳2,400/)).toBeVisible();
  await page.user.type(screen.getByLabelText(/Reason/), "The fair was called off");
  await page.user.click(screen.getByRole("button", { name: "Cancel contest and refund 12 people" }));
  expect(await screen.findByText("Contest cancelled. 12 people refunded, ৳2,400.")).toBeVisible();
  expect(page.calls).toMatchObject([{ params: { id: contest._id }, body: { reason: "The fair was called off" } }]);
});

it("mentions no refund if joining was free", async () => {
  const page = await openDialog(
    removableContest("cancel", { paidCount: 3, paidTotal: 0 }),
    stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 3, refundedTotal: 0 }),
  );
  expect(screen.getByText(/notify the 3 people who joined. It was free/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest" }));
  expect(await screen.findByText("Contest cancelled.")).toBeVisible();
});

it("asks again with refunds if someone joined in the meantime", async () => {
  let isJoined = true;
  const page = await openDialog(removableContest("delete"), {
    endpoint: deleteContest,
    answer: async (request) => {
      const promised = stubError(
        deleteContest,
        409,
        "was_paid_for",
        "Someone has joined since you opened this, so it can only be cancelled now.",
      );
      const cancelled = stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 1, refundedTotal: 200 });
      const answer = isJoined ? promised : cancelled;
      isJoined = false;
      return answer.answer(request);
    },
  });
  await page.user.click(screen.getByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText(/Someone has joined since you opened this/)).toBeVisible();
  expect(screen.getByText(/refund everyone who has paid/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest and refund everyone" }));
  expect(await screen.findByText("Contest cancelled. 1 person refunded, ৳200.")).toBeVisible();
  expect(page.calls.map(({ body }) => body)).toMatchObject([{ how: "delete" }, { how: "cancel" }]);
});

it("cancels without refunds if everyone who paid has left", async () => {
  await openDialog(removableContest("cancel", { paidCount: 0, paidTotal: 0 }));
  expect(screen.getByRole("alertdialog", { name: /^Cancel/ })).toBeVisible();
  expect(screen.getByText(/already been refunded.*disappears from All Contests/)).toBeVisible();
  expect(screen.queryByText(/permanently deleted/)).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Cancel contest" })).toBeVisible();
});

it.each<[Partial<ResponseOf<typeof deleteContest>>, string]>([
  [{ cancelled: true }, "Contest cancelled."],
  [{ cancelled: true, refundedCount: 1, refundedTotal: 200 }, "Contest cancelled. 1 person refunded, ৳200."],
  [{ cancelled: true, refundedCount: 12, refundedTotal: 120_000 }, "Contest cancelled. 12 people refunded, ৳1,20,000."],
])("shows the result: %j", async (result, sentence) => {
  const page = await openDialog(
    removableContest("delete"),
    stub(deleteContest, { ...deleted, deletedCount: 0, ...result }),
  );
  await page.user.click(screen.getByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("keeps the dialog open with the error when deleting fails", async () => {
  const page = await openDialog(
    removableContest("delete"),
    stubError(deleteContest, 409, "completed", "This contest has a winner."),
  );
  await page.user.click(screen.getByRole("button", { name: "Delete contest" }));
  expect(await screen.findByText("This contest has a winner.")).toBeVisible();
  expect(screen.getByRole("alertdialog")).toBeVisible();
});

describe("in Bangla", () => {
  inBangla();

  it("shows the people and the total of the refunds", async () => {
    await openDialog(removableContest("cancel", { paidCount: 12, paidTotal: 120_000 }));
    expect(screen.getByText(/^১২ জন মোট ৳১,২০,০০০ ফেরত পাবেন/)).toBeVisible();
    expect(screen.getByRole("button", { name: "প্রতিযোগিতা বাতিল করে ১২ জনের টাকা ফেরত দিন" })).toBeVisible();
  });
});
