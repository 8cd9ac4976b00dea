import { act, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getJoinReceipt, joinContest } from "@conquest/shared/contracts/participation";
import { getUser } from "@conquest/shared/contracts/users";
import { useSession } from "@conquest/shared/singletons/session-store";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  samplePermissions,
  aContestDetails,
  allowed,
  aUser,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import catalog from "../../../../messages/contests.bn.json";
import PublicRoutes from "../../../routes";

const PATH = `/contest-details/${sampleId(1)}/payment`;
const outsider = {
  isOwner: false,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};
const ALREADY = "You've already joined this contest. You weren't charged again.";
const joined = { viewer: { ...outsider, hasJoined: true }, may: samplePermissions({ join: deniedBecause(ALREADY) }) };
const receipt = {
  contestId: sampleId(1),
  amount: 25_000,
  last4: "4242",
  paymentStatus: "paid",
  paidAt: new Date().toISOString(),
  participantCount: 3,
  receiptNumber: 12,
} as const;

const at = (contest: Partial<ContestDetails>, ...answers: Stub[]) =>
  renderAt(PATH, PublicRoutes, {
    session: { email: "rafi@example.com" },
    answers: [
      stub(getContestDetails, aContestDetails({ viewer: outsider, ...contest })),
      stub(getUser, aUser({ takesPart: true })),
      ...answers,
    ],
  });

async function fillIn(user: ReturnType<typeof renderAt>["user"], card = "4242424242424242") {
  await user.type(await screen.findByLabelText("Card number"), card);
  await user.type(screen.getByLabelText("Expiry"), "1240");
  await user.type(screen.getByLabelText("CVC"), "123");
  await user.type(screen.getByLabelText("Cardholder name"), "Rafi Ahmed");
}
const payButton = () => screen.getByRole("button", { name: "Pay ৳25,000" });
const toasts = () => screen.getByRole("list", { name: "Toasts" });

it("names its fields as specified and warns against real cards", async () => {
  at({});
  expect(await screen.findByText("Test mode: don't use a real card")).toBeVisible();
  const names = Array.from(document.querySelectorAll("form [name]"), (field) => field.getAttribute("name"));
  expect(names).toEqual(["card_number", "expiry", "cvc", "cardholder_name", "amount"]);
  expect(screen.getByLabelText("Expiry")).toHaveAttribute("placeholder", "MM/YY");
  expect(screen.getByLabelText("Amount")).toHaveValue("৳25,000");
  expect(screen.getByLabelText("Amount")).toHaveAttribute("readonly");
});

it("requires every card field", async () => {
  const { user, calls } = at({});
  await screen.findByLabelText("Card number");
  await user.click(payButton());
  expect(await screen.findAllByText("This field is required")).toHaveLength(4);
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([getContestDetails]);
});

it("rejects other cards than the test card", async () => {
  const { user, calls } = at({});
  await fillIn(user, "4111111111111111");
  await user.click(payButton());
  expect(await screen.findAllByText("Invalid card number")).toHaveLength(2);
  expect(toasts()).toHaveTextContent("Invalid card number");
  expect(calls.map(({ endpoint }) => endpoint)).toEqual([getContestDetails]);
});

it("clears field errors after a valid value is pasted in any format", async () => {
  const { user } = at({});
  const number = await screen.findByLabelText("Card number");
  await user.click(payButton());
  await screen.findAllByText("This field is required");
  for (const [label, pasted] of [
    ["Card number", "৪২৪২৪২৪২৪২৪২৪২৪২"],
    ["Expiry", "1240"],
    ["CVC", "১২৩"],
  ] as const) {
    await user.click(screen.getByLabelText(label));
    await user.paste(pasted);
  }
  expect(number).toHaveValue("4242 4242 4242 4242");
  await waitFor(() => expect(screen.getAllByText("This field is required")).toHaveLength(1));
  await user.clear(number);
  await user.click(number);
  await user.paste("4111111111111111");
  await user.click(payButton());
  await screen.findByText("Invalid card number", { selector: "form *" });
  await user.clear(number);
  await user.click(number);
  await user.paste("4242424242424242");
  await waitFor(() =>
    expect(screen.queryByText("Invalid card number", { selector: "form *" })).not.toBeInTheDocument(),
  );
});

it("joins without sending card data and shows a receipt", async () => {
  let now: Partial<ContestDetails> = { viewer: outsider };
  const { user, calls } = at(
    {},
    stub(getContestDetails, () => aContestDetails(now)),
    stub(joinContest, () => {
      now = joined;
      return receipt;
    }),
  );
  await fillIn(user);
  expect(screen.getByLabelText("Card number")).toHaveValue("4242 4242 4242 4242");
  expect(screen.getByLabelText("Expiry")).toHaveValue("12/40");
  await user.click(payButton());

  expect(await screen.findByRole("heading", { name: "Payment successful" })).toHaveFocus();
  expect(toasts()).toHaveTextContent("Payment successful");
  expect(screen.getByRole("status")).toHaveTextContent("You've joined “Posters for the book fair”.");
  expect(screen.getByText("Test card ending in 4242")).toBeVisible();
  expect(screen.getByRole("link", { name: "Print or download receipt" })).toHaveAttribute(
    "href",
    "/dashboard/payments/12",
  );
  expect(screen.getByRole("link", { name: "My Participated Contests" })).toHaveAttribute(
    "href",
    "/dashboard/my_participated_contests",
  );
  const joins = calls.filter(({ endpoint }) => endpoint === joinContest);
  expect(joins.map(({ body }) => body)).toEqual([
    { contestId: sampleId(1), email: "rafi@example.com", amount: 25_000 },
  ]);
  // The dashboard menu grows with the first participation.
  await waitFor(() => expect(useSession.getState().account?.takesPart).toBe(true));
});

it("pays once even if submitted repeatedly", async () => {
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
  await screen.findByRole("heading", { name: "Payment successful" });
  expect(calls.filter(({ endpoint }) => endpoint === joinContest)).toHaveLength(1);
});

it("shows at the button why a payment failed, and keeps the form", async () => {
  const { user } = at({}, stubError(joinContest, 409, "not_joinable", "The deadline of this contest has passed."));
  await fillIn(user);
  await user.click(payButton());
  const form = screen.getByRole("form", { name: "Payment" });
  const alert = await within(form).findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't complete your payment");
  expect(alert).toHaveTextContent("The deadline of this contest has passed. You weren't charged.");
  expect(toasts()).toHaveTextContent("Payment failed");
  expect(payButton()).toBeEnabled();
  expect(screen.getByLabelText("Cardholder name")).toHaveValue("Rafi Ahmed");
});

it("replaces the failure message after a successful retry", async () => {
  let tries = 0;
  const busy = stubError(joinContest, 409, "busy", "Too many people are joining right now. Try again.");
  const { user } = at(
    {},
    { endpoint: joinContest, answer: (call) => (++tries === 1 ? busy : stub(joinContest, receipt)).answer(call) },
  );
  await fillIn(user);
  await user.click(payButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't complete your payment");
  await user.click(payButton());
  await screen.findByRole("heading", { name: "Payment successful" });
  expect(toasts()).toHaveTextContent("Payment successful");
  expect(toasts()).not.toHaveTextContent("Payment failed");
});

it("does not report a failure if the payment arrived but its response was lost", async () => {
  let hasArrived = false;
  const { user } = at(
    {},
    stub(getContestDetails, () => aContestDetails(hasArrived ? joined : { viewer: outsider })),
    stub(getJoinReceipt, receipt),
    {
      endpoint: joinContest,
      answer: () => {
        hasArrived = true;
        return stubUnreachable(joinContest).answer({} as never);
      },
    },
  );
  await fillIn(user);
  await user.click(payButton());
  expect(await screen.findByText("You've already joined this contest")).toBeVisible();
  expect(toasts()).not.toHaveTextContent("Payment failed");
});

it("does not claim that nothing was charged if the response is lost", async () => {
  const { user } = at({}, stubUnreachable(joinContest));
  await fillIn(user);
  await user.click(payButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("Trying again won't charge you twice");
});

it("keeps the error visible if the contest was closed", async () => {
  let may = samplePermissions({ join: allowed });
  const { user } = at(
    {},
    stub(getContestDetails, () => aContestDetails({ viewer: outsider, may })),
    {
      endpoint: joinContest,
      answer: () => {
        may = samplePermissions({ join: deniedBecause("This contest was cancelled.") });
        return { status: 409, data: { error: { code: "cancelled", message: "Its creator cancelled it." } } };
      },
    },
  );
  await fillIn(user);
  await user.click(payButton());
  expect(await screen.findByText("You can't join this contest")).toBeVisible();
  expect(screen.getByText("This contest was cancelled.")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Its creator cancelled it. You weren't charged.");
});

describe("users who have already paid", () => {
  const paid = stub(getJoinReceipt, { ...receipt, amount: 24_000, paidAt: "2026-03-01T08:00:00.000Z" });

  it("see the earlier payment from another tab instead of a failure", async () => {
    const { user } = at({}, paid, stubError(joinContest, 409, "already_joined", ALREADY));
    await fillIn(user);
    await user.click(payButton());
    expect(await screen.findByRole("heading", { name: "You've already joined this contest" })).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent(/You weren't charged again\.$/);
    expect(screen.getByText("৳24,000")).toBeVisible();
    expect(screen.getByText(/1 Mar 2026/)).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(toasts()).toBeEmptyDOMElement();
  });

  it("see all facts of the receipt instead of the form", async () => {
    at(joined, paid);
    expect(await screen.findByText("You've already joined this contest")).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent(/^You've joined “Posters for the book fair”\.$/);
    expect(screen.getByText("৳24,000")).toBeVisible();
    expect(screen.getByText("Receipt number").nextElementSibling).toHaveTextContent("12");
    expect(screen.getByText("Test card ending in 4242")).toBeVisible();
    expect(screen.getByText("Participants now").nextElementSibling).toHaveTextContent("3");
    expect(screen.getByRole("link", { name: "Print or download receipt" })).toHaveAttribute(
      "href",
      "/dashboard/payments/12",
    );
    expect(screen.queryByRole("form")).not.toBeInTheDocument();
  });
});

describe("the browser history", () => {
  const CONTEST = `/contest-details/${sampleId(1)}`;

  it("leads from the receipt back to the page before the payment form", async () => {
    const page = renderAt(CONTEST, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, aContestDetails({ viewer: outsider })),
        stub(joinContest, receipt),
        stub(getUser, aUser({ takesPart: true })),
      ],
    });
    await page.user.click(await screen.findByRole("link", { name: "Register" }));
    await fillIn(page.user);
    await page.user.click(payButton());
    await page.user.click(await screen.findByRole("link", { name: "My Participated Contests" }));
    expect(page.address()).toBe("/dashboard/my_participated_contests");
    await act(() => page.go(-1));
    await waitFor(() => expect(page.address()).toBe(CONTEST));
    await screen.findByRole("link", { name: "Register" });
  });

  it("skips the login and registration pages before the payment", async () => {
    // jsdom cannot draw the captcha.
    jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    const page = renderAt(CONTEST, PublicRoutes, { answers: [stub(getContestDetails, aContestDetails())] });
    await screen.findByRole("link", { name: "Register" });
    await act(() => page.go("/login", { state: { from: PATH } }));
    await page.user.click(screen.getByRole("link", { name: "Register" }));
    expect(page.address()).toBe("/register");
    await page.user.click(screen.getByRole("link", { name: "Login" }));
    await page.user.click(screen.getByRole("link", { name: "Register" }));
    await act(() => page.go(-1));
    await waitFor(() => expect(page.address()).toBe(CONTEST));
    await screen.findByRole("heading", { level: 1, name: "Posters for the book fair" });
  });
});

it("shows before the form what is paid for, and how much", async () => {
  at({});
  const summary = await screen.findByRole("complementary", { name: "Summary" });
  expect(within(summary).getByText("Entry fee").nextElementSibling).toHaveTextContent("৳25,000");
  expect(within(summary).getByText(/entry fee equals the prize/)).toBeVisible();
  expect(summary.compareDocumentPosition(screen.getByRole("form", { name: "Payment" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it("shows until when an offered spot is held, instead of the deadline", async () => {
  const offerEndsAt = "2026-03-03T08:00:00.000Z";
  at({ viewer: { ...outsider, waiting: { since: offerEndsAt, position: null, offerEndsAt } } });
  const summary = await screen.findByRole("complementary", { name: "Summary" });
  expect(summary).toHaveTextContent(`A spot is held for you until ${formatDateTime(offerEndsAt)}.`);
  expect(summary).not.toHaveTextContent("Closes");
});

describe("a free contest", () => {
  it("is joined without a card", async () => {
    const { user, calls } = at(
      { amountDue: 0 },
      stub(joinContest, { ...receipt, amount: 0, last4: "", receiptNumber: null }),
    );
    const button = await screen.findByRole("button", { name: "Join for free" });
    expect(screen.queryByLabelText("Card number")).not.toBeInTheDocument();
    expect(screen.getByText("Entry fee").nextElementSibling).toHaveTextContent("Free");
    await user.click(button);
    expect(await screen.findByRole("heading", { name: "You've joined" })).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("You've joined");
    expect(screen.getByText("Amount").nextElementSibling).toHaveTextContent("Free");
    expect(screen.queryByText("Paid with")).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Print or download receipt" })).not.toBeInTheDocument();
    expect(calls.filter(({ endpoint }) => endpoint === joinContest)).toHaveLength(1);
  });

  it("is not joined if it has started to cost something", async () => {
    let amountDue = 0;
    const { user, calls } = at(
      {},
      stub(getContestDetails, () => aContestDetails({ viewer: outsider, amountDue })),
      {
        endpoint: joinContest,
        answer: () => {
          amountDue = 5000;
          return {
            status: 409,
            data: { error: { code: "amount_changed", message: "Joining this contest costs ৳5,000 now." } },
          };
        },
      },
    );
    await user.click(await screen.findByRole("button", { name: "Join for free" }));
    expect(await screen.findByRole("button", { name: "Pay ৳5,000" })).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't join the contest");
    expect(screen.getByRole("alert")).toHaveTextContent("Joining this contest costs ৳5,000 now. You weren't charged.");
    expect(screen.getByText("Entry fee").nextElementSibling).toHaveTextContent("৳5,000");
    expect(calls.filter(({ endpoint }) => endpoint === joinContest).map(({ body }) => body)).toEqual([
      expect.objectContaining({ amount: 0 }),
    ]);
  });

  it("shows why joining failed", async () => {
    const { user } = at(
      { amountDue: 0 },
      stubError(joinContest, 409, "contest_closed", "This contest is closed: its deadline has passed."),
    );
    await user.click(await screen.findByRole("button", { name: "Join for free" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't join the contest");
    expect(screen.getByRole("alert")).not.toHaveTextContent(/charged/);
  });
});

it("shows why joining is not allowed instead of the form", async () => {
  at({ may: samplePermissions({ join: deniedBecause("This is your own contest; you cannot join it.") }) });
  expect(await screen.findByText("This is your own contest; you cannot join it.")).toBeVisible();
  expect(screen.queryByRole("form")).not.toBeInTheDocument();
});

it("shows that a contest is missing", async () => {
  renderAt(PATH, PublicRoutes, {
    session: {},
    answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
  });
  expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
});

describe("in Bangla", () => {
  inBangla(catalog);

  it("shows amounts in Bangla digits and the test card in Latin ones", async () => {
    at({ prize: 125_000, amountDue: 25_000 });
    expect(await screen.findByRole("button", { name: "৳২৫,০০০ পেমেন্ট করুন" })).toBeVisible();
    expect(screen.getByLabelText("টাকার পরিমাণ")).toHaveValue("৳২৫,০০০");
    expect(screen.getByText("পুরস্কার ৳১,২৫,০০০")).toBeVisible();
    expect(screen.getByLabelText("কার্ড নম্বর")).toHaveAccessibleDescription(/4242 4242 4242 4242/);
  });

  it("rejects an invalid card in Bangla", async () => {
    const { user } = at({});
    await user.type(await screen.findByLabelText("কার্ড নম্বর"), "4000000000000002");
    await user.click(screen.getByRole("button", { name: /পেমেন্ট করুন$/ }));
    expect(await within(toasts()).findByText("কার্ড নম্বর সঠিক নয়")).toBeVisible();
    expect(screen.getByLabelText("কার্ড নম্বর")).toHaveAccessibleDescription(/কার্ড নম্বর সঠিক নয়/);
  });

  it("shows the receipt with Latin receipt and card numbers", async () => {
    at({ ...joined, participantCount: 3 }, stub(getJoinReceipt, { ...receipt, paidAt: "2026-03-14T12:00:00.000Z" }));
    expect(await screen.findByText("টেস্ট কার্ড, শেষ চার অঙ্ক 4242")).toBeVisible();
    const valueOf = (label: string) => screen.getByText(label).nextElementSibling;
    expect(valueOf("রসিদ নম্বর")).toHaveTextContent("12");
    expect(valueOf("টাকার পরিমাণ")).toHaveTextContent("৳২৫,০০০");
    expect(valueOf("এখন অংশগ্রহণকারী")).toHaveTextContent("৩");
    expect(valueOf("পেমেন্টের সময়")).toHaveTextContent(/^১৪ মার্চ ২০২৬, /);
  });
});
