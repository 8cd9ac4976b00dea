import { screen, waitFor, within } from "@testing-library/react";
import { listPayments } from "@conquest/shared/contracts/payments";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aPayment, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, stubPending, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (answer: Stub, path = "/dashboard/payments") =>
  renderAt(path, UserRoutes, { session: {}, answers: [answer] });

const rows = () => screen.getAllByRole("row").slice(1);

const payments = [
  aPayment({ number: 14, kind: "refund", amount: -25_000, receiptNumber: 12, at: "2026-03-03T06:00:00.000Z" }),
  aPayment({ number: 13, receiptNumber: 13, amount: 700, contest: { _id: sampleId(2), name: "Film in a tweet" } }),
  aPayment({ number: 12, receiptNumber: 12, isRefunded: true }),
];

it("lists payments and refunds with status, amount, date and receipt", async () => {
  const page = open(stub(listPayments, payments));
  await screen.findByRole("link", { name: "Film in a tweet" });
  expect(rows().map((row) => within(row).getByRole("link", { name: "Receipt" }).getAttribute("href"))).toEqual([
    "/dashboard/payments/12",
    "/dashboard/payments/13",
    "/dashboard/payments/12",
  ]);
  const [refund, paid, refunded] = rows() as [HTMLElement, HTMLElement, HTMLElement];
  expect(refund).toHaveTextContent(/Posters for the book fair.*Refund.*No\. 14.*\+৳25,000.*3 Mar 2026/);
  expect(paid).toHaveTextContent(/Film in a tweet.*Paid.*No\. 13.*৳700.*1 Mar 2026/);
  expect(refunded).toHaveTextContent(/Posters for the book fair.*Refunded.*No\. 12.*৳25,000.*1 Mar 2026/);
  expect(within(paid).getByRole("link", { name: "Receipt" })).toHaveAccessibleDescription("Film in a tweet");
  expect(page.container.querySelector(".cq-count")).toHaveTextContent("3 transactions");
});

it("filters by kind in the URL, and shows everything again", async () => {
  const answer = stub(listPayments, ({ query: { kind } }) => payments.filter((each) => !kind || each.kind === kind));
  const { user, address } = open(answer);
  await screen.findByRole("link", { name: "Film in a tweet" });
  await user.selectOptions(screen.getByLabelText("Show"), "Refunds");
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(address()).toBe("/dashboard/payments?kind=refund");
  await user.selectOptions(screen.getByLabelText("Show"), "Payments and refunds");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(address()).toBe("/dashboard/payments");
});

it("explains an empty filter and clears it", async () => {
  const answer = stub(listPayments, ({ query: { kind } }) => (kind === "refund" ? [] : payments));
  const { user } = open(answer, "/dashboard/payments?kind=refund");
  expect(await screen.findByText("You have no refunds")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show payments and refunds" }));
  expect(await screen.findByRole("link", { name: "Film in a tweet" })).toBeVisible();
});

it("says that nothing was paid yet", async () => {
  open(stub(listPayments, []));
  expect(await screen.findByText("You haven't paid for anything yet")).toBeVisible();
  expect(screen.queryByLabelText("Show")).not.toBeInTheDocument();
});

it("shows a skeleton while loading", () => {
  open(stubPending(listPayments));
  expect(screen.getByText("Loading your payments")).toBeInTheDocument();
});

it("shows the error", async () => {
  open(stubError(listPayments, 500, "unexpected", "Something went wrong here."));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});
