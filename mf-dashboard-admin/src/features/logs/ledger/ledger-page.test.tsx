import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  auditLedger,
  getLedgerTotals,
  listLedger,
  type LedgerAudit,
  type LedgerEntry,
} from "@conquest/shared/contracts/ledger";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aLedgerAudit, aLedgerEntry, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../../routes";
import sharedCatalog from "../../../../../shared/messages/common.bn.json";
import catalog from "../../../../messages/logs.bn.json";

const admin = { role: "admin", name: "Ada", email: "ada@example.com" } as const;
const payment = aLedgerEntry();
const refund = aLedgerEntry({
  _id: "2",
  kind: "refund",
  amount: -25_000,
  contest: { _id: sampleId(2), name: "Film in a tweet" },
});

const open = (entries: LedgerEntry[], audit: LedgerAudit = aLedgerAudit(), address = "/dashboard/ledger") =>
  renderAt(address, AdminRoutes, {
    session: admin,
    answers: [
      stub(auditLedger, audit),
      stub(getLedgerTotals, ({ query: { bounds, contest } }) => ({
        steps: bounds
          .split(",")
          .slice(1)
          .map((_, index) => ({ collected: index === 0 ? 25_000 : 0, refunded: 500 })),
        contest: contest ? { collected: 30_000, refunded: 25_000 } : null,
      })),
      stub(listLedger, ({ query: { contest, person, kind, q, since, until } }) =>
        entries.filter(
          (each) =>
            !q &&
            (!since || each.at >= since) &&
            (!until || each.at < until) &&
            (!contest || each.contest._id === contest) &&
            (!person || each.person._id === person) &&
            (!kind || each.kind === kind),
        ),
      ),
    ],
  });
const rows = async () =>
  within(await screen.findByRole("table", { name: "Ledger transactions" }))
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);
const lastQuery = (page: ReturnType<typeof open>) =>
  page.calls.filter(({ endpoint }) => endpoint === listLedger).at(-1)?.query;

it("shows the sums and that they are consistent", async () => {
  open([payment]);
  const sums = within(await screen.findByRole("region", { name: "Sums" }));
  expect(await sums.findByText("Balanced")).toBeVisible();
  expect(sums.getByText("Collected").nextSibling).toHaveTextContent("৳1,25,000All time, 3 payments");
  expect(sums.getByText("Refunded").nextSibling).toHaveTextContent("৳25,000All time, 1 refund");
  expect(sums.getByText("Net money").nextSibling).toHaveTextContent("৳1,00,000");
  expect(sums.getByText(/^Checked/)).toHaveTextContent(/as of \d+ \w+ \d{4}, \d\d:\d\d/);
});

it("lists differences and the number of further ones", async () => {
  open(
    [payment],
    aLedgerAudit({ differenceCount: 22, differences: ["The payment of ৳500 of place 1 is not in the ledger."] }),
  );
  const alert = within(await screen.findByRole("alert"));
  expect(screen.getByText("Out of balance")).toBeVisible();
  expect(alert.getByText("22 differences found in the ledger")).toBeVisible();
  expect(alert.getByRole("listitem")).toHaveTextContent("The payment of ৳500 of place 1 is not in the ledger.");
  expect(alert.getByText(/And 21 more/)).toBeVisible();
});

it("checks again and shows an error if that fails", async () => {
  let times = 0;
  const page = renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [
      stub(listLedger, []),
      stubPending(getLedgerTotals),
      stub(auditLedger, () =>
        (times += 1) < 3 ? aLedgerAudit({ payments: times }) : Promise.reject(new Error("It takes too long.")),
      ),
    ],
  });
  expect(await screen.findByText("All time, 1 payment")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("All time, 2 payments")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't check again: It takes too long.");
  expect(screen.getByText("All time, 2 payments")).toBeVisible();
});

it("lists entries with amount, time, contest and person", async () => {
  open([refund, payment]);
  expect(await rows()).toEqual(["RefundNo. 2", "PaymentNo. 1"]);
  const row = within(screen.getByRole("row", { name: /No\. 2/ }));
  expect(row.getByText(/৳25,000/)).toHaveTextContent("−৳25,000");
  expect(row.getByText(/1 Mar 2026/).tagName).toBe("TIME");
  expect(row.getByRole("link", { name: "Film in a tweet" })).toHaveAttribute("href", `/contest-details/${sampleId(2)}`);
  expect(row.getByRole("link", { name: "Rafi Ahmed" })).toHaveAttribute(
    "href",
    "/dashboard/manage_users?q=rafi%40example.com",
  );
  expect(row.getByText(/rafi@/)).toBeVisible();
});

it("does not link deleted accounts or the viewer", async () => {
  open([
    aLedgerEntry({ _id: "3", person: { _id: sampleId(12), name: "Deleted user", email: null } }),
    aLedgerEntry({ _id: "2", person: { _id: sampleId(13), name: "Ada", email: admin.email } }),
    aLedgerEntry({ person: { _id: sampleId(14), name: "", email: "new@example.com" } }),
  ]);
  expect(await screen.findByText("Deleted user")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Deleted user" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Ada" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Unnamed user" })).toBeVisible();
});

it("filters by contest, person and kind and removes each filter", async () => {
  const page = open([refund, payment]);
  await page.user.click(await screen.findByRole("button", { name: "Show only transactions of “Film in a tweet”" }));
  expect(await screen.findByRole("button", { name: "Remove filter Contest: Film in a tweet" })).toBeVisible();
  expect(await rows()).toEqual(["RefundNo. 2"]);
  expect(screen.queryByRole("button", { name: /^Show only transactions of “/ })).not.toBeInTheDocument();
  await page.user.click(screen.getByRole("button", { name: "Show only transactions of Rafi Ahmed" }));
  expect(await screen.findByRole("button", { name: "Remove filter User: Rafi Ahmed" })).toBeVisible();
  await page.user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Payments");
  expect(await screen.findByText("No transactions match")).toBeVisible();
  expect(lastQuery(page)).toEqual({ contest: sampleId(2), person: sampleId(10), kind: "payment" });
  await page.user.click(screen.getByRole("button", { name: "Remove filter One contest" }));
  expect(await rows()).toEqual(["PaymentNo. 1"]);
  await page.user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(await rows()).toEqual(["RefundNo. 2", "PaymentNo. 1"]);
});

const lastBounds = (page: ReturnType<typeof open>) =>
  String(page.calls.filter(({ endpoint }) => endpoint === getLedgerTotals).at(-1)?.query["bounds"]).split(",");
const midnight = (day: string) => `${day}T00:00:00.000Z`;

it("filters list, chart and export by days in UTC, as on the overview", async () => {
  const page = open([
    aLedgerEntry({ _id: "3", at: midnight("2026-03-03") }),
    aLedgerEntry({ _id: "2", at: "2026-03-02T23:59:59.999Z" }),
    aLedgerEntry({ _id: "1", at: "2026-02-28T23:59:59.999Z" }),
  ]);
  expect(screen.getByText(/^Every payment and refund, in UTC as on the overview\./)).toBeVisible();
  expect(await screen.findByText("Last 30 days")).toBeVisible();
  expect(await screen.findByText("2 Mar 2026, 23:59 UTC")).toBeVisible();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect([lastBounds(page).length, lastBounds(page).at(-1)]).toEqual([31, `${tomorrow.slice(0, 10)}T00:00:00.000Z`]);
  fireEvent.change(await screen.findByLabelText(/^First day/), { target: { value: "2026-03-01" } });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: "2026-03-02" } });
  await waitFor(async () => expect(await rows()).toEqual(["PaymentNo. 2"]));
  expect(page.address()).toBe("/dashboard/ledger?since=2026-03-01&until=2026-03-02");
  const [since, until] = [midnight("2026-03-01"), midnight("2026-03-03")];
  expect(lastQuery(page)).toEqual({ since, until });
  expect(lastBounds(page)).toEqual([since, midnight("2026-03-02"), until]);
  expect(await screen.findByText("1 Mar 2026 – 2 Mar 2026")).toBeVisible();
  expect(screen.getByRole("slider", { name: "Payments and refunds" })).toHaveAttribute(
    "aria-valuetext",
    "2 Mar 2026: Collected ৳0, Refunded ৳500",
  );
  const link = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "Download CSV" }).href);
  expect([link.pathname, Object.fromEntries(link.searchParams)]).toEqual([
    "/api/ledger/table",
    { since, until, language: "en" },
  ]);
});

it("groups the days of a long range, and draws no chart for a reversed one", async () => {
  const page = open([payment], aLedgerAudit(), "/dashboard/ledger?since=2026-01-01&until=2026-04-10");
  const chart = await screen.findByRole("slider", { name: "Payments and refunds" });
  expect(chart.getAttribute("aria-valuetext")).toMatch(/^10 Apr 2026: /);
  const bounds = lastBounds(page);
  expect([bounds.length, bounds[1], bounds.at(-2), bounds.at(-1)]).toEqual([
    35,
    midnight("2026-01-04"),
    midnight("2026-04-10"),
    midnight("2026-04-11"),
  ]);
  for (const day of ["2025-12-31", "2025-12-30", "2024-01-01"]) {
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: day } });
    expect(await screen.findByText("Choose the first day or a later one")).toBeVisible();
    expect(screen.queryByRole("slider")).not.toBeInTheDocument();
  }
});

it("draws no chart from a first day in the far future on", async () => {
  const page = open([payment], aLedgerAudit(), "/dashboard/ledger?since=9000-01-01");
  expect(await screen.findByText("No transactions match")).toBeVisible();
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
  expect(page.calls.some(({ endpoint }) => endpoint === getLedgerTotals)).toBe(false);
});

it("shows the balance of a filtered contest", async () => {
  open([payment], aLedgerAudit(), `/dashboard/ledger?contest=${payment.contest._id}`);
  expect(await screen.findByText(/in total/)).toHaveTextContent(
    "Posters for the book fair in total: ৳30,000 collected, ৳25,000 refunded, ৳5,000 net",
  );
});

it("shows that nothing matches a search and clears it", async () => {
  const page = open([payment], aLedgerAudit(), "/dashboard/ledger?q=nobody");
  expect(await screen.findByText("No transactions match")).toBeVisible();
  expect(lastQuery(page)).toEqual({ q: "nobody" });
  await page.user.click(screen.getByRole("button", { name: "Show all transactions" }));
  expect(await rows()).toEqual(["PaymentNo. 1"]);
});

it("shows an empty state without entries", async () => {
  open([], aLedgerAudit({ payments: 0, refunds: 0, taken: 0, refunded: 0, held: 0 }));
  expect(await screen.findByText("No transactions yet")).toBeVisible();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

it("shows skeletons while loading", () => {
  renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [stubPending(auditLedger), stubPending(getLedgerTotals), stubPending(listLedger)],
  });
  expect(screen.getByText("Checking the ledger")).toBeInTheDocument();
  expect(screen.getByText("Loading transactions")).toBeInTheDocument();
});

it("shows errors with a retry button for each query", async () => {
  renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [
      stubUnreachable(auditLedger),
      stubUnreachable(getLedgerTotals),
      stubError(listLedger, 422, "bad_input", "Please check the marked fields.", { q: "More than 50 are called so." }),
    ],
  });
  expect(await screen.findByText("More than 50 are called so.")).toBeVisible();
  expect(await screen.findAllByRole("button", { name: "Retry" })).toHaveLength(3);
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog, sharedCatalog]));
  afterEach(() => provideLanguage("en", []));

  it("writes amounts and counts with grouped Bangla digits", async () => {
    open([refund], aLedgerAudit({ payments: 12_345 }), `/dashboard/ledger?contest=${sampleId(2)}`);
    const sums = within(await screen.findByRole("region", { name: "মোট হিসাব" }));
    expect(await sums.findByText(/৳১,২৫,০০০/)).toBeVisible();
    expect(sums.getByText("শুরু থেকে ১২,৩৪৫টি পেমেন্ট")).toBeVisible();
    expect(screen.getByText(/৳২৫,০০০/, { selector: "td .cq-money" })).toHaveTextContent("−৳২৫,০০০");
    expect(await screen.findByText(/নিট ৳৫,০০০/)).toBeVisible();
    expect(screen.getByRole("button", { name: "প্রতিযোগিতা: Film in a tweet ফিল্টার সরান" })).toBeVisible();
  });

  it("counts differences by the plural of Bangla", async () => {
    open([payment], aLedgerAudit({ differenceCount: 1, differences: ["A difference."] }));
    expect(await screen.findByText("হিসাবের খাতায় ১টি গরমিল পাওয়া গেছে")).toBeVisible();
  });
});
