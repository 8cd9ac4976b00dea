import { screen, within } from "@testing-library/react";
import { auditLedger, listLedger, type LedgerAudit, type LedgerEntry } from "@conquest/shared/contracts/ledger";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aLedgerAudit, aLedgerEntry, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../../routes";

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
      stub(listLedger, ({ query: { contest, person, kind, q } }) =>
        entries.filter(
          (each) =>
            !q &&
            (!contest || each.contest._id === contest) &&
            (!person || each.person._id === person) &&
            (!kind || each.kind === kind),
        ),
      ),
    ],
  });
const rows = async () => (await screen.findAllByRole("rowheader")).map((cell) => cell.textContent);
const lastQuery = (page: ReturnType<typeof open>) =>
  page.calls.filter(({ endpoint }) => endpoint === listLedger).at(-1)?.query;

it("shows the sums and that they are consistent", async () => {
  open([payment]);
  const sums = within(await screen.findByRole("region", { name: "Sums" }));
  expect(await sums.findByText("It adds up")).toBeVisible();
  expect(sums.getByText("Taken").nextSibling).toHaveTextContent("৳1,25,0003 payments");
  expect(sums.getByText("Refunded").nextSibling).toHaveTextContent("৳25,0001 refund");
  expect(sums.getByText("Held").nextSibling).toHaveTextContent("৳1,00,000");
  expect(sums.getByText(/^Checked/)).toHaveTextContent(/as of \d+ \w+ \d{4}, \d\d:\d\d/);
});

it("lists differences and the number of further ones", async () => {
  open(
    [payment],
    aLedgerAudit({ differenceCount: 22, differences: ["The payment of ৳500 of place 1 is not in the ledger."] }),
  );
  const alert = within(await screen.findByRole("alert"));
  expect(screen.getByText("It does not add up")).toBeVisible();
  expect(alert.getByText("22 differences between the ledger and what it is about")).toBeVisible();
  expect(alert.getByRole("listitem")).toHaveTextContent("The payment of ৳500 of place 1 is not in the ledger.");
  expect(alert.getByText(/And 21 more/)).toBeVisible();
});

it("checks again and shows an error if that fails", async () => {
  let times = 0;
  const page = renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [
      stub(listLedger, []),
      stub(auditLedger, () =>
        (times += 1) < 3 ? aLedgerAudit({ payments: times }) : Promise.reject(new Error("It takes too long.")),
      ),
    ],
  });
  expect(await screen.findByText("1 payment")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("2 payments")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("It could not be checked again: It takes too long.");
  expect(screen.getByText("2 payments")).toBeVisible();
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
    aLedgerEntry({ _id: "3", person: { _id: sampleId(12), name: "Former member", email: null } }),
    aLedgerEntry({ _id: "2", person: { _id: sampleId(13), name: "Ada", email: admin.email } }),
    aLedgerEntry({ person: { _id: sampleId(14), name: "", email: "new@example.com" } }),
  ]);
  expect(await screen.findByText("Former member")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Former member" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Ada" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "No name" })).toBeVisible();
});

it("filters by contest, person and kind and removes each filter", async () => {
  const page = open([refund, payment]);
  await page.user.click(await screen.findByRole("button", { name: "Only entries of “Film in a tweet”" }));
  expect(await screen.findByRole("button", { name: "Remove filter Contest: Film in a tweet" })).toBeVisible();
  expect(await rows()).toEqual(["RefundNo. 2"]);
  expect(screen.queryByRole("button", { name: /^Only entries of “/ })).not.toBeInTheDocument();
  await page.user.click(screen.getByRole("button", { name: "Only entries of Rafi Ahmed" }));
  expect(await screen.findByRole("button", { name: "Remove filter Person: Rafi Ahmed" })).toBeVisible();
  await page.user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Payments");
  expect(await screen.findByText("No entries match")).toBeVisible();
  expect(lastQuery(page)).toEqual({ contest: sampleId(2), person: sampleId(10), kind: "payment" });
  await page.user.click(screen.getByRole("button", { name: "Remove filter One contest" }));
  expect(await rows()).toEqual(["PaymentNo. 1"]);
  await page.user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(await rows()).toEqual(["RefundNo. 2", "PaymentNo. 1"]);
});

it("shows that nothing matches a search and clears it", async () => {
  const page = open([payment], aLedgerAudit(), "/dashboard/ledger?q=nobody");
  expect(await screen.findByText("No entries match")).toBeVisible();
  expect(lastQuery(page)).toEqual({ q: "nobody" });
  await page.user.click(screen.getByRole("button", { name: "Show all entries" }));
  expect(await rows()).toEqual(["PaymentNo. 1"]);
});

it("shows an empty state without entries", async () => {
  open([], aLedgerAudit({ payments: 0, refunds: 0, taken: 0, refunded: 0, held: 0 }));
  expect(await screen.findByText("Nobody has paid yet")).toBeVisible();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

it("shows skeletons while loading", () => {
  renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [stubPending(auditLedger), stubPending(listLedger)],
  });
  expect(screen.getByText("Adding up the ledger")).toBeInTheDocument();
  expect(screen.getByText("Loading the entries")).toBeInTheDocument();
});

it("shows errors with a retry button for each query", async () => {
  renderAt("/dashboard/ledger", AdminRoutes, {
    session: admin,
    answers: [
      stubUnreachable(auditLedger),
      stubError(listLedger, 422, "bad_input", "Please check the marked fields.", { q: "More than 50 are called so." }),
    ],
  });
  expect(await screen.findByText("More than 50 are called so.")).toBeVisible();
  expect(await screen.findAllByRole("button", { name: "Retry" })).toHaveLength(2);
});
