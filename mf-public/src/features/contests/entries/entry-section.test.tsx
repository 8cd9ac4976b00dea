import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry, publishEntry, showEntryIfWins, submitEntry } from "@conquest/shared/contracts/entries";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { getMyTeam } from "@conquest/shared/contracts/teams";
import {
  aContestDetails,
  aFile,
  samplePermissions,
  allowed,
  anEntry,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub } from "@conquest/shared/testing/stubs";
import { aViewer, CLOSED, contestsAround, panel, PATH, renderContest } from "../testing/render-contest";

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
beforeEach(() => sessionStorage.clear());

describe("a participant", () => {
  const joined = aViewer({ hasJoined: true });
  const allAllowed = samplePermissions({ submit: allowed, leave: allowed });
  const joinedContest = { viewer: joined, may: allAllowed };
  const late = samplePermissions({ submit: deniedBecause(CLOSED), leave: deniedBecause(CLOSED) });

  it("submits an entry and gets a receipt", async () => {
    let entry: ReturnType<typeof anEntry> | null = null;
    const { user, calls } = renderContest(joinedContest, {}, [
      stub(getMyEntry, () => ({ entry })),
      stub(submitEntry, ({ body }) => (entry = anEntry({ text: body.text, link: body.link ?? "" }))),
    ]);
    await user.type(await screen.findByLabelText("Text"), "My poster shows a tiger.");
    expect(screen.getByText(/^24 of 5,000 characters\./)).toBeVisible();
    await user.type(screen.getByLabelText(/^Link/), "https://example.com/tiger.pdf");
    // An alert shown even briefly would be read out.
    const alerts: string[] = [];
    const observer = new MutationObserver(() =>
      alerts.push(...screen.queryAllByRole("alert").map(({ textContent }) => textContent)),
    );
    observer.observe(document.body, { childList: true, subtree: true });
    await user.click(screen.getByRole("button", { name: "Submit entry" }));

    expect(await screen.findByText("Your entry was submitted")).toBeVisible();
    observer.disconnect();
    expect(alerts).toEqual([]);
    expect(screen.getByRole("heading", { name: "Your entry" })).toHaveFocus();
    await user.click(screen.getByText("Proof of submission"));
    expect(screen.getByText(`SHA-256: ${anEntry().sha256}`)).toBeVisible();
    expect(screen.getByText("My poster shows a tiger.")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)).toMatchObject({
      params: { contestId: sampleId(1) },
      body: { text: "My poster shows a tiger.", link: "https://example.com/tiger.pdf", files: [] },
    });
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ["Bangla letters in one code point each", "\u09dc", 5000, "5,000", "5,001"],
    ["Bangla letters with a separate nukta", "\u09a1\u09bc", 5000, "5,000", "5,001"],
    ["flags", "🇧🇩", 2500, "5,000", "5,002"],
  ])("counts %s like the server", async (_, letters, times, most, ended) => {
    const { user, calls } = renderContest(joinedContest, {}, [
      stub(getMyEntry, { entry: null }),
      stub(submitEntry, ({ body }) => anEntry({ text: body.text })),
    ]);
    const field = await screen.findByLabelText("Text");
    fireEvent.change(field, { target: { value: letters.repeat(times + 1) } });
    expect(screen.getByText(new RegExp(`^${ended} of 5,000 characters\\.`))).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("Use at most 5000 characters")).toBeVisible();
    fireEvent.change(field, { target: { value: `${letters.repeat(times)} \n` } });
    expect(screen.getByText(new RegExp(`^${most} of 5,000 characters\\.`))).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === submitEntry)).toHaveLength(1));
  });

  it.each([
    ["without files", { files: [], fileSums: [] }, "<p>লেখা\nhttps://example.com/a"],
    [
      "with files",
      { files: [aFile()], fileSums: ["a".repeat(64)] },
      `<p>লেখা\nhttps://example.com/a\n${"a".repeat(64)}`,
    ],
  ])("downloads the exact text of the receipt for an entry %s", async (_, parts, content) => {
    const saved: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    });
    const click = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const { user } = renderContest(joinedContest, {}, [
      stub(getMyEntry, { entry: anEntry({ text: "<p>লেখা", link: "https://example.com/a", ...parts }) }),
    ]);
    await user.click(await screen.findByRole("button", { name: "Download text" }));
    expect(click.mock.contexts[0]).toMatchObject({ download: "entry.txt", href: "blob:1" });
    const bytes = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(reader.result));
      reader.readAsText(saved[0]!);
    });
    expect(bytes).toBe(content);
    click.mockRestore();
  });

  it("gets no download that would differ from the receipt", async () => {
    renderContest(joinedContest, {}, [stub(getMyEntry, { entry: anEntry({ files: [aFile()] }) })]);
    expect(await screen.findByText("Your entry was submitted")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Download text" })).not.toBeInTheDocument();
  });

  it("sees which fields of an entry are invalid", async () => {
    const { user } = renderContest(joinedContest, {}, [stub(getMyEntry, { entry: null })]);
    await user.type(await screen.findByLabelText(/^Link/), "http://example.com");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("This field is required")).toBeVisible();
    expect(screen.getByText("Enter a link that starts with https://")).toBeVisible();
  });

  it("keeps the text if the entry cannot be saved", async () => {
    const { user } = renderContest(joinedContest, {}, [
      stub(getMyEntry, { entry: null }),
      stubError(submitEntry, 409, "closed", "The deadline has passed."),
    ]);
    await user.type(await screen.findByLabelText("Text"), "Almost in time");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The deadline has passed.");
    expect(screen.getByLabelText("Text")).toHaveValue("Almost in time");
  });

  it("sees the error above the button, scrolled into view", async () => {
    const scrollIntoView = jest.spyOn(HTMLElement.prototype, "scrollIntoView");
    const { user } = renderContest(joinedContest, {}, [
      stub(getMyEntry, { entry: null }),
      stubError(submitEntry, 503, "busy", "The site is busy."),
    ]);
    await user.type(await screen.findByLabelText("Text"), "Almost in time");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    const alert = await screen.findByRole("alert");
    expect(scrollIntoView.mock.contexts).toContainEqual(alert.parentElement);
    expect(screen.getByRole("checkbox").compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(alert.compareDocumentPosition(screen.getByRole("button", { name: "Submit entry" }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it("keeps the text visible when the deadline passes while writing", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true });
    const deadline = Date.now() + 60_000;
    const details = stub(getContestDetails, () => contestsAround(deadline, allAllowed, late, { viewer: joined }));
    renderContest({}, {}, [details, stub(getMyEntry, { entry: null })]);
    fireEvent.change(await screen.findByLabelText("Text"), { target: { value: "One sentence short" } });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByLabelText("Text")).toHaveValue("One sentence short");
    expect(screen.getByLabelText("Text")).toHaveAttribute("readonly");
    expect(screen.getByRole("alert")).toHaveTextContent(CLOSED);
    // No empty field for files.
    expect(screen.queryByRole("group", { name: /^Files/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Submit entry" })).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it("finds no draft of one contest in another", async () => {
    const details = stub(getContestDetails, ({ params }) =>
      aContestDetails({ _id: params.id, viewer: joined, may: allAllowed }),
    );
    const page = renderContest({}, {}, [details, stub(getMyEntry, { entry: null })]);
    await screen.findByLabelText("Text");
    act(() => void page.go(`/contest-details/${sampleId(2)}`));
    await waitFor(() => expect(screen.queryByText("Loading the contest")).not.toBeInTheDocument());
    await page.user.type(await screen.findByLabelText("Text"), "Of the second alone");
    act(() => void page.go(-1));
    await waitFor(() => expect(screen.getByLabelText("Text")).toHaveValue(""));
    act(() => void page.go(1));
    expect(await screen.findByDisplayValue("Of the second alone")).toBeVisible();
  });

  it("gets an unsent draft restored", async () => {
    const ownEntry = [stub(getMyEntry, { entry: null })];
    const first = renderContest(joinedContest, {}, ownEntry);
    await first.user.type(await screen.findByLabelText("Text"), "Half a thought");
    first.unmount();
    renderContest(joinedContest, {}, ownEntry);
    expect(await screen.findByDisplayValue("Half a thought")).toBeVisible();
  });

  describe.each([
    ["closed", { phase: "judging", deadline: YESTERDAY, viewer: joined, may: late }, CLOSED],
    [
      "was cancelled",
      {
        phase: "cancelled",
        cancelledAt: YESTERDAY,
        viewer: aViewer(),
        may: samplePermissions({ submit: deniedBecause("This contest was cancelled.") }),
      },
      "This contest was cancelled.",
    ],
  ] as const)("whose contest %s while they wrote", (_, ended, because) => {
    it.each([null, anEntry()])("can copy the draft after a reload: %j", async (entry) => {
      const first = renderContest({ ...joinedContest, viewer: { ...joined, hasSubmitted: entry !== null } }, {}, [
        stub(getMyEntry, { entry }),
      ]);
      if (entry) await first.user.click(await screen.findByRole("button", { name: "Edit entry" }));
      await first.user.clear(await screen.findByLabelText("Text"));
      await first.user.type(screen.getByLabelText("Text"), "An hour of words");
      first.unmount();

      const page = renderContest({ ...ended, viewer: { ...ended.viewer, hasSubmitted: entry !== null } }, {}, [
        stub(getMyEntry, { entry }),
      ]);
      expect(await screen.findByDisplayValue("An hour of words")).toHaveAttribute("readonly");
      expect(within(await screen.findByRole("region", { name: "Your entry" })).getByText(because)).toBeVisible();
      expect(screen.queryByRole("button", { name: /^(Submit|Save) entry$/ })).not.toBeInTheDocument();
      if (!entry) return;
      await page.user.click(screen.getByRole("button", { name: "Discard changes" }));
      expect(await screen.findByText("Proof of submission")).toBeVisible();
      expect(sessionStorage).toHaveLength(0);
    });

    it("sees no form if there is no draft", async () => {
      renderContest(ended, {}, [stub(getMyEntry, { entry: null })]);
      await panel();
      await waitFor(() => expect(screen.queryByText("Loading your entry")).not.toBeInTheDocument());
      expect(screen.queryByLabelText("Text")).not.toBeInTheDocument();
    });
  });

  it("edits an entry until the deadline and can only read it afterwards", async () => {
    const ownEntry = [stub(getMyEntry, { entry: anEntry() })];
    const open = renderContest(
      { viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may: allAllowed },
      {},
      ownEntry,
    );
    const section = within(await screen.findByRole("region", { name: "Your entry" }));
    await open.user.click(await section.findByRole("button", { name: "Edit entry" }));
    expect(screen.getByLabelText("Text")).toHaveValue("A poster with a reading tiger.");
    expect(screen.getByLabelText("Text")).toHaveFocus();
    open.unmount();

    renderContest(
      { phase: "judging", deadline: YESTERDAY, may: late, viewer: aViewer({ hasJoined: true, hasSubmitted: true }) },
      {},
      ownEntry,
    );
    expect(await screen.findByText("A poster with a reading tiger.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit entry" })).not.toBeInTheDocument();
    expect(within(await panel()).getAllByText(CLOSED)).toHaveLength(1);
  });

  it("lands at the entry if the URL links it", async () => {
    renderContest(joinedContest, {}, [stub(getMyEntry, { entry: null })], `${PATH}#entry`);
    const heading = await screen.findByRole("heading", { name: "Your entry" });
    await waitFor(() => expect(heading).toHaveFocus());
    await screen.findByLabelText("Text");
  });

  it("leaves with a refund after confirmation if there is no entry", async () => {
    let now: Partial<ContestDetails> = { ...joinedContest, viewer: aViewer({ hasJoined: true, paidAmount: 500 }) };
    const { user, calls } = renderContest({}, {}, [
      // The cost of joining has changed since.
      stub(getContestDetails, () => aContestDetails({ amountDue: 0, ...now })),
      stub(getMyEntry, { entry: null }),
      stub(leaveContest, () => {
        now = { viewer: aViewer(), may: samplePermissions({ join: allowed }) };
        return { refundedTotal: 500 };
      }),
    ]);
    expect(await screen.findByRole("link", { name: "Your entry" })).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    await user.click(await screen.findByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText("You've left. ৳500 refunded")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Register" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Your entry" })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toEqual({
      contestId: sampleId(1),
      email: "rafi@example.com",
      withdrawsEntry: false,
    });
  });

  it("can leave with an entry until the date granted by an extension", async () => {
    const leavesUntil = new Date(Date.now() + 86_400_000).toISOString();
    const viewer = aViewer({ hasJoined: true, hasSubmitted: true, paidAmount: 500, leavesUntil });
    const { user, calls } = renderContest({ viewer, may: samplePermissions({ submit: allowed, leave: allowed }) }, {}, [
      stub(getMyEntry, { entry: anEntry() }),
      stub(leaveContest, { refundedTotal: 500 }),
    ]);
    expect(within(await panel()).getByText(/^The deadline was extended after you joined/)).toHaveTextContent(
      /so you can leave until \d.*\. Leaving withdraws your entry\.$/,
    );
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Your entry and its files will be deleted.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText("You've left. ৳500 refunded")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toMatchObject({ withdrawsEntry: true });
  });

  it("sees an error if the conditions for leaving have changed", async () => {
    const message = "Leaving withdraws the entry you submitted. Review it before you leave.";
    const { user } = renderContest({ ...joinedContest, viewer: aViewer({ hasJoined: true, paidAmount: 500 }) }, {}, [
      stub(getMyEntry, { entry: null }),
      stubError(leaveContest, 409, "entry_changed", message),
    ]);
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    await user.click(await screen.findByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("leaves a free contest without mention of a refund", async () => {
    const { user } = renderContest({ ...joinedContest, viewer: aViewer({ hasJoined: true, paidAmount: 0 }) }, {}, [
      stub(getMyEntry, { entry: null }),
      stub(leaveContest, { refundedTotal: 0 }),
    ]);
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.queryByText(/refund/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("You've left")).toBeVisible();
  });

  it("still sees entry and receipt after the contest is cancelled", async () => {
    const cancelled = deniedBecause("This contest was cancelled.");
    const may = samplePermissions({
      join: cancelled,
      submit: cancelled,
      showIfWins: cancelled,
      publishEntry: cancelled,
    });
    renderContest(
      { phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", may, viewer: aViewer({ hasSubmitted: true }) },
      {},
      [stub(getMyEntry, { entry: anEntry() })],
    );
    const section = within(await screen.findByRole("region", { name: "Your entry" }));
    expect(await section.findByText("Proof of submission")).toBeVisible();
    expect(section.getByText("A poster with a reading tiger.")).toBeVisible();
    expect(section.queryByRole("button")).not.toBeInTheDocument();
    expect(section.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  it.each([
    [{ paidAmount: 8000 }, {}, "Once you submit, you can no longer leave for a refund of ৳8,000."],
    [{ paidAmount: 0 }, {}, "Once you submit, you can no longer leave this contest."],
    [{ paidAmount: 8000, leavesUntil: YESTERDAY }, {}, null],
    [{ paidAmount: 8000 }, { leave: deniedBecause("No.") }, null],
  ])("reads above the button what submitting gives up: %j %j", async (viewer, may, sentence) => {
    renderContest(
      { viewer: { ...joined, ...viewer }, may: samplePermissions({ submit: allowed, leave: allowed, ...may }) },
      {},
      [stub(getMyEntry, { entry: null })],
    );
    await screen.findByRole("button", { name: "Submit entry" });
    expect(screen.queryByText(/^Once you submit/)?.textContent ?? null).toBe(sentence);
  });

  it.each([
    [8000, "Once you submit, you can leave for a refund of ৳8,000 only if others are in your team."],
    [0, "Once you submit, you can leave this contest only if others are in your team."],
  ])("reads what submitting gives up where teams can enter, after paying %d", async (paidAmount, sentence) => {
    const viewer = aViewer({ ...joined, paidAmount });
    const may = samplePermissions({ submit: allowed, leave: allowed });
    renderContest({ viewer, may, maxTeamSize: 3 }, {}, [
      stub(getMyEntry, { entry: null }),
      stub(getMyTeam, { team: null, invitation: null }),
    ]);
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("sees on return that edits of an entry are unsaved", async () => {
    const edited = { viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may: allAllowed };
    const first = renderContest(edited, {}, [stub(getMyEntry, { entry: anEntry() })]);
    await first.user.click(await screen.findByRole("button", { name: "Edit entry" }));
    await first.user.type(await screen.findByLabelText("Text"), " Now in colour.");
    expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();
    first.unmount();
    const { user } = renderContest(edited, {}, [stub(getMyEntry, { entry: anEntry() })]);
    expect(await screen.findByText("Unsaved changes")).toBeVisible();
    expect(screen.getByText(/^Your entry from/)).toHaveTextContent(/still counts until you save\.$/);
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();
  });

  it("sees no unsaved changes after saving a restored draft", async () => {
    const edited = { viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may: allAllowed };
    const first = renderContest(edited, {}, [stub(getMyEntry, { entry: anEntry() })]);
    await first.user.click(await screen.findByRole("button", { name: "Edit entry" }));
    await first.user.type(await screen.findByLabelText("Text"), " Now in colour.");
    first.unmount();
    let entry = anEntry();
    const { user } = renderContest(edited, {}, [
      stub(getMyEntry, () => ({ entry })),
      stub(submitEntry, ({ body }) => (entry = anEntry({ text: body.text, sha256: "b".repeat(64) }))),
    ]);
    expect(await screen.findByText("Unsaved changes")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    await user.click(await screen.findByRole("button", { name: "Edit entry" }));
    expect(await screen.findByLabelText("Text")).toHaveValue(`${anEntry().text} Now in colour.`);
    expect(screen.queryByText("Unsaved changes")).not.toBeInTheDocument();
  });

  it("opens the editor of an entry by the link in the panel", async () => {
    const submitted = { viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may: allAllowed };
    const { user } = renderContest(submitted, {}, [stub(getMyEntry, { entry: anEntry() })]);
    await screen.findByRole("button", { name: "Edit entry" });
    for (const _ of ["first time", "again"]) {
      await user.click(within(await panel()).getByRole("link", { name: "Edit entry" }));
      expect(await screen.findByLabelText("Text")).toHaveFocus();
      await user.click(screen.getByRole("button", { name: "Discard changes" }));
      await screen.findByRole("button", { name: "Edit entry" });
    }
  });

  it.each([
    [{ amount: 6000, receiptNumber: 12 }, / ৳6,000 was refunded\. View receipt$/],
    [{ amount: 0, receiptNumber: null }, /^You left on [^.]+\.\s*$/],
  ])("sees after leaving when that was and what was refunded: %j", async (left, sentence) => {
    const at = "2026-03-02T06:00:00.000Z";
    renderContest({ viewer: aViewer({ left: { ...left, at } }), may: samplePermissions({ join: allowed }) }, {});
    expect(await screen.findByText(/^You left on/)).toHaveTextContent(sentence);
    expect(screen.queryByRole("link", { name: "View receipt" })?.getAttribute("href")).toBe(
      left.receiptNumber ? "/dashboard/payments/12" : undefined,
    );
    expect(within(await panel()).getByRole("link", { name: "Register" })).toBeVisible();
  });

  it("cannot leave after submitting an entry", async () => {
    const because = "You have submitted an entry, so you can no longer leave.";
    const may = samplePermissions({ submit: allowed, leave: deniedBecause(because) });
    renderContest({ viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may }, {}, [
      stub(getMyEntry, { entry: anEntry() }),
    ]);
    expect(await screen.findByText(because)).toBeVisible();
    expect(await screen.findByText("You've joined and submitted your entry.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Leave and get a refund" })).not.toBeInTheDocument();
    await screen.findByText("Your entry was submitted");
  });
});

describe("the publicity of a winning entry", () => {
  const joined = aViewer({ hasJoined: true });
  const YES = "If my entry wins, show it on the contest's page";

  it("is asked in the form and defaults to yes", async () => {
    const { user, calls } = renderContest({ viewer: joined, may: samplePermissions({ submit: allowed }) }, {}, [
      stub(getMyEntry, { entry: null }),
      stub(submitEntry, ({ body }) => anEntry({ text: body.text, showIfWins: body.showIfWins ?? true })),
    ]);
    const question = await screen.findByRole("checkbox", { name: YES });
    expect(question).toBeChecked();
    expect(question).toHaveAccessibleDescription(/until there's a winner/);
    await user.type(screen.getByLabelText("Text"), "Mine");
    await user.click(question);
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).toEqual({
        text: "Mine",
        link: "",
        files: [],
        showIfWins: false,
        replaces: null,
      }),
    );
    expect(sessionStorage).toHaveLength(0);
  });

  it("can be changed after the deadline until the winner is chosen", async () => {
    let showIfWins = false;
    const may = samplePermissions({ submit: deniedBecause(CLOSED), showIfWins: allowed });
    const { user, calls } = renderContest(
      { phase: "judging", deadline: YESTERDAY, viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may },
      {},
      [
        stub(getMyEntry, () => ({ entry: anEntry({ showIfWins }) })),
        stub(showEntryIfWins, ({ body }) => anEntry({ showIfWins: (showIfWins = body.showIfWins) })),
      ],
    );
    const question = await screen.findByRole("checkbox", { name: YES });
    expect(question).not.toBeChecked();
    await user.click(question);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(question).toBeChecked();
    expect(calls.find(({ endpoint }) => endpoint === showEntryIfWins)).toMatchObject({
      params: { contestId: sampleId(1) },
      body: { showIfWins: true },
    });
  });

  it("shows why the choice was not saved", async () => {
    const may = samplePermissions({ showIfWins: allowed });
    const { user } = renderContest(
      { phase: "judging", viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may },
      {},
      [
        stub(getMyEntry, { entry: anEntry() }),
        stubError(showEntryIfWins, 409, "winner_declared", "The winner was picked."),
      ],
    );
    await user.click(await screen.findByRole("checkbox", { name: YES }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The winner was picked.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

describe("after the winner is chosen", () => {
  const ended = {
    phase: "completed",
    deadline: YESTERDAY,
    winner: { name: "Tania", photo: "", note: "", at: YESTERDAY, byAdmin: false },
    viewer: aViewer({ hasJoined: true, hasSubmitted: true }),
  } as const;
  const publishAllowed = samplePermissions({ publishEntry: allowed });
  const section = async () => within(await screen.findByRole("region", { name: "Your entry" }));

  it("shows authors the ratings of their entry", async () => {
    const ratings = [
      {
        rating: 4,
        word: "Brave colours.\nSee https://example.com/why",
        by: "creator" as const,
        name: "",
        criteria: [{ criterion: "It flies", rating: 5 }],
      },
      { rating: null, word: "I liked it too.", by: "admin" as const, name: "", criteria: [] },
      { rating: 3, word: "", by: "judge" as const, name: "Mina Das", criteria: [] },
    ];
    renderContest({ ...ended, may: publishAllowed }, {}, [stub(getMyEntry, { entry: anEntry({ ratings }) })]);
    const entry = await section();
    expect(await entry.findByText("The creator rated it 4 out of 5 and left feedback:")).toBeVisible();
    expect(entry.getByText(/Brave colours\./)).toBeVisible();
    expect(entry.getByRole("link", { name: "https://example.com/why" })).toHaveAttribute(
      "rel",
      "nofollow ugc noopener",
    );
    expect(entry.getByText("It flies").closest("li")).toHaveTextContent("It flies: 5 out of 5");
    expect(entry.getByText("An admin left feedback:")).toBeVisible();
    expect(entry.getByText("I liked it too.")).toBeVisible();
    expect(
      entry.getByText(
        (_, element) => element?.tagName === "SPAN" && element.textContent === "Mina Das rated it 3 out of 5.",
      ),
    ).toBeVisible();
  });

  it("tells an author that there are no ratings", async () => {
    renderContest({ ...ended, may: publishAllowed }, {}, [stub(getMyEntry, { entry: anEntry({ ratings: [] }) })]);
    expect(await (await section()).findByText("Your entry wasn't rated.")).toBeVisible();
  });

  it("shows no ratings while judging", async () => {
    renderContest({ ...ended, phase: "judging", winner: null, may: samplePermissions({ showIfWins: allowed }) }, {}, [
      stub(getMyEntry, { entry: anEntry() }),
    ]);
    const entry = await section();
    expect(await entry.findByText("Your entry was submitted")).toBeVisible();
    expect(entry.queryByText(/rated|rating/)).not.toBeInTheDocument();
    expect(entry.queryByRole("button", { name: "Publish entry" })).not.toBeInTheDocument();
  });

  it("publishes an entry and takes it back", async () => {
    let isPublished = false;
    const { user, calls } = renderContest({ ...ended, may: publishAllowed }, {}, [
      stub(getMyEntry, () => ({ entry: anEntry({ ratings: [], isPublished }) })),
      stub(publishEntry, ({ body }) => anEntry({ ratings: [], isPublished: (isPublished = body.isPublished) })),
    ]);
    const entry = await section();
    await user.click(await entry.findByRole("button", { name: "Publish entry" }));
    expect(await entry.findByText(/Anyone can see your entry on this page/)).toBeVisible();
    const takeBack = entry.getByRole("button", { name: "Unpublish entry" });
    expect(takeBack).toHaveFocus();
    await user.click(takeBack);
    expect(await entry.findByText(/Your entry is private/)).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === publishEntry).map(({ body }) => body)).toEqual([
      { isPublished: true },
      { isPublished: false },
    ]);
  });

  it("shows why an entry was not published", async () => {
    const { user } = renderContest({ ...ended, may: publishAllowed }, {}, [
      stub(getMyEntry, { entry: anEntry({ ratings: [] }) }),
      stubError(publishEntry, 503, "unavailable", "The site cannot reach its data right now."),
    ]);
    await user.click(await (await section()).findByRole("button", { name: "Publish entry" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The site cannot reach its data right now.");
  });

  it.each([
    ["an author", publishAllowed],
    [
      "the winner",
      samplePermissions({
        publishEntry: deniedBecause(
          "Your entry won and is shown on the contest's page, as you agreed before the winner was chosen.",
        ),
      }),
    ],
  ])("tells %s who can read a published entry of a hidden contest", async (_who, may) => {
    renderContest({ ...ended, isPublic: false, may }, {}, [
      stub(getMyEntry, { entry: anEntry({ ratings: [], isPublished: true }) }),
    ]);
    const entry = await section();
    expect(
      await entry.findByText(
        /^Your entry is published with your name\. While this contest is hidden, only its participants, the creator, judges and admins can see it/,
      ),
    ).toBeVisible();
    expect(entry.queryByText(/Everybody|is shown/)).not.toBeInTheDocument();
    expect(entry.queryAllByRole("button", { name: "Unpublish entry" })).toHaveLength(
      may.publishEntry.isAllowed ? 1 : 0,
    );
  });

  it("tells the winner that the entry is public as agreed", async () => {
    const because = "Your entry won and is shown on the contest's page, as you agreed before the winner was chosen.";
    renderContest(
      {
        ...ended,
        viewer: { ...ended.viewer, isWinner: true },
        may: samplePermissions({ publishEntry: deniedBecause(because) }),
      },
      {},
      [stub(getMyEntry, { entry: anEntry({ ratings: [], isPublished: true }) })],
    );
    const entry = await section();
    expect(await entry.findByText(because)).toBeVisible();
    expect(entry.queryByRole("button")).not.toBeInTheDocument();
  });
});
