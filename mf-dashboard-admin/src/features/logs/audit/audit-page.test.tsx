import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { listAudit, type AuditEntry } from "@conquest/shared/contracts/audit";
import { listUsers } from "@conquest/shared/contracts/users";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aUser, anAuditEntry, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import AdminRoutes from "../../../routes";
import catalog from "../../../../messages/logs.bn.json";

const admin = { role: "admin", name: "Ada", email: "ada@example.com" } as const;
const anika = { _id: sampleId(20), name: "Anika Rahman", email: "anika@example.com" };
const block = anAuditEntry();
const cancelled = anAuditEntry({
  _id: "2",
  act: "contest_cancelled",
  by: { role: "system", person: null },
  person: null,
  contest: { _id: sampleId(1), name: "Film in a tweet" },
  from: "open",
  to: "cancelled",
  reason: "No winner was chosen.",
});

const open = (entries: AuditEntry[], address = "/dashboard/audit") =>
  renderAt(address, AdminRoutes, {
    session: admin,
    answers: [
      stub(listUsers, [aUser({ ...anika, role: "admin" })]),
      stub(listAudit, ({ query: { q, act, actor, person, contest, since, until, sort } }) => {
        const matching = entries.filter(
          (each) =>
            !q &&
            (!since || each.at >= since) &&
            (!until || each.at < until) &&
            (!act || each.act === act) &&
            (!actor || (each.by.person?._id ?? "system") === actor) &&
            (!person || each.person?._id === person) &&
            (!contest || each.contest?._id === contest),
        );
        return sort === "oldest" ? matching.toReversed() : matching;
      }),
    ],
  });
const rows = async () => (await screen.findAllByRole("rowheader")).map((cell) => cell.textContent);
const lastQuery = (page: ReturnType<typeof open>) =>
  page.calls.filter(({ endpoint }) => endpoint === listAudit).at(-1)?.query;

it("shows action, subject, actor, time, change and reason of each entry", async () => {
  open([cancelled, block]);
  expect(await rows()).toEqual(["Contest cancelledopen → cancelled, No. 2", "User blockedverified → blocked, No. 1"]);
  const row = within(screen.getByRole("row", { name: /No\. 1/ }));
  expect(row.getByRole("link", { name: "Rafi Ahmed" })).toHaveAttribute(
    "href",
    "/dashboard/manage_users?q=rafi%40example.com",
  );
  expect(row.getByRole("link", { name: "Anika Rahman" })).toBeVisible();
  expect(row.getByText("as admin")).toBeVisible();
  expect(row.getByText(/1 Mar 2026/).tagName).toBe("TIME");
  expect(row.getByText("The same advertisement in nine contests.")).toBeVisible();
  const other = within(screen.getByRole("row", { name: /No\. 2/ }));
  expect(other.getByText("System")).toBeVisible();
  expect(other.getByRole("link", { name: "Film in a tweet" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
});

it("does not link deleted subjects or the viewer", async () => {
  open([
    anAuditEntry({
      _id: "4",
      act: "contest_deleted",
      person: null,
      contest: { _id: sampleId(3), name: null },
      from: "in_review",
      to: "",
      reason: "",
    }),
    anAuditEntry({
      _id: "3",
      act: "person_removed",
      person: { _id: sampleId(12), name: "Deleted user", email: null },
      from: "user",
      to: "",
    }),
    anAuditEntry({ by: { role: "admin", person: { _id: sampleId(9), name: "Ada", email: admin.email } } }),
  ]);
  const deleted = within(await screen.findByRole("row", { name: /Contest deleted/ }));
  expect(deleted.getByText(/^Deleted contest/)).toBeVisible();
  expect(deleted.getByText(sampleId(3))).toBeVisible();
  expect(deleted.getByText("was in review, No. 4")).toBeVisible();
  expect(deleted.getByText("–")).toBeVisible();
  expect(screen.getByText("Deleted user")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Deleted user" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Ada" })).not.toBeInTheDocument();
});

it("filters by actor, person and contest and removes each filter", async () => {
  const page = open([cancelled, block]);
  await page.user.click(await screen.findByRole("button", { name: "Show only events about Rafi Ahmed" }));
  expect(await screen.findByRole("button", { name: "Remove filter User: Rafi Ahmed" })).toBeVisible();
  expect(await rows()).toHaveLength(1);
  await page.user.click(screen.getByRole("button", { name: "Show only events by Anika Rahman" }));
  await waitFor(() => expect(screen.getByLabelText("Admin or system")).toHaveDisplayValue("Anika Rahman"));
  expect(lastQuery(page)).toEqual({ person: sampleId(10), actor: anika._id });
  await page.user.selectOptions(screen.getByLabelText("Admin or system"), "System");
  expect(await screen.findByText("No events match")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Show all events" }));
  expect(await rows()).toHaveLength(2);
  await page.user.click(screen.getByRole("button", { name: "Show only events about “Film in a tweet”" }));
  expect(await screen.findByRole("button", { name: "Remove filter Contest: Film in a tweet" })).toBeVisible();
});

it("shows a chip for an actor who is no longer an admin", async () => {
  const page = open(
    [anAuditEntry({ by: { role: "admin", person: { _id: sampleId(30), name: "Deleted user", email: null } } })],
    `/dashboard/audit?actor=${sampleId(30)}`,
  );
  await page.user.click(await screen.findByRole("button", { name: "Remove filter By: Deleted user" }));
  await waitFor(() => expect(lastQuery(page)).toEqual({}));
});

it("filters by action and reverses the order", async () => {
  const page = open([cancelled, block]);
  await page.user.selectOptions(await screen.findByLabelText("Order"), "Oldest first");
  await waitFor(async () => expect((await rows())[0]).toMatch(/^User blocked/));
  expect(lastQuery(page)).toEqual({ sort: "oldest" });
  await page.user.selectOptions(screen.getByLabelText("Event"), "Contest cancelled");
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(lastQuery(page)).toEqual({ act: "contest_cancelled", sort: "oldest" });
});

it("shows actions of creators and judges with dates and file types", async () => {
  const contest = { _id: sampleId(1), name: "Film in a tweet" };
  const about = { contest, person: null, by: { role: "creator", person: anika } } as const;
  open([
    anAuditEntry({ ...about, _id: "5", act: "entries_exported", from: "", to: "zip", reason: "" }),
    anAuditEntry({ ...about, _id: "4", act: "joiners_exported", from: "", to: "csv", reason: "" }),
    anAuditEntry({ ...about, _id: "3", act: "judge_withdrawn", from: "accepted", to: "withdrawn", reason: "" }),
    anAuditEntry({ ...about, _id: "2", act: "judge_invited", from: "", to: "r•••@g•••.com", reason: "" }),
    anAuditEntry({
      ...about,
      act: "deadline_extended",
      from: "2026-03-02T08:00:00.000Z",
      to: "2026-03-09T08:00:00.000Z",
      reason: "The hall is free later.",
    }),
  ]);
  expect(await rows()).toEqual([
    "Entries exportedas ZIP, No. 5",
    "Participants exportedas CSV, No. 4",
    "Judge removedaccepted → withdrawn, No. 3",
    "Judge invitedr•••@g•••.com, No. 2",
    `Deadline extended${formatDateTime("2026-03-02T08:00:00.000Z")} → ${formatDateTime("2026-03-09T08:00:00.000Z")}, No. 1`,
  ]);
});

it("filters by days in the viewer's time zone, stored in the URL", async () => {
  const page = open([
    anAuditEntry({ _id: "4", at: new Date("2026-03-04T00:00").toISOString() }),
    anAuditEntry({ _id: "3", at: new Date("2026-03-03T23:59:59.999").toISOString() }),
    anAuditEntry({ _id: "2", at: new Date("2026-03-02T00:00").toISOString() }),
    anAuditEntry({ _id: "1", at: new Date("2026-03-01T23:59:59.999").toISOString() }),
  ]);
  fireEvent.change(await screen.findByLabelText(/^First day/), { target: { value: "2026-03-02" } });
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  expect(lastQuery(page)).toEqual({ since: new Date("2026-03-02T00:00").toISOString() });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: "2026-03-03" } });
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(lastQuery(page)).toEqual({
    since: new Date("2026-03-02T00:00").toISOString(),
    until: new Date("2026-03-04T00:00").toISOString(),
  });
  expect(page.address()).toBe("/dashboard/audit?since=2026-03-02&until=2026-03-03");
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: "2026-03-01" } });
  expect(await screen.findByText("Choose the first day or a later one")).toBeVisible();
  await page.user.click(await screen.findByRole("button", { name: "Show all events" }));
  expect(await rows()).toHaveLength(4);
  expect(screen.getByLabelText(/^First day/)).toHaveValue("");
});

it("reads the days from the URL and ignores invalid or incomplete dates", async () => {
  const page = open([block], "/dashboard/audit?since=2026-03-01&until=2026-02-31");
  expect(await rows()).toHaveLength(1);
  expect(screen.getByLabelText(/^First day/)).toHaveValue("2026-03-01");
  expect(lastQuery(page)).toEqual({ since: new Date("2026-03-01T00:00").toISOString() });
  fireEvent.change(screen.getByLabelText(/^First day/), { target: { value: "0202-03-01" } });
  expect(screen.getByLabelText(/^First day/)).toHaveValue("0202-03-01");
  expect(page.address()).toContain("since=2026-03-01");
});

it("names the zone of the days, and exports the filtered list", async () => {
  open([block], "/dashboard/audit?since=2026-03-01&until=2026-03-02&act=person_blocked");
  const zone = formatDateTime(new Date("2026-03-01T00:00").toISOString()).split(" ").at(-1);
  expect(await screen.findByLabelText(`First day (${zone})`)).toHaveValue("2026-03-01");
  const link = new URL(screen.getByRole<HTMLAnchorElement>("link", { name: "Download CSV" }).href);
  expect(link.pathname).toBe("/api/audit-trail/table");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    act: "person_blocked",
    since: new Date("2026-03-01T00:00").toISOString(),
    until: new Date("2026-03-03T00:00").toISOString(),
    language: "en",
  });
});

it("shows long reasons and names whole", async () => {
  open([block]);
  const reason = await screen.findByText(block.reason);
  expect(reason.closest("details, .da\\:truncate")).toBeNull();
});

it("shows that nothing matches a search", async () => {
  const page = open([block], "/dashboard/audit?q=nobody");
  expect(await screen.findByText("No events match")).toBeVisible();
  expect(lastQuery(page)).toEqual({ q: "nobody" });
  expect(
    screen.getByText("To find a deleted contest, search for its ID or filter by the user who deleted it."),
  ).toBeVisible();
});

it("shows an empty state without entries", async () => {
  open([]);
  expect(await screen.findByText("No events yet")).toBeVisible();
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

it("shows a skeleton while loading", () => {
  renderAt("/dashboard/audit", AdminRoutes, {
    session: admin,
    answers: [stubPending(listUsers), stubPending(listAudit)],
  });
  expect(screen.getByText("Loading events")).toBeInTheDocument();
});

it("offers a retry after an error and works without the list of admins", async () => {
  const page = renderAt("/dashboard/audit", AdminRoutes, {
    session: admin,
    answers: [stubUnreachable(listUsers), stubError(listAudit, 500, "unexpected", "Something went wrong here.")],
  });
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(page.calls.filter(({ endpoint }) => endpoint === listAudit)).toHaveLength(2);
  expect(screen.getByLabelText("Admin or system")).toBeVisible();
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it("translates events, roles and stored values, but not ids", async () => {
    open([cancelled, block]);
    expect(await rows()).toEqual([
      "প্রতিযোগিতা বাতিল হয়েছেচলমান → বাতিল, নং 2",
      "ব্যবহারকারীকে ব্লক করা হয়েছেযাচাই করা → ব্লক করা, নং 1",
    ]);
    const row = within(screen.getByRole("row", { name: /নং 1/ }));
    expect(row.getByText("অ্যাডমিন হিসেবে")).toBeVisible();
    expect(row.getByText("The same advertisement in nine contests.")).toBeVisible();
    expect(row.getByText(/২০২৬/).tagName).toBe("TIME");
    expect(screen.getByRole("option", { name: "শেষ সময় বাড়ানো হয়েছে" })).toHaveValue("deadline_extended");
  });

  it("translates the link inside a sentence", async () => {
    open([block]);
    expect(await screen.findByRole("link", { name: "হিসাবের খাতায়" })).toHaveAttribute("href", "/dashboard/ledger");
  });
});

it("shows the versions of rules before and after a change", async () => {
  const change = { act: "rules_changed", person: null, reason: "" } as const;
  open([
    anAuditEntry({ ...change, _id: "2", from: "1", to: "2" }),
    anAuditEntry({ ...change, _id: "1", from: "", to: "1" }),
  ]);
  expect(await rows()).toEqual(["Rules changedversion 1 → version 2, No. 2", "Rules changednone → version 1, No. 1"]);
});

it("shows changes of who can see a contest", async () => {
  open([
    anAuditEntry({ _id: "2", act: "visibility_changed", person: null, reason: "", from: "public", to: "private" }),
    anAuditEntry({ _id: "1", act: "people_invited", person: null, reason: "", from: "", to: "3" }),
  ]);
  expect(await rows()).toEqual(["Visibility changedpublic → private, No. 2", "People invited3 addresses, No. 1"]);
});

it("shows the maximum number of participants before and after a change", async () => {
  const change = { act: "spots_changed", person: null, reason: "" } as const;
  open([
    anAuditEntry({ ...change, _id: "2", from: "20", to: "" }),
    anAuditEntry({ ...change, _id: "1", from: "", to: "20" }),
  ]);
  expect(await rows()).toEqual([
    "Maximum participants changed20 → no limit, No. 2",
    "Maximum participants changedno limit → 20, No. 1",
  ]);
});

it("names the teams that people created, joined and left", async () => {
  open([
    anAuditEntry({ _id: "2", act: "team_left", from: "River Foxes", to: "" }),
    anAuditEntry({ _id: "1", act: "team_created", from: "", to: "River Foxes" }),
  ]);
  const shown = (await rows()).join();
  expect(shown).toContain("Team left");
  expect(shown).toContain("“River Foxes”");
});

it("shows changes of a judging plan with entry numbers, and dates", async () => {
  const change = { person: null, reason: "" } as const;
  open([
    anAuditEntry({ ...change, _id: "3", act: "entries_assigned", from: "", to: "2" }),
    anAuditEntry({ ...change, _id: "2", act: "judge_recused", from: "", to: "412" }),
    anAuditEntry({ ...change, _id: "1", act: "ratings_date_changed", from: "", to: "2026-03-09T08:00:00.000Z" }),
  ]);
  expect(await rows()).toEqual([
    "Judges per entry changedall judges → 2, No. 3",
    "Judge recused from an entryEntry 412, No. 2",
    expect.stringMatching(/^Date for ratings changednone → 9 Mar 2026/),
  ]);
});

it("names the further prize that someone won, even if it is called like a status", async () => {
  open([
    anAuditEntry({ _id: "2", act: "winner_chosen", from: "", to: "open mic award" }),
    anAuditEntry({ _id: "1", act: "winner_chosen", from: "", to: "" }),
  ]);
  expect(await rows()).toEqual(["Winner picked“open mic award”, No. 2", "Winner pickedNo. 1"]);
});
