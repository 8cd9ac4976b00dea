import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { decideReport, listReports } from "@conquest/shared/contracts/reports";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { allowed, anAdminReport, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";
import catalog from "../../../messages/reports.bn.json";

const open = (answers: Stub[], path = "/dashboard/reports") =>
  renderAt(path, AdminRoutes, { session: { role: "admin" }, answers });
const card = async () => within(await screen.findByRole("article"));
const UPHOLD = { ...allowed, how: "cancel" as const, refundedCount: 2, refundedTotal: 50_000 };

beforeEach(() => sessionStorage.clear());

it("shows the reports with authors and reasons, and the pending answer", async () => {
  open([
    stub(listReports, [
      anAdminReport({
        reportCount: 3,
        reasons: [
          { reason: "misleading", count: 2 },
          { reason: "stolen", count: 1 },
        ],
      }),
    ]),
  ]);
  const report = await card();
  expect(report.getByRole("link", { name: "Posters for the book fair" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}`,
  );
  expect(report.getByText("3 people reported it")).toBeVisible();
  expect(report.getByText("Misleading or fraudulent × 2")).toBeVisible();
  expect(report.getByText("The prize is made up.")).toBeVisible();
  expect(report.getByText("Rafi Ahmed")).toBeVisible();
  const uphold = report.getByRole("button", { name: "Cancel contest" });
  expect(uphold).toBeDisabled();
  expect(uphold).toHaveAccessibleDescription(/has 24 hours to answer/);
});

it("applies two filter changes made before the first is rendered", async () => {
  const page = open([stub(listReports, [anAdminReport()])]);
  await card();
  await act(async () => {
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "open" } });
    fireEvent.change(screen.getByLabelText("About"), { target: { value: "entry" } });
  });
  expect(page.address()).toBe("/dashboard/reports?state=open&kind=entry");
  expect(screen.getByLabelText("Status")).toHaveValue("open");
});

it("hides the content immediately and shows it again", async () => {
  let isHidden = false;
  const answer = () =>
    anAdminReport({ isHidden, may: isHidden ? { hide: deniedBecause("This is hidden already."), show: allowed } : {} });
  const { user } = open([
    stub(listReports, () => [answer()]),
    stub(decideReport, ({ body }) => {
      isHidden = body.decision === "hide";
      return answer();
    }),
  ]);
  await user.click((await card()).getByRole("button", { name: "Hide now" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/until you decide/)).toBeVisible();
  expect(isHidden).toBe(false);
  await user.click(question.getByRole("button", { name: "Hide now" }));
  expect(await (await card()).findByText("Hidden")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByRole("button", { name: "Hide now" })).toBeVisible();
});

it("cancels a contest with a reason after showing the refunds", async () => {
  const { user, calls } = open([
    stub(listReports, [
      anAdminReport({ answer: { text: "So what?", at: "2026-01-01T00:00:00.000Z" }, may: { uphold: UPHOLD } }),
    ]),
    stub(decideReport, anAdminReport()),
  ]);
  await user.click((await card()).getByRole("button", { name: "Cancel contest" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/refund 2 people, ৳50,000 in total, and notify them/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel contest and refund 2 people" }));
  expect(await dialog.findByText("This field is required")).toBeVisible();
  await user.type(dialog.getByRole("textbox"), "There is no festival.");
  await user.click(dialog.getByRole("button", { name: "Cancel contest and refund 2 people" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(calls.filter(({ endpoint }) => endpoint === decideReport)).toMatchObject([
    { body: { decision: "uphold", note: "There is no festival." } },
  ]);
});

it.each(["/dashboard/reports", "/dashboard/reports?state=open"])(
  "shows the decided report and focuses its heading, at %s",
  async (path) => {
    let isOpen = true;
    const decided = () =>
      anAdminReport({ end: { outcome: "dismissed", at: "2026-01-01T00:00:00.000Z", note: "", shownAgain: null } });
    const { user } = open(
      [
        stub(listReports, ({ query }) => (isOpen ? [anAdminReport()] : query.state === "open" ? [] : [decided()])),
        stub(decideReport, () => {
          isOpen = false;
          return decided();
        }),
      ],
      path,
    );
    await user.click((await card()).getByRole("button", { name: "Dismiss report" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Dismiss report" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(await (await card()).findByText("Dismissed", { selector: ".cq-badge" })).toBeVisible();
    expect((await card()).queryByRole("button")).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toHaveFocus());
  },
);

it("keeps the note if sending fails", async () => {
  const { user } = open([
    stub(listReports, [anAdminReport()]),
    stubError(decideReport, 409, "decided", "This was decided already."),
  ]);
  await user.click((await card()).getByRole("button", { name: "Dismiss report" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.type(dialog.getByRole("textbox"), "The prize is real.");
  await user.click(dialog.getByRole("button", { name: "Dismiss report" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("This was decided already.");
  expect(dialog.getByRole("textbox")).toHaveValue("The prize is real.");
});

it("shows a decision without further actions", async () => {
  open([
    stub(listReports, [
      anAdminReport({
        kind: "entry",
        text: "A tiger.",
        end: { outcome: "dismissed", at: "2026-01-01T00:00:00.000Z", note: "It is theirs.", shownAgain: null },
      }),
    ]),
  ]);
  const report = await card();
  expect(report.getByText("It is theirs.")).toBeVisible();
  expect(report.queryByRole("button")).not.toBeInTheDocument();
});

it("reverts an upheld report with a reason and shows both notes", async () => {
  const upheld = {
    outcome: "upheld" as const,
    at: "2026-01-01T00:00:00.000Z",
    note: "The work is stolen.",
    shownAgain: null,
  };
  const permissions = {
    hide: deniedBecause("This was decided already."),
    dismiss: deniedBecause("This was decided already."),
    show: allowed,
  };
  let report = anAdminReport({ isHidden: true, end: upheld, may: permissions });
  const { user, calls } = open([
    stub(listReports, () => [report]),
    stub(
      decideReport,
      ({ body }) =>
        (report = anAdminReport({
          end: { ...upheld, shownAgain: { at: "2026-01-02T00:00:00.000Z", note: body.note ?? "" } },
          may: { ...permissions, show: deniedBecause("This was shown again already.") },
        })),
    ),
  ]);
  await user.click((await card()).getByRole("button", { name: "Restore" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Restore “Posters for the book fair”?" }));
  expect(dialog.getByText(/Participants and judges are notified too/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await dialog.findByText("This field is required")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Reason" }), "The museum confirmed it.");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(calls.filter(({ endpoint }) => endpoint === decideReport)).toMatchObject([
    { body: { decision: "show", note: "The museum confirmed it." } },
  ]);
  expect(await (await card()).findByText("The museum confirmed it.")).toBeVisible();
  expect((await card()).getByText("The work is stolen.")).toBeVisible();
  expect((await card()).queryByRole("button")).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toHaveFocus());
});

it("warns of changes since the report, in the list and the dialog", async () => {
  const { user } = open([stub(listReports, [anAdminReport({ changedAt: "2026-01-01T10:00:00.000Z" })])]);
  expect((await card()).getByText(/Changed since it was reported, on/)).toHaveTextContent("2026");
  await user.click((await card()).getByRole("button", { name: "Dismiss report" }));
  expect(within(await screen.findByRole("alertdialog")).getByText(/Changed since it was reported, on/)).toBeVisible();
});

it("filters reports and shows when nothing matches", async () => {
  const { user, calls } = open([stub(listReports, ({ query }) => (query.state === "ended" ? [] : [anAdminReport()]))]);
  await card();
  await user.selectOptions(screen.getByRole("combobox", { name: "About" }), "Contests");
  await waitFor(() =>
    expect(calls.filter(({ endpoint }) => endpoint === listReports).at(-1)).toMatchObject({
      query: { kind: "contest" },
    }),
  );
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Decided");
  await user.click(await screen.findByRole("button", { name: "Show all reports" }));
  expect(await screen.findByRole("article")).toBeVisible();
});

it("shows an empty state", async () => {
  open([stub(listReports, [])]);
  expect(await screen.findByText("No reports yet")).toBeVisible();
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it("counts reporters and refunds with Bangla digits", async () => {
    const { user } = open([stub(listReports, [anAdminReport({ reportCount: 3, may: { uphold: UPHOLD } })])]);
    const report = await card();
    expect(report.getByText("৩ জন রিপোর্ট করেছেন")).toBeVisible();
    await user.click(report.getByRole("button", { name: "প্রতিযোগিতা বাতিল করুন" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/আমরা ২ জনকে মোট ৳৫০,০০০ ফেরত দেব/)).toBeVisible();
    expect(question.getByRole("button", { name: "প্রতিযোগিতা বাতিল করে ২ জনকে টাকা ফেরত দিন" })).toBeVisible();
  });
});

it("shows the answers of a reported entry", async () => {
  const answers = [{ kind: "short" as const, label: "Title", value: "A roof of books" }];
  open([stub(listReports, [anAdminReport({ kind: "entry", text: "My stall", answers })])]);
  const report = await card();
  expect(await report.findByText("A roof of books")).toBeVisible();
  expect(report.getByText("Title")).toBeVisible();
});
