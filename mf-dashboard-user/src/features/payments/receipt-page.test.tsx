import { screen, waitFor } from "@testing-library/react";
import { downloadReceipt, getReceipt, type Receipt } from "@conquest/shared/contracts/payments";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aReceipt, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, stubPending, type Stub } from "@conquest/shared/testing/stubs";
import catalog from "../../../messages/payments.bn.json";
import UserRoutes from "../../routes";

const open = (...answers: Stub[]) => renderAt("/dashboard/payments/12", UserRoutes, { session: {}, answers });
const openReceipt = (fields: Partial<Receipt> = {}) => open(stub(getReceipt, aReceipt({ number: 12, ...fields })));
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const factOf = async (name: string) => (await screen.findByText(name)).nextElementSibling!;

it("states who paid how much for what, when, and how", async () => {
  const { calls } = openReceipt();
  expect(await factOf("Receipt number")).toHaveTextContent("12");
  expect(await factOf("Paid with")).toHaveTextContent("Test card ending in 4242");
  expect(await factOf("Paid by")).toHaveTextContent("Rafi Ahmedrafi@example.com");
  expect(await factOf("Contest creator")).toHaveTextContent("Nadia Islam");
  expect(await factOf("Total paid")).toHaveTextContent("৳25,000");
  expect(screen.getByText("Paid")).toBeVisible();
  expect(screen.getByText(/1 Mar 2026, \d\d:\d\d (UTC|GMT)/)).toHaveAttribute("datetime", "2026-03-01T06:00:00.000Z");
  expect(screen.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
  expect(screen.getByText(/^Full refund if you leave/)).toBeVisible();
  expect(screen.getByText(/ no winner by 13 Apr 2026, \d\d:\d\d (UTC|GMT)/)).toBeVisible();
  expect(screen.getByText(/^Payments and prizes are simulated\./)).toBeVisible();
  expect(screen.queryByText("Total after refund")).not.toBeInTheDocument();
  expect(calls.map(({ params }) => params)).toEqual([{ number: "12" }]);
});

it("states the refund with date, number and total", async () => {
  openReceipt({ status: "refunded", refund: { number: 15, amount: 25_000, at: "2026-03-04T06:00:00.000Z" } });
  expect(await factOf("Refund number")).toHaveTextContent("15");
  expect(await factOf("Refunded on")).toHaveTextContent("4 Mar 2026");
  expect(await factOf("Refund no. 15")).toHaveTextContent("−৳25,000");
  expect(await factOf("Total after refund")).toHaveTextContent("৳0");
  expect(screen.getByText("Refunded")).toBeVisible();
});

it("names a payer and a creator without a name", async () => {
  openReceipt({ payer: { name: "", email: null }, creator: { name: "" } });
  expect(await factOf("Paid by")).toHaveTextContent(/^Unnamed user$/);
  expect(await factOf("Contest creator")).toHaveTextContent("Unnamed creator");
});

it("prints", async () => {
  const print = jest.spyOn(window, "print").mockImplementation(() => undefined);
  const { user } = openReceipt();
  await user.click(await screen.findByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
});

it.each([
  ["in the reader's zone", 200, `/api/payments/12/receipt.pdf?language=en&zone=${encodeURIComponent(ZONE)}`],
  ["in UTC if the server does not know that zone", 422, "/api/payments/12/receipt.pdf?language=en"],
])("downloads a PDF with times %s", async (_, status, address) => {
  const saved = jest.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  const { user } = open(stub(getReceipt, aReceipt({ number: 12 })), {
    endpoint: downloadReceipt,
    answer: ({ query }) =>
      query["zone"] && status === 422
        ? { status, data: { error: { code: "bad_input", message: "Check the marked fields." } } }
        : { status: 200, data: "%PDF" },
  });
  const link = await screen.findByRole("link", { name: "Download PDF" });
  expect(link).toHaveAttribute("href", "/api/payments/12/receipt.pdf?language=en");
  await user.click(link);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(link).toHaveAttribute("href", address);
  saved.mockRestore();
});

it("explains that a receipt is missing", async () => {
  open(stubError(getReceipt, 404, "not_found", "We couldn't find that receipt."));
  expect(await screen.findByText("We couldn't find that receipt")).toBeVisible();
  expect(screen.getByRole("link", { name: "See your payments" })).toHaveAttribute("href", "/dashboard/payments");
  expect(screen.queryByRole("button", { name: "Print" })).not.toBeInTheDocument();
});

it("shows a skeleton while loading", () => {
  open(stubPending(getReceipt));
  expect(screen.getByRole("status", { name: "Loading the receipt" })).toBeInTheDocument();
});

it("shows the error", async () => {
  open(stubError(getReceipt, 500, "unexpected", "Something went wrong here."));
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it("writes amounts in Bangla digits, but numbers of receipts and cards in Latin ones", async () => {
    openReceipt({ amount: 125_000, refund: { number: 15, amount: 125_000, at: "2026-03-04T06:00:00.000Z" } });
    expect(await factOf("রসিদ নম্বর")).toHaveTextContent("12");
    expect(await factOf("পেমেন্টের মাধ্যম")).toHaveTextContent("টেস্ট কার্ড, শেষ চার অঙ্ক 4242");
    expect(await factOf("মোট পেমেন্ট")).toHaveTextContent("৳১,২৫,০০০");
    expect(await factOf("টাকা ফেরত নং 15")).toHaveTextContent("−৳১,২৫,০০০");
  });

  it("offers the PDF in Bangla", async () => {
    openReceipt();
    await screen.findByText("রসিদ নম্বর");
    const pdf = screen.getByRole("link", { name: "PDF ডাউনলোড করুন" });
    expect(pdf).toHaveAttribute("href", "/api/payments/12/receipt.pdf?language=bn");
  });
});
