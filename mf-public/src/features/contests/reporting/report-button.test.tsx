import { screen, waitFor, within } from "@testing-library/react";
import { listPublishedEntries } from "@conquest/shared/contracts/entries";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { reportContest, reportEntry } from "@conquest/shared/contracts/reports";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, samplePermissions, allowed, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";
import { aViewer } from "../testing/render-contest";

const REPORTED_AT = { reportedAt: "2026-01-01T00:00:00.000Z" };
const renderWith = (
  may: Parameters<typeof samplePermissions>[0],
  session: "signed-out" | object,
  answers: Stub[] = [],
  overrides: object = {},
) =>
  renderAt(`/contest-details/${sampleId(1)}`, PublicRoutes, {
    session,
    answers: [stub(getContestDetails, aContestDetails({ may: samplePermissions(may), ...overrides })), ...answers],
  });

beforeEach(() => sessionStorage.clear());

it("sends a reason and a comment", async () => {
  let hasReported = false;
  const { user, calls } = renderWith({}, {}, [
    stub(getContestDetails, () =>
      aContestDetails({
        viewer: aViewer({ hasReported }),
        may: samplePermissions({ report: hasReported ? deniedBecause("You've reported this.") : allowed }),
      }),
    ),
    stub(reportContest, () => {
      hasReported = true;
      return REPORTED_AT;
    }),
  ]);
  await user.click(await screen.findByRole("button", { name: "Report this contest" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report this contest" }));
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await dialog.findByText("Choose a reason")).toBeVisible();
  expect(dialog.getByText("This field is required")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: "Stolen or copied work" }));
  await user.type(dialog.getByRole("textbox"), "The picture is mine.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText("Thanks for reporting. An admin will review it.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: "Report this contest" })).not.toBeInTheDocument();
  expect(screen.getByText("You reported this contest")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  expect(calls.filter(({ endpoint }) => endpoint === reportContest)).toMatchObject([
    { params: { contestId: sampleId(1) }, body: { reason: "stolen", word: "The picture is mine." } },
  ]);
});

it("keeps the input until the report is sent", async () => {
  const { user } = renderWith({ report: allowed }, {}, [
    stubError(reportContest, 409, "already_reported", "You have reported this."),
  ]);
  await user.click(await screen.findByRole("button", { name: "Report this contest" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Something else" }));
  await user.type(dialog.getByRole("textbox"), "Look at it.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  const alert = await dialog.findByRole("alert");
  expect(alert).toHaveTextContent("You have reported this. Your text is still here.");
  // On phones the top of the form is out of sight by then.
  expect(dialog.getByRole("textbox").compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(dialog.getByRole("button", { name: "Go back" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await user.click(screen.getByRole("button", { name: "Report this contest" }));
  expect(within(await screen.findByRole("dialog")).getByRole("textbox")).toHaveValue("Look at it.");
});

it("leads visitors to the login first", async () => {
  renderWith({ report: allowed }, "signed-out");
  expect(await screen.findByRole("link", { name: "Report this contest" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/login\?from=/),
  );
});

it("is hidden if reporting is not allowed", async () => {
  renderWith({ report: deniedBecause("This is your own contest.") }, {});
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: /Report/ })).not.toBeInTheDocument();
});

it("is shown at each entry of others in the gallery", async () => {
  const entry = (n: number, name: string, report: typeof allowed) => ({
    _id: sampleId(n),
    text: "A tiger.",
    link: "",
    files: [],
    name,
    photo: "",
    isWinner: false,
    may: { report },
  });
  const ended = {
    phase: "completed",
    publishedEntryCount: 2,
    winner: { name: "Tania", photo: "", note: "", at: "2026-01-01T00:00:00.000Z", byAdmin: false },
  };
  const { user, calls } = renderWith(
    {},
    {},
    [
      stub(listPublishedEntries, [
        entry(41, "Tania", allowed),
        { ...entry(43, "Mita", deniedBecause("You've reported this.")), hasReported: true },
        entry(42, "Rafi", deniedBecause("This is your own entry.")),
      ]),
      stub(reportEntry, REPORTED_AT),
    ],
    ended,
  );
  const button = await screen.findByRole("button", { name: "Report the entry by Tania" });
  expect(screen.queryByRole("button", { name: "Report the entry by Rafi" })).not.toBeInTheDocument();
  const reported = within(screen.getByRole("article", { name: "Entry by Mita" }));
  expect(reported.getByText("You reported this entry")).toBeVisible();
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Report the entry by Tania" }));
  await user.click(dialog.getByRole("radio", { name: "Advertising or spam" }));
  await user.type(dialog.getByRole("textbox"), "It sells phones.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));
  await screen.findByText("Thanks for reporting. An admin will review it.");
  expect(calls.filter(({ endpoint }) => endpoint === reportEntry)).toMatchObject([
    { params: { entryId: sampleId(41) } },
  ]);
});

it("says that a contest is hidden to those who still see it", async () => {
  renderWith({}, {}, [], { hiddenAt: "2026-01-01T00:00:00.000Z" });
  expect(await screen.findByText("Hidden")).toBeVisible();
});
