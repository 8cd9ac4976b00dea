import { screen } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { joinContest } from "@conquest/shared/contracts/taking-part";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, unreachable, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

const PATH = `/contest-details/${sampleId(1)}/payment`;
const nobody = { isOwner: false, hasJoined: false, hasSubmitted: false, isWinner: false };
const receipt = {
  contestId: sampleId(1),
  amount: 25_000,
  last4: "4242",
  paymentStatus: "paid",
  paidAt: new Date().toISOString(),
  participantCount: 3,
} as const;

const at = (contest: Partial<ContestDetails>, ...answers: Stub[]) =>
  renderAt(PATH, PublicRoutes, {
    session: { email: "rafi@example.com" },
    answers: [stub(getContestDetails, aContestDetails({ viewer: nobody, ...contest })), ...answers],
  });

async function fillIn(user: ReturnType<typeof renderAt>["user"], card = "4242424242424242") {
  await user.type(await screen.findByLabelText("Card number"), card);
  await user.type(screen.getByLabelText("Expiry"), "1240");
  await user.type(screen.getByLabelText("CVC"), "123");
  await user.type(screen.getByLabelText("Cardholder name"), "Rafi Ahmed");
}
const payButton = () => screen.getByRole("button", { name: "Pay ৳25,000" });
const toasts = () => screen.getByRole("list", { name: "Toasts" });

it("names its fields as the specification does and warns of real cards", async () => {
  at({});
  expect(await screen.findByText("Please enter no real card")).toBeVisible();
  const names = Array.from(document.querySelectorAll("form [name]"), (field) => field.getAttribute("name"));
  expect(names).toEqual(["card_number", "expiry", "cvc", "cardholder_name", "amount"]);
  expect(screen.getByLabelText("Expiry")).toHaveAttribute("placeholder", "MM/YY");
  expect(screen.getByLabelText("Amount")).toHaveValue("৳25,000");
  expect(screen.getByLabelText("Amount")).toHaveAttribute("readonly");
});

it("asks for every field of the card", async () => {
  const { user, calls } = at({});
  await screen.findByLabelText("Card number");
  await user.click(payButton());
  expect(await screen.findAllByText("This field is required")).toHaveLength(4);
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([getContestDetails]);
});

it("takes no card but the test card", async () => {
  const { user, calls } = at({});
  await fillIn(user, "4111111111111111");
  await user.click(payButton());
  expect(await screen.findAllByText("Invalid card number")).toHaveLength(2);
  expect(toasts()).toHaveTextContent("Invalid card number");
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([getContestDetails]);
});

it("joins, sends nothing of the card, and shows a receipt", async () => {
  const { user, calls } = at({}, stub(joinContest, receipt));
  await fillIn(user);
  expect(screen.getByLabelText("Card number")).toHaveValue("4242 4242 4242 4242");
  expect(screen.getByLabelText("Expiry")).toHaveValue("12/40");
  await user.click(payButton());

  expect(await screen.findByRole("heading", { name: "Receipt" })).toHaveFocus();
  expect(toasts()).toHaveTextContent("Payment successful");
  expect(screen.getByText("Test card ending in 4242")).toBeVisible();
  expect(screen.getByRole("link", { name: "Participated contests" })).toHaveAttribute("href", "/dashboard/my_participated_contests");
  const joins = calls.filter(({ endpoint }) => endpoint === joinContest);
  expect(joins.map(({ body }) => body)).toEqual([{ contestId: sampleId(1), email: "rafi@example.com" }]);
});

it("pays once however often one presses", async () => {
  let answer: () => void = () => undefined;
  const { user, calls } = at(
    {},
    stub(joinContest, () => new Promise((resolve) => (answer = () => resolve(receipt)))),
  );
  await fillIn(user);
  const button = payButton();
  await user.dblClick(button);
  await user.type(screen.getByLabelText("CVC"), "{Enter}");
  answer();
  await screen.findByRole("heading", { name: "Receipt" });
  expect(calls.filter(({ endpoint }) => endpoint === joinContest)).toHaveLength(1);
});

it("says why a payment failed, what became of the money, and keeps the form", async () => {
  const { user } = at({}, refuse(joinContest, 409, "closed", "The deadline of this contest has passed."));
  await fillIn(user);
  await user.click(payButton());
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Payment failed");
  expect(alert).toHaveTextContent("The deadline of this contest has passed. Nothing was charged.");
  expect(toasts()).toHaveTextContent("Payment failed");
  expect(screen.getByLabelText("Cardholder name")).toHaveValue("Rafi Ahmed");
});

it("does not claim that nothing was charged when no answer came", async () => {
  const { user } = at({}, unreachable(joinContest));
  await fillIn(user);
  await user.click(payButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("trying again never charges twice");
});

it.each<[string, Partial<ContestDetails>]>([
  ["You have already joined this contest", { viewer: { ...nobody, hasJoined: true } }],
  ["This is your own contest", { viewer: { ...nobody, isOwner: true } }],
  ["This contest is not open yet", { phase: "in_review", status: "pending" }],
  ["This contest takes no more participants", { phase: "judging" }],
  ["This contest takes no more participants", { phase: "cancelled" }],
])("says %s instead of taking money", async (title, contest) => {
  at(contest);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.queryByRole("form")).not.toBeInTheDocument();
});

it("says in the page when there is no such contest", async () => {
  renderAt(PATH, PublicRoutes, { session: {}, answers: [refuse(getContestDetails, 404, "not_found", "No such contest.")] });
  expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
});
