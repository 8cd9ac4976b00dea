import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import type { ContestActs, ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry, listPublishedEntries, publishEntry, removeEntryFile, showEntryIfWins, submitEntry, uploadEntryFile } from "@conquest/shared/contracts/entries";
import { followContest, leaveContest } from "@conquest/shared/contracts/taking-part";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, aContestDetails, acts, aFile, allowed, anEntry, aUser, refused, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

const PATH = `/contest-details/${sampleId(1)}`;
const CLOSED = "This contest is closed: its deadline has passed.";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const aViewer = (given: Partial<NonNullable<ContestDetails["viewer"]>> = {}) => ({
  isOwner: false,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
  ...given,
});

const seen = (contest: Partial<ContestDetails>, session: "signed-out" | object = "signed-out", answers: Stub[] = [], path = PATH) =>
  renderAt(path, PublicRoutes, { session, answers: [stub(getContestDetails, aContestDetails(contest)), ...answers] });

/** What the server answers before a deadline, and from then on. */
const closingAt = (deadline: number, before: Partial<ContestActs>, after: Partial<ContestActs>, given: Partial<ContestDetails> = {}) =>
  aContestDetails({
    deadline: new Date(deadline).toISOString(),
    ...(Date.now() < deadline ? { may: acts(before) } : { may: acts(after), phase: "judging" }),
    ...given,
  });

const panel = () => screen.findByRole("complementary", { name: "Taking part" });

beforeEach(() => sessionStorage.clear());

describe("what everyone sees", () => {
  it("tells what the contest is, what can be won, what it costs and until when", async () => {
    seen({
      prize: 125_000,
      amountDue: 500,
      participantCount: 3,
      task: "Send a PDF.",
      deadline: new Date(Date.now() + 90_061_000).toISOString(),
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Posters for the book fair" })).toBeVisible();
    expect(document.title).toBe("Posters for the book fair | Conquest");
    expect(screen.getByText("3 participants")).toBeVisible();
    expect(screen.getByText("Draw a poster that makes people want to walk into the fair.")).toBeVisible();
    expect(screen.getByText("Send a PDF.")).toBeVisible();
    expect(screen.getByText("Image Design Contests")).toBeVisible();
    expect(screen.getByRole("link", { name: "Nadia Rahman" })).toBeVisible();
    const side = within(await panel());
    expect(side.getByText("৳1,25,000")).toBeVisible();
    expect(side.getByText("৳500")).toBeVisible();
    expect(side.getByText(/^Closes in 1 day$/)).toBeVisible();
    expect(side.getByRole("timer")).toHaveTextContent(/01days01hours0[01]min\d\dsec/);
  });

  it("says that the deadline was extended, from when and why", async () => {
    seen({ extension: { at: "2026-03-01T08:00:00.000Z", from: "2026-03-02T08:00:00.000Z", reason: "The hall is free later." } });
    const side = within(await panel());
    expect(side.getByText(/^Extended on/)).toHaveTextContent(/^Extended on 1 Mar 2026, .*; it was 2 Mar 2026, .*\. “The hall is free later\.”$/);
  });

  it("gives no reason where none was given", async () => {
    seen({ extension: { at: "2026-03-01T08:00:00.000Z", from: "2026-03-02T08:00:00.000Z", reason: "" } });
    expect(within(await panel()).getByText(/^Extended on/)).not.toHaveTextContent("“");
  });

  it("goes back to the previous page, or to all contests when there is none", async () => {
    const elsewhere = stub(listContests, [aContest()]);
    const direct = seen({}, "signed-out", [elsewhere]);
    await screen.findByRole("heading", { level: 1, name: "Posters for the book fair" });
    await direct.user.click(screen.getByRole("button", { name: "Back" }));
    expect(direct.address()).toBe("/all_contests");
    direct.unmount();

    const led = seen({}, "signed-out", [elsewhere], "/all_contests?sort=prize");
    await led.user.click(await screen.findByRole("link", { name: "Details" }));
    await led.user.click(await screen.findByRole("button", { name: "Back" }));
    expect(led.address()).toBe("/all_contests?sort=prize");
    await screen.findByRole("article", { name: "Posters for the book fair" });
  });

  it("says in the page when there is no such contest", async () => {
    renderAt(PATH, PublicRoutes, { answers: [refuse(getContestDetails, 404, "not_found", "No such contest.")] });
    expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "See all contests" })).toHaveAttribute("href", "/all_contests");
  });

  it("offers another try when it cannot be fetched", async () => {
    renderAt(PATH, PublicRoutes, { answers: [refuse(getContestDetails, 500, "internal", "Something went wrong on our side.")] });
    expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });

  it("makes no markup of what people write, and a safe link of an address", async () => {
    seen({ description: "<img src=x onerror=alert(1)> see https://example.com/brief", task: "javascript:alert(1)" });
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)> see/)).toBeVisible();
    expect(screen.getByRole("link", { name: "https://example.com/brief" })).toHaveAttribute("rel", "nofollow ugc noopener");
    expect(screen.queryByRole("link", { name: /javascript/ })).not.toBeInTheDocument();
  });
});

describe("what was promised", () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const stepsShown = async () => within(await screen.findByRole("region", { name: "What happens when" })).getAllByRole("listitem");

  it("is said before joining: when it closes, until when the winner is due, and what happens without one", async () => {
    seen({});
    const [closes, judging, result] = await stepsShown();
    expect(closes).toHaveAttribute("aria-current", "step");
    expect(closes).toHaveTextContent(/^Closes/);
    expect(judging).toHaveTextContent(/By then the creator chooses the winner/);
    expect(result).toHaveTextContent(/everybody who paid has their money back/);
    expect(screen.queryByRole("group", { name: /Time left/ })).not.toBeInTheDocument();
  });

  it("speaks of no money where there is none", async () => {
    seen({ amountDue: 0 });
    expect((await stepsShown())[2]).toHaveTextContent(/the contest ends without a winner/);
  });

  it("counts to the day the winner is due once it has closed", async () => {
    seen({ phase: "judging", deadline: YESTERDAY, winnerDueAt: at(13.01), refundAt: at(29.01), may: acts({ join: refused(CLOSED) }) });
    const side = within(await panel());
    expect(side.getByText(/^The winner is due on/)).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the winner is due" })).toHaveTextContent(/^13days/);
    expect((await stepsShown())[1]).toHaveAttribute("aria-current", "step");
  });

  it.each(["judging", "overdue"] as const)("is no winner where nobody joined: %s", async (phase) => {
    const may = acts({ join: refused(CLOSED), readEntries: allowed, declareWinner: allowed });
    seen({ phase, deadline: YESTERDAY, winnerDueAt: at(13), refundAt: at(29), participantCount: 0, may, viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    const side = within(await panel());
    expect(side.getByText("Nobody joined,")).toBeVisible();
    expect(screen.getByText("Nobody joined")).toBeVisible();
    expect(screen.queryByText(/^(Judging|Winner overdue)$/)).not.toBeInTheDocument();
    expect(side.queryByText(/due|overdue/)).not.toBeInTheDocument();
    expect(side.queryByRole("group")).not.toBeInTheDocument();
    expect(side.queryByRole("link", { name: "Choose the winner" })).not.toBeInTheDocument();
    const [closed, result, ...others] = await stepsShown();
    expect(closed).toHaveTextContent(/Nobody joined until then/);
    expect(result).toHaveAttribute("aria-current", "step");
    expect(others).toEqual([]);
  });

  it("speaks of what is past as past", async () => {
    seen({ phase: "overdue", deadline: at(-15), winnerDueAt: at(-1), refundAt: at(15), may: acts({ join: refused(CLOSED) }) });
    const [closed, judging, result] = await stepsShown();
    expect(closed).toHaveTextContent(/Until then people joined/);
    expect(judging).toHaveTextContent(/Until then the creator was to choose/);
    expect(result).toHaveAttribute("aria-current", "step");
  });

  it("is said of a contest in review too, which has not closed", async () => {
    seen({ status: "pending", phase: "in_review", viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    expect((await stepsShown())[0]).toHaveTextContent(/^Closes .+Until then people join,/);
  });

  it("counts to the refund once the winner is overdue", async () => {
    seen({ phase: "overdue", deadline: at(-15), winnerDueAt: at(-1), refundAt: at(15.01), may: acts({ join: refused(CLOSED) }) });
    const side = within(await panel());
    expect(side.getByText(/^The winner is overdue. Without one, everybody is refunded on/)).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the refund" })).toHaveTextContent(/^15days/);
  });

  describe("while one looks", () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true }));
    afterEach(() => jest.useRealTimers());
    const inAMinute = () => Date.now() + 60_000;

    it("the day comes on which the winner is due", async () => {
      const due = inAMinute();
      const closed = { deadline: YESTERDAY, winnerDueAt: new Date(due).toISOString(), refundAt: at(16), may: acts({ join: refused(CLOSED) }) };
      seen({}, "signed-out", [stub(getContestDetails, () => aContestDetails({ ...closed, phase: Date.now() < due ? "judging" : "overdue" }))]);
      expect(within(await panel()).getByText(/^The winner is due on/)).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(61_000));
      expect(within(await panel()).getByText(/^The winner is overdue/)).toBeVisible();
    });

    it("everybody is refunded, which the server may do a moment later", async () => {
      const end = inAMinute();
      const overdue = { deadline: at(-30), winnerDueAt: at(-16), refundAt: new Date(end).toISOString(), may: acts({ join: refused(CLOSED) }) };
      const cancelled = { phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "" } as const;
      seen({}, "signed-out", [stub(getContestDetails, () => aContestDetails({ ...overdue, ...(Date.now() < end + 50_000 ? { phase: "overdue" } : cancelled) }))]);
      expect(within(await panel()).getByText(/^The winner is overdue/)).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(61_000));
      expect(within(await panel()).getByRole("group", { name: "Time left until the refund" })).toHaveTextContent("00days00hours00min00sec");
      await act(() => jest.advanceTimersByTimeAsync(90_000));
      expect(within(await panel()).getByRole("button", { name: "Cancelled" })).toBeVisible();
    });
  });

  it("ends with the winner, and is none of a contest that was cancelled", async () => {
    const completed = seen({ phase: "completed", deadline: YESTERDAY, may: acts(), winner: { name: "Tania", photo: "", note: "", at: YESTERDAY } });
    // Chosen before the winner was due: no later day stands before that one.
    expect((await stepsShown()).map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^Closed .+Until then people joined/),
      expect.stringMatching(/^Result .+The winner was chosen\.$/),
    ]);
    completed.unmount();
    seen({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", may: acts() });
    await panel();
    expect(screen.queryByRole("region", { name: "What happens when" })).not.toBeInTheDocument();
  });
});

describe("the Register button", () => {
  it("leads a visitor to the payment, who will sign in first", async () => {
    seen({});
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Register" })).toHaveAttribute("href", `${PATH}/payment`);
    expect(side.getByText(/asked to sign in first/)).toBeVisible();
  });

  it("gives the owner a way to manage instead", async () => {
    seen({ viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Manage" })).toHaveAttribute("href", "/dashboard/my_created_contests");
    expect(side.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
  });

  it("is closed once the deadline has passed", async () => {
    seen({ phase: "judging", deadline: YESTERDAY, may: acts({ join: refused(CLOSED) }) });
    const side = within(await panel());
    expect(side.getByText(CLOSED)).toBeVisible();
    expect(side.getByRole("button", { name: "Closed" })).toBeDisabled();
    expect(side.getByRole("timer")).toHaveTextContent("00days00hours00min00sec");
  });

  it("closes by itself when the deadline passes while one looks", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true });
    const deadline = Date.now() + 60_000;
    seen({}, "signed-out", [stub(getContestDetails, () => closingAt(deadline, { join: allowed }, { join: refused(CLOSED) }))]);
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Register" })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(side.getByRole("button", { name: "Closed" })).toBeDisabled();
    expect(side.getByText(CLOSED)).toBeVisible();
    jest.useRealTimers();
  });

  it.each([{ isOwner: true }, {}])("counts down to nothing where the contest was cancelled: %j", async (viewer) => {
    seen({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", may: acts(), viewer: aViewer(viewer) }, {});
    const side = within(await panel());
    expect(side.getByText("Deadline:")).toBeVisible();
    expect(side.queryByText(/^Clos/)).not.toBeInTheDocument();
    expect(side.queryByRole("timer")).not.toBeInTheDocument();
  });

  it("says that a contest was cancelled, why, and what became of the money", async () => {
    seen({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "The fair was called off.", may: acts() });
    const side = within(await panel());
    expect(side.getByRole("button", { name: "Cancelled" })).toBeDisabled();
    expect(side.getByText(/Everyone who had paid was refunded/)).toBeVisible();
    expect(side.getByText(/The fair was called off/)).toBeVisible();
  });

  it("speaks of no refund where a contest that was free was cancelled", async () => {
    seen({ phase: "cancelled", amountDue: 0, cancelledAt: YESTERDAY, cancelReason: "", may: acts() });
    const side = within(await panel());
    expect(side.getByText(/It ended without a winner on/)).toBeVisible();
    expect(side.queryByText(/refund|paid/)).not.toBeInTheDocument();
  });

  it("names the winner of a completed contest, with the creator's note", async () => {
    seen({ phase: "completed", deadline: YESTERDAY, may: acts(), winner: { name: "Tania", photo: "", note: "Brave colours.", at: YESTERDAY } });
    expect(within(await screen.findByRole("region", { name: "Winner" })).getByText("Tania")).toBeVisible();
    expect(screen.getByText("Brave colours.")).toBeVisible();
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Tania" })).toHaveAttribute("href", `${PATH}/winner`);
    expect(side.queryByRole("timer")).not.toBeInTheDocument();
    expect(side.queryByRole("button")).not.toBeInTheDocument();
  });

  it("asks again for whom the answer is about once somebody has signed in", async () => {
    let viewer: ContestDetails["viewer"] = null;
    renderAt(PATH, PublicRoutes, {
      answers: [stub(getContestDetails, () => aContestDetails({ viewer })), stub(getMyEntry, { entry: null })],
    });
    expect(within(await panel()).getByRole("link", { name: "Register" })).toBeVisible();
    viewer = aViewer({ hasJoined: true });
    act(() => useSession.setState({ phase: "signed-in", account: aUser() }));
    expect(await screen.findByText("You have joined this contest.")).toBeVisible();
  });
});

describe("who judges", () => {
  it("is named to whoever thinks of joining", async () => {
    seen({ judges: ["Mina Das", "Rafi Ahmed"] });
    const judges = within(await screen.findByRole("region", { name: "Who judges" }));
    expect(judges.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Mina Das", "Rafi Ahmed"]);
    expect(judges.getByText(/chooses the winner/)).toHaveTextContent("Nadia Rahman chooses the winner.");
  });

  it("is not said where it is the creator alone", async () => {
    seen({});
    await panel();
    expect(screen.queryByRole("region", { name: "Who judges" })).toBeNull();
  });
});

describe("the entries", () => {
  const entries = `/dashboard/contest_submitted/${sampleId(1)}`;

  it("can be reached by those who may read them", async () => {
    seen({ viewer: aViewer({ isOwner: true }), may: acts({ readEntries: allowed }) }, { role: "creator" });
    expect(within(await panel()).getByRole("link", { name: "See the entries" })).toHaveAttribute("href", entries);
  });

  it("are rated by who judges, who cannot join", async () => {
    const judging = { phase: "judging", deadline: YESTERDAY, viewer: aViewer({ isJudge: true }) } as const;
    seen({ ...judging, may: acts({ readEntries: allowed, rateEntries: allowed }) }, {});
    expect(within(await panel()).getByRole("link", { name: "Rate the entries" })).toHaveAttribute("href", `/dashboard/judging/${sampleId(1)}`);
    expect(within(await panel()).getByText("You judge this contest.")).toBeVisible();
    expect(within(await panel()).queryByRole("button")).toBeNull();
  });

  it("wait for those who may choose the winner", async () => {
    seen({ viewer: aViewer(), may: acts({ readEntries: allowed, declareWinner: allowed }) }, { role: "admin" });
    expect(within(await panel()).getByRole("link", { name: "Choose the winner" })).toHaveAttribute("href", entries);
  });

  it("are no matter of anybody else", async () => {
    seen({ viewer: aViewer() }, {});
    expect(within(await panel()).getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Register", "All of this creator’s contests"]);
  });
});

describe("a contest that is not public", () => {
  it("says In review to its owner", async () => {
    seen({ status: "pending", phase: "in_review", viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    expect(await screen.findByText(/until an admin confirms it/)).toBeVisible();
    expect(screen.getAllByText("In review")).not.toHaveLength(0);
  });

  it("lets nobody register", async () => {
    seen({ status: "pending", phase: "in_review", viewer: aViewer(), may: acts({ join: refused("This contest is not open yet.") }) }, { role: "admin" });
    const side = within(await panel());
    expect(side.getByText("This contest is not open yet.")).toBeVisible();
    expect(side.getByRole("button", { name: "Not open yet" })).toBeDisabled();
  });
});

describe("somebody who has joined", () => {
  const joined = aViewer({ hasJoined: true });
  const mayAll = acts({ submit: allowed, leave: allowed });
  const here = { viewer: joined, may: mayAll };
  const late = acts({ submit: refused(CLOSED), leave: refused(CLOSED) });

  it("submits an entry and gets a receipt", async () => {
    let entry: ReturnType<typeof anEntry> | null = null;
    const { user, calls } = seen(here, {}, [
      stub(getMyEntry, () => ({ entry })),
      stub(submitEntry, ({ body }) => (entry = anEntry({ text: body.text, link: body.link ?? "" }))),
    ]);
    await user.type(await screen.findByLabelText("Text"), "My poster shows a tiger.");
    await user.type(screen.getByLabelText(/^Link/), "https://example.com/tiger.pdf");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));

    expect(await screen.findByText("Your entry is in")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Your entry" })).toHaveFocus();
    expect(screen.getByText(anEntry().sha256)).toBeVisible();
    expect(screen.getByText("My poster shows a tiger.")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)).toMatchObject({
      params: { contestId: sampleId(1) },
      body: { text: "My poster shows a tiger.", link: "https://example.com/tiger.pdf", files: [] },
    });
    expect(sessionStorage).toHaveLength(0);
  });

  it("is told what an entry needs", async () => {
    const { user } = seen(here, {}, [stub(getMyEntry, { entry: null })]);
    await user.type(await screen.findByLabelText(/^Link/), "http://example.com");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("This field is required")).toBeVisible();
    expect(screen.getByText("Please give a link that starts with https://")).toBeVisible();
  });

  it("loses nothing when the entry cannot be saved", async () => {
    const { user } = seen(here, {}, [
      stub(getMyEntry, { entry: null }),
      refuse(submitEntry, 409, "closed", "The deadline has passed."),
    ]);
    await user.type(await screen.findByLabelText("Text"), "Almost in time");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The deadline has passed.");
    expect(screen.getByLabelText("Text")).toHaveValue("Almost in time");
  });

  it("keeps what is being written before one's eyes when the deadline passes", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true });
    const deadline = Date.now() + 60_000;
    const details = stub(getContestDetails, () => closingAt(deadline, mayAll, late, { viewer: joined }));
    seen({}, {}, [details, stub(getMyEntry, { entry: null })]);
    fireEvent.change(await screen.findByLabelText("Text"), { target: { value: "One sentence short" } });
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByLabelText("Text")).toHaveValue("One sentence short");
    expect(screen.getByLabelText("Text")).toHaveAttribute("readonly");
    expect(screen.getByRole("alert")).toHaveTextContent(CLOSED);
    expect(screen.queryByRole("button", { name: "Submit entry" })).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it("finds an unsent draft again", async () => {
    const mine = [stub(getMyEntry, { entry: null })];
    const first = seen(here, {}, mine);
    await first.user.type(await screen.findByLabelText("Text"), "Half a thought");
    first.unmount();
    seen(here, {}, mine);
    expect(await screen.findByDisplayValue("Half a thought")).toBeVisible();
  });

  it("edits an entry until the deadline, and only reads it afterwards", async () => {
    const mine = [stub(getMyEntry, { entry: anEntry() })];
    const open = seen({ viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may: mayAll }, {}, mine);
    const section = within(await screen.findByRole("region", { name: "Your entry" }));
    await open.user.click(await section.findByRole("button", { name: "Edit your entry" }));
    expect(screen.getByLabelText("Text")).toHaveValue("A poster with a reading tiger.");
    expect(screen.getByLabelText("Text")).toHaveFocus();
    open.unmount();

    seen({ phase: "judging", deadline: YESTERDAY, may: late, viewer: aViewer({ hasJoined: true, hasSubmitted: true }) }, {}, mine);
    expect(await screen.findByText("A poster with a reading tiger.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit your entry" })).not.toBeInTheDocument();
    expect(within(await panel()).getAllByText(CLOSED)).toHaveLength(1);
  });

  it("arrives at the entry by its own address", async () => {
    seen(here, {}, [stub(getMyEntry, { entry: null })], `${PATH}#entry`);
    const heading = await screen.findByRole("heading", { name: "Your entry" });
    await waitFor(() => expect(heading).toHaveFocus());
    await screen.findByLabelText("Text");
  });

  it("leaves with a refund after being asked, as long as nothing was submitted", async () => {
    let now: Partial<ContestDetails> = { ...here, viewer: aViewer({ hasJoined: true, paidAmount: 500 }) };
    const { user, calls } = seen({}, {}, [
      // Joining costs another amount since.
      stub(getContestDetails, () => aContestDetails({ amountDue: 0, ...now })),
      stub(getMyEntry, { entry: null }),
      stub(leaveContest, () => {
        now = { viewer: aViewer(), may: acts({ join: allowed }) };
        return { refundedTotal: 500 };
      }),
    ]);
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    await user.click(await screen.findByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText("You have left. ৳500 refunded")).toBeVisible();
    expect(await screen.findByRole("link", { name: "Register" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toEqual({ contestId: sampleId(1), email: "rafi@example.com", withdrawsEntry: false });
  });

  it("leaves with an entry that is in, for as long as that is possible after the deadline was extended", async () => {
    const leavesUntil = new Date(Date.now() + 86_400_000).toISOString();
    const viewer = aViewer({ hasJoined: true, hasSubmitted: true, paidAmount: 500, leavesUntil });
    const { user, calls } = seen({ viewer, may: acts({ submit: allowed, leave: allowed }) }, {}, [stub(getMyEntry, { entry: anEntry() }), stub(leaveContest, { refundedTotal: 500 })]);
    expect(within(await panel()).getByText(/^The deadline was extended after you joined/)).toHaveTextContent(/Until \d.* you may leave; your entry is taken back then\.$/);
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Your entry is taken back, with its files.")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText("You have left. ৳500 refunded")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toMatchObject({ withdrawsEntry: true });
  });

  it("is told what the matter is where leaving has become something else meanwhile", async () => {
    const said = "You have submitted an entry, which is taken back when you leave. Please look at it again before you do.";
    const { user } = seen({ ...here, viewer: aViewer({ hasJoined: true, paidAmount: 500 }) }, {}, [stub(getMyEntry, { entry: null }), refuse(leaveContest, 409, "entry_changed", said)]);
    await user.click(await screen.findByRole("button", { name: "Leave and get a refund" }));
    await user.click(await screen.findByRole("button", { name: "Leave and refund ৳500" }));
    expect(await screen.findByText(said)).toBeVisible();
  });

  it("leaves a free contest without a word of money", async () => {
    const { user } = seen({ ...here, viewer: aViewer({ hasJoined: true, paidAmount: 0 }) }, {}, [stub(getMyEntry, { entry: null }), stub(leaveContest, { refundedTotal: 0 })]);
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.queryByText(/refund/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("You have left")).toBeVisible();
  });

  it("keeps entry and receipt before their eyes when the contest is cancelled", async () => {
    const cancelled = refused("This contest was cancelled.");
    const may = acts({ join: cancelled, submit: cancelled, showIfWins: cancelled, publishEntry: cancelled });
    seen({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", may, viewer: aViewer({ hasSubmitted: true }) }, {}, [stub(getMyEntry, { entry: anEntry() })]);
    const section = within(await screen.findByRole("region", { name: "Your entry" }));
    expect(await section.findByText(anEntry().sha256)).toBeVisible();
    expect(section.getByText("A poster with a reading tiger.")).toBeVisible();
    expect(section.queryByRole("button")).not.toBeInTheDocument();
    expect(section.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  it("cannot leave once an entry is in", async () => {
    const because = "You have submitted an entry, so you can no longer leave.";
    const may = acts({ submit: allowed, leave: refused(because) });
    seen({ viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may }, {}, [stub(getMyEntry, { entry: anEntry() })]);
    expect(await screen.findByText(because)).toBeVisible();
    expect(await screen.findByText("You have joined and your entry is in.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Leave and get a refund" })).not.toBeInTheDocument();
    await screen.findByText("Your entry is in");
  });
});

describe("the files of somebody's entry", () => {
  const here = { viewer: aViewer({ hasJoined: true }), may: acts({ submit: allowed, leave: allowed }) };
  const aPdf = (name: string, size = 1200) => new File([new Uint8Array(size)], name, { type: "application/pdf" });
  let ids: string[] = [];
  beforeEach(() => void (ids = []));
  const uploaded = stub(uploadEntryFile, ({ query: { name } }) => {
    const _id = sampleId(100 + ids.length);
    ids.push(_id);
    return aFile({ _id, name, kind: "pdf", bytes: 1200, width: null, height: null });
  });
  const nothingYet = stub(getMyEntry, { entry: null });
  const submitted = stub(submitEntry, anEntry());
  const add = () => screen.findByLabelText(/Add files/);
  const added = async () => within(await screen.findByRole("list", { name: "Files added" }));
  const sent = (calls: { endpoint: unknown; body: unknown }[]) => calls.find(({ endpoint }) => endpoint === submitEntry)?.body;

  it("are uploaded one after the other and handed in with it", async () => {
    const { user, calls } = seen(here, {}, [nothingYet, uploaded, submitted]);
    await user.upload(await add(), [aPdf("poster.pdf"), aPdf("sketch.pdf")]);
    const list = await added();
    expect(await list.findByRole("button", { name: "Remove sketch.pdf" })).toBeVisible();
    expect(list.getAllByText("PDF, 1.2 kB")).toHaveLength(2);
    const uploads = calls.filter(({ endpoint }) => endpoint === uploadEntryFile);
    expect(uploads.map(({ query }) => query)).toEqual([{ name: "poster.pdf" }, { name: "sketch.pdf" }]);
    expect(uploads[0]!.body).toBeInstanceOf(File);
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("Entry submitted")).toBeVisible();
    expect(sent(calls)).toEqual({ text: "My poster", link: "", files: ids, showIfWins: true });
  });

  it("say how far each is, and hold the entry back until they are there", async () => {
    let arrive = () => {};
    const slow: Stub = {
      endpoint: uploadEntryFile,
      answer: ({ sent: tell }) => {
        tell(0.42);
        return new Promise((resolve) => {
          arrive = () => {
            tell(1);
            resolve({ status: 200, data: aFile({ name: "poster.pdf", kind: "pdf", width: null, height: null }) });
          };
        });
      },
    };
    const { user, calls } = seen(here, {}, [nothingYet, slow]);
    await user.upload(await add(), [aPdf("poster.pdf", 2048), aPdf("sketch.pdf", 2048)]);
    const list = await added();
    expect(await list.findByText("42 % of 2 kB sent")).toBeVisible();
    expect(list.getByRole("progressbar", { name: "Sending poster.pdf" })).toHaveAttribute("value", "42");
    expect(list.getByText("Waiting, 2 kB")).toBeVisible();
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText(/still on their way/)).toBeVisible();
    expect(calls.some(({ endpoint }) => endpoint === submitEntry)).toBe(false);
    await user.click(list.getByRole("button", { name: "Stop sketch.pdf" }));
    act(() => arrive());
    expect(await list.findByRole("button", { name: "Remove poster.pdf" })).toBeVisible();
    expect(list.queryByText(/sketch/)).not.toBeInTheDocument();
  });

  it("that do not get there say why, hold the entry back, and can be tried again", async () => {
    let tries = 0;
    const flaky: Stub = {
      endpoint: uploadEntryFile,
      answer: () => (tries++ === 0 ? { status: 503, data: { error: { code: "busy", message: "Many files are coming in right now." } } } : { status: 200, data: aFile({ name: "poster.pdf" }) }),
    };
    const { user, calls } = seen(here, {}, [nothingYet, flaky]);
    await user.upload(await add(), aPdf("poster.pdf"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Many files are coming in right now.");
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("“poster.pdf” was not uploaded. Try it again, or remove it.")).toBeVisible();
    expect(calls.some(({ endpoint }) => endpoint === submitEntry)).toBe(false);
    await user.click(screen.getByRole("button", { name: "Try poster.pdf again" }));
    expect(await screen.findByRole("button", { name: "Remove poster.pdf" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.queryByText(/was not uploaded/)).not.toBeInTheDocument();
  });

  it("that are refused say why, and are only to be removed", async () => {
    const refusal = "“poster.pdf” is not what its name says: it is plain text, and no PDF.";
    const { user } = seen(here, {}, [nothingYet, refuse(uploadEntryFile, 422, "bad_input", refusal, { file: refusal })]);
    await user.upload(await add(), aPdf("poster.pdf"));
    expect(await screen.findByRole("alert")).toHaveTextContent(refusal);
    expect(screen.queryByRole("button", { name: /^Try/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove poster.pdf" }));
    expect(screen.queryByText(refusal)).not.toBeInTheDocument();
  });

  it("that are too large or empty are not sent at all", async () => {
    const large = aPdf("large.pdf", 1);
    Object.defineProperty(large, "size", { value: 12 * 1024 * 1024 });
    const { user, calls } = seen(here, {}, [nothingYet]);
    await user.upload(await add(), [large, aPdf("empty.pdf", 0)]);
    const list = await added();
    expect(list.getByText("This file is too large: 12 MB. A file may have 10 MB at most.")).toBeVisible();
    expect(list.getByText("This file is empty.")).toBeVisible();
    expect(list.queryByRole("button", { name: /^Try/ })).not.toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Remove large.pdf" }));
    expect(await add()).toHaveFocus();
    expect(calls.some(({ endpoint }) => endpoint === uploadEntryFile)).toBe(false);
  });

  it("are five at most; of more, as many as there is room for are taken, and it is said", async () => {
    const { user } = seen(here, {}, [nothingYet, uploaded]);
    await user.upload(await add(), Array.from({ length: 7 }, (_, index) => aPdf(`${index}.pdf`)));
    expect(await screen.findByText("5 files at most: 2 files were left out.")).toBeVisible();
    expect(await (await added()).findByRole("button", { name: "Remove 4.pdf" })).toBeVisible();
    expect((await added()).getAllByRole("listitem")).toHaveLength(5);
  });

  it("leave their places to others where they were refused for what they are", async () => {
    const { user } = seen(here, {}, [nothingYet, uploaded]);
    await user.upload(await add(), Array.from({ length: 5 }, (_, index) => aPdf(`${index}.pdf`, 0)));
    await user.upload(await add(), aPdf("good.pdf"));
    expect(await (await added()).findByRole("button", { name: "Remove good.pdf" })).toBeVisible();
    expect(screen.queryByText(/left out/)).not.toBeInTheDocument();
  });

  it("can be dropped onto their place", async () => {
    seen(here, {}, [nothingYet, uploaded]);
    const place = (await screen.findByText("or drop them here")).closest(".cq-drop")!;
    const dataTransfer = { files: [aPdf("dropped.pdf")], types: ["Files"] };
    fireEvent.dragOver(place, { dataTransfer });
    expect(place).toHaveClass("cq-drop-over");
    fireEvent.drop(place, { dataTransfer });
    expect(await screen.findByRole("button", { name: "Remove dropped.pdf" })).toBeVisible();
    expect(place).not.toHaveClass("cq-drop-over");
  });

  it("are in the draft, and taken back from the server when they are taken out of it", async () => {
    const answers = [nothingYet, uploaded, stub(removeEntryFile, { deletedCount: 1 })];
    const first = seen(here, {}, answers);
    await first.user.upload(await add(), aPdf("poster.pdf"));
    await screen.findByRole("button", { name: "Remove poster.pdf" });
    first.unmount();
    const { user, calls } = seen(here, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Remove poster.pdf" }));
    expect(screen.queryByText("poster.pdf")).not.toBeInTheDocument();
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === removeEntryFile)).toBe(true));
  });

  it("that went meanwhile are told at their place", async () => {
    const gone = refuse(submitEntry, 422, "bad_input", "Some of this cannot be accepted.", { files: "A file is no longer here." });
    const { user } = seen(here, {}, [nothingYet, uploaded, gone]);
    await user.upload(await add(), aPdf("poster.pdf"));
    await screen.findByRole("button", { name: "Remove poster.pdf" });
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("A file is no longer here.")).toBeVisible();
    expect(screen.getByRole("group", { name: /^Files/ })).toHaveAccessibleDescription(expect.stringContaining("no longer here"));
  });

  it("stay or go with an edit; those of the entry are the server's to remove", async () => {
    const entry = anEntry({ files: [aFile({ name: "poster.png" }), aFile({ _id: sampleId(42), name: "paper.pdf", kind: "pdf", width: null, height: null })] });
    const { user, calls } = seen({ ...here, viewer: aViewer({ hasJoined: true, hasSubmitted: true }) }, {}, [stub(getMyEntry, { entry }), submitted]);
    expect(within(await screen.findByRole("list", { name: "Your files" })).getByRole("link", { name: "Save paper.pdf" })).toBeVisible();
    expect(screen.getByText(/files included/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit your entry" }));
    await user.click(screen.getByRole("button", { name: "Remove poster.png" }));
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(sent(calls)).toMatchObject({ files: [sampleId(42)] });
    expect(calls.some(({ endpoint }) => endpoint === removeEntryFile)).toBe(false);
  });
});

describe("whether a winning entry is shown", () => {
  const joined = aViewer({ hasJoined: true });
  const YES = "If my entry wins, show it on the contest's page";

  it("is asked with the entry, and yes unless somebody says no", async () => {
    const { user, calls } = seen({ viewer: joined, may: acts({ submit: allowed }) }, {}, [
      stub(getMyEntry, { entry: null }),
      stub(submitEntry, ({ body }) => anEntry({ text: body.text, showIfWins: body.showIfWins ?? true })),
    ]);
    const question = await screen.findByRole("checkbox", { name: YES });
    expect(question).toBeChecked();
    expect(question).toHaveAccessibleDescription(/until the winner is chosen/);
    await user.type(screen.getByLabelText("Text"), "Mine");
    await user.click(question);
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await waitFor(() => expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).toEqual({ text: "Mine", link: "", files: [], showIfWins: false }));
    expect(sessionStorage).toHaveLength(0);
  });

  it("may be changed after the deadline, until the winner is chosen", async () => {
    let showIfWins = false;
    const may = acts({ submit: refused(CLOSED), showIfWins: allowed });
    const { user, calls } = seen({ phase: "judging", deadline: YESTERDAY, viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may }, {}, [
      stub(getMyEntry, () => ({ entry: anEntry({ showIfWins }) })),
      stub(showEntryIfWins, ({ body }) => anEntry({ showIfWins: (showIfWins = body.showIfWins) })),
    ]);
    const question = await screen.findByRole("checkbox", { name: YES });
    expect(question).not.toBeChecked();
    await user.click(question);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(question).toBeChecked();
    expect(calls.find(({ endpoint }) => endpoint === showEntryIfWins)).toMatchObject({ params: { contestId: sampleId(1) }, body: { showIfWins: true } });
  });

  it("says what kept the answer from being saved", async () => {
    const may = acts({ showIfWins: allowed });
    const { user } = seen({ phase: "judging", viewer: aViewer({ hasJoined: true, hasSubmitted: true }), may }, {}, [
      stub(getMyEntry, { entry: anEntry() }),
      refuse(showEntryIfWins, 409, "winner_declared", "The winner was chosen."),
    ]);
    await user.click(await screen.findByRole("checkbox", { name: YES }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The winner was chosen.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

describe("once the winner is named", () => {
  const over = {
    phase: "completed",
    deadline: YESTERDAY,
    winner: { name: "Tania", photo: "", note: "", at: YESTERDAY },
    viewer: aViewer({ hasJoined: true, hasSubmitted: true }),
  } as const;
  const mayPublish = acts({ publishEntry: allowed });
  const section = async () => within(await screen.findByRole("region", { name: "Your entry" }));

  it("every author reads what was said of their entry", async () => {
    const ratings = [
      { rating: 4, word: "Brave colours.\nSee https://example.com/why", by: "creator" as const, name: "", criteria: [{ criterion: "It flies", rating: 5 }] },
      { rating: null, word: "I liked it too.", by: "admin" as const, name: "", criteria: [] },
      { rating: 3, word: "", by: "judge" as const, name: "Mina Das", criteria: [] },
    ];
    seen({ ...over, may: mayPublish }, {}, [stub(getMyEntry, { entry: anEntry({ ratings }) })]);
    const entry = await section();
    expect(await entry.findByText("The creator rated it 4 of 5, and left you a word:")).toBeVisible();
    expect(entry.getByText(/Brave colours\./)).toBeVisible();
    expect(entry.getByRole("link", { name: "https://example.com/why" })).toHaveAttribute("rel", "nofollow ugc noopener");
    expect(entry.getByText("It flies").closest("li")).toHaveTextContent("It flies: 5 of 5");
    expect(entry.getByText("An admin left you a word:")).toBeVisible();
    expect(entry.getByText("I liked it too.")).toBeVisible();
    expect(entry.getByText((_, element) => element?.tagName === "SPAN" && element.textContent === "Mina Das rated it 3 of 5.")).toBeVisible();
  });

  it("an author is told where nothing was said", async () => {
    seen({ ...over, may: mayPublish }, {}, [stub(getMyEntry, { entry: anEntry({ ratings: [] }) })]);
    expect(await (await section()).findByText("The creator left no rating for your entry.")).toBeVisible();
  });

  it("nothing is said before that", async () => {
    seen({ ...over, phase: "judging", winner: null, may: acts({ showIfWins: allowed }) }, {}, [stub(getMyEntry, { entry: anEntry() })]);
    const entry = await section();
    expect(await entry.findByText("Your entry is in")).toBeVisible();
    expect(entry.queryByText(/rated|rating/)).not.toBeInTheDocument();
    expect(entry.queryByRole("button", { name: "Publish my entry" })).not.toBeInTheDocument();
  });

  it("an entry is published and taken back", async () => {
    let isPublished = false;
    const { user, calls } = seen({ ...over, may: mayPublish }, {}, [
      stub(getMyEntry, () => ({ entry: anEntry({ ratings: [], isPublished }) })),
      stub(publishEntry, ({ body }) => anEntry({ ratings: [], isPublished: (isPublished = body.isPublished) })),
    ]);
    const entry = await section();
    await user.click(await entry.findByRole("button", { name: "Publish my entry" }));
    expect(await entry.findByText(/Everybody can read your entry on this page/)).toBeVisible();
    const takeBack = entry.getByRole("button", { name: "Take it back" });
    expect(takeBack).toHaveFocus();
    await user.click(takeBack);
    expect(await entry.findByText(/Your entry is not published/)).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === publishEntry).map(({ body }) => body)).toEqual([{ isPublished: true }, { isPublished: false }]);
  });

  it("says why an entry was not published", async () => {
    const { user } = seen({ ...over, may: mayPublish }, {}, [
      stub(getMyEntry, { entry: anEntry({ ratings: [] }) }),
      refuse(publishEntry, 503, "unavailable", "The site cannot reach its data right now."),
    ]);
    await user.click(await (await section()).findByRole("button", { name: "Publish my entry" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The site cannot reach its data right now.");
  });

  it("the winner who agreed to it is told that the entry is shown", async () => {
    const because = "Your entry won and is shown on the contest's page, as you agreed before the winner was chosen.";
    seen({ ...over, viewer: { ...over.viewer, isWinner: true }, may: acts({ publishEntry: refused(because) }) }, {}, [
      stub(getMyEntry, { entry: anEntry({ ratings: [], isPublished: true }) }),
    ]);
    const entry = await section();
    expect(await entry.findByText(because)).toBeVisible();
    expect(entry.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("the published entries", () => {
  const over = { phase: "completed", deadline: YESTERDAY, may: acts(), winner: { name: "Tania", photo: "", note: "", at: YESTERDAY } } as const;
  const shown = (given: object = {}) => ({ _id: sampleId(41), text: "A tiger that reads.", link: "", files: [], name: "Tania", photo: "", isWinner: false, may: { report: allowed }, ...given });
  const gallery = async () => within(await screen.findByRole("region", { name: /^Published entries/ }));

  it("are there for everybody, the winning one first", async () => {
    seen({ ...over, publishedEntryCount: 2 }, "signed-out", [
      stub(listPublishedEntries, [
        shown({ isWinner: true }),
        shown({ _id: sampleId(42), name: "Rafi", text: "<b>A boat</b> https://example.com/boat", link: "https://example.com/more" }),
      ]),
    ]);
    const entries = await gallery();
    const [first, second] = await entries.findAllByRole("article");
    expect(first).toHaveAccessibleName("Entry of Tania");
    expect(within(first!).getByText("Winning entry")).toBeVisible();
    expect(within(second!).queryByText("Winning entry")).not.toBeInTheDocument();
    expect(within(second!).getByText(/<b>A boat<\/b>/)).toBeVisible();
    for (const link of within(second!).getAllByRole("link", { name: /example/ })) expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
    expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument();
  });

  it("have their files with them, the pictures to be looked at", async () => {
    const files = [aFile({ name: "tiger.png" }), aFile({ _id: sampleId(44), name: "sources.zip", kind: "zip", width: null, height: null })];
    const { user } = seen({ ...over, publishedEntryCount: 2 }, "signed-out", [
      stub(listPublishedEntries, [shown({ isWinner: true, files }), shown({ _id: sampleId(42), name: "Rafi" })]),
    ]);
    const entries = await gallery();
    const list = within(await entries.findByRole("list", { name: "Files of Tania" }));
    expect(list.getByRole("link", { name: "Save sources.zip" })).toHaveAttribute("href", `/api/entry-files/${sampleId(44)}`);
    expect(entries.queryByRole("list", { name: "Files of Rafi" })).not.toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Look at tiger.png" }));
    expect(await screen.findByRole("img", { name: "tiger.png" })).toBeVisible();
    // Its author took it back while it was looked at.
    fireEvent.error(screen.getByRole("img", { name: "tiger.png" }));
    expect(screen.getByRole("alert")).toHaveTextContent("If it was taken back meanwhile, it is gone.");
  });

  it("take no place where there are none", async () => {
    const { calls } = seen({ ...over, publishedEntryCount: 0 });
    await screen.findByRole("region", { name: "Winner" });
    expect(screen.queryByText(/Published entries/)).not.toBeInTheDocument();
    expect(calls.some(({ endpoint }) => endpoint === listPublishedEntries)).toBe(false);
  });

  it("take none where the last one was taken back meanwhile", async () => {
    const { calls } = seen({ ...over, publishedEntryCount: 1 }, "signed-out", [stub(listPublishedEntries, [])]);
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === listPublishedEntries)).toBe(true));
    await waitFor(() => expect(screen.queryByRole("region", { name: /^Published entries/ })).not.toBeInTheDocument());
  });

  it("load more on demand", async () => {
    const { user, calls } = seen({ ...over, publishedEntryCount: 2 }, "signed-out", [
      stub(listPublishedEntries, ({ query }) => [query.cursor ? shown({ _id: sampleId(42), name: "Rafi" }) : shown({ isWinner: true })], {
        link: '</api/published-entries/x?cursor=next>; rel="next"',
        "x-total-count": "2",
      }),
    ]);
    const entries = await gallery();
    expect(await entries.findByText("Showing 1 of 2")).toBeVisible();
    await user.click(entries.getByRole("button", { name: "Load more" }));
    expect(await entries.findByRole("article", { name: "Entry of Rafi" })).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === listPublishedEntries).map(({ query }) => query)).toEqual([{ limit: 10 }, { limit: 10, cursor: "next" }]);
  });

  it("offer another try when they cannot be fetched", async () => {
    seen({ ...over, publishedEntryCount: 1 }, "signed-out", [refuse(listPublishedEntries, 500, "failed", "Something went wrong on our side.")]);
    const entries = await gallery();
    expect(await entries.findByText("Something went wrong on our side.")).toBeVisible();
    expect(entries.getByRole("button", { name: "Retry" })).toBeVisible();
  });
});

it("shows nobody what visitors are told where the answer for them fails", async () => {
  let isDown = false;
  const down = { status: 500, data: { error: { code: "failed", message: "Something went wrong on our side." } } };
  renderAt(PATH, PublicRoutes, { session: {}, answers: [{ endpoint: getContestDetails, answer: () => (isDown ? down : { status: 200, data: aContestDetails({ viewer: null }) }) }] });
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  isDown = true;
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Follow" })).not.toBeInTheDocument();
});

describe("remembering and sharing", () => {
  const row = async () => within(await screen.findByRole("group", { name: "Remember and share" }));
  const toasts = () => screen.getByRole("list", { name: "Toasts" });

  it("leads a visitor who wants to follow to the login, and back", async () => {
    seen({});
    expect((await row()).getByRole("link", { name: "Follow" })).toHaveAttribute("href", `/login?from=${encodeURIComponent(PATH)}`);
    expect((await row()).getByRole("link", { name: "Add to calendar" })).toHaveAttribute("href", expect.stringContaining(`/contest-calendar/${sampleId(1)}`));
  });

  it("follows what a visitor wanted to follow, once they come back as somebody, and only once", async () => {
    const asVisitor = seen({});
    fireEvent.click((await row()).getByRole("link", { name: "Follow" }));
    asVisitor.unmount();
    let isFollowing = false;
    const answers = [stub(getContestDetails, () => aContestDetails({ viewer: aViewer({ isFollowing }) })), stub(followContest, ({ body }) => ({ isFollowing: (isFollowing = body.isFollowing) }))];
    const signedIn = renderAt(PATH, PublicRoutes, { session: {}, answers });
    fireEvent.click(await screen.findByRole("button", { name: "Following" }));
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
    signedIn.unmount();
    renderAt(PATH, PublicRoutes, { session: {}, answers });
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it("follows and follows no more, and says so", async () => {
    let isFollowing = false;
    renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () => aContestDetails({ viewer: aViewer({ isFollowing }) })),
        stub(followContest, ({ body }) => ({ isFollowing: (isFollowing = body.isFollowing) })),
      ],
    });
    const button = await screen.findByRole("button", { name: "Follow" });
    fireEvent.click(button);
    const pressed = await screen.findByRole("button", { name: "Following" });
    fireEvent.click(pressed);
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it("stays as it was where following is refused", async () => {
    seen({ viewer: aViewer() }, {}, [refuse(followContest, 409, "too_many_followed", "You follow 500 contests.")]);
    fireEvent.click(await screen.findByRole("button", { name: "Follow" }));
    await waitFor(() => expect(toasts()).toHaveTextContent("You follow 500 contests."));
    expect(await screen.findByRole("button", { name: "Follow" })).toBeVisible();
  });

  it.each([
    ["who has joined", { viewer: aViewer({ hasJoined: true }), may: acts({ join: refused("You have already joined this contest.") }) }],
    ["who owns it", { viewer: aViewer({ isOwner: true }) }],
  ])("offers no reminder to those %s", async (_, contest) => {
    seen(contest, {}, [stub(getMyEntry, { entry: null })]);
    expect((await row()).getByRole("button", { name: "Share" })).toBeVisible();
    expect((await row()).queryByRole("button", { name: /^Follow/ })).toBeNull();
  });

  it("offers nothing to wait for when it is over, and nothing to share that nobody else sees", async () => {
    seen({ phase: "judging", may: acts({ join: refused(CLOSED) }) });
    expect((await row()).getByRole("button", { name: "Share" })).toBeVisible();
    expect((await row()).queryByRole("link")).toBeNull();
  });

  it.each([
    ["to whoever handed in, when the winner is named", { hasSubmitted: true }, true],
    ["and to nobody else", { hasJoined: false }, false],
  ])("offers a certificate %s", async (_, viewer, isOffered) => {
    const winner = { name: "Rafi", photo: "", note: "", at: YESTERDAY };
    seen({ phase: "completed", winner, viewer: aViewer(viewer), may: acts({ join: refused("This contest is over.") }) }, {}, [stub(getMyEntry, { entry: anEntry() })]);
    const link = (await row()).queryByRole("link", { name: "Your certificate" });
    if (isOffered) expect(link).toHaveAttribute("href", expect.stringContaining(`/certificates/${sampleId(1)}`));
    else expect(link).toBeNull();
  });

  describe("shares", () => {
    afterEach(() => Reflect.deleteProperty(navigator, "share"));

    it("by the phone's own sheet, and says nothing where somebody closes it", async () => {
      const shared = jest.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
      Object.defineProperty(navigator, "share", { configurable: true, value: shared });
      seen({});
      fireEvent.click((await row()).getByRole("button", { name: "Share" }));
      expect(shared).toHaveBeenCalledWith({ title: "Posters for the book fair", url: expect.stringContaining("http") });
      await act(async () => {});
      expect(toasts()).toBeEmptyDOMElement();
    });

    it("by copying the address where there is none", async () => {
      seen({});
      fireEvent.click((await row()).getByRole("button", { name: "Share" }));
      await waitFor(() => expect(toasts()).toHaveTextContent("Link copied"));
      expect(await navigator.clipboard.readText()).toBe(location.origin + location.pathname);
    });
  });
});

it("says what entries are judged by before anybody joins, and nothing where nothing was named", async () => {
  const { unmount } = seen({ criteria: ["It flies", "Paper alone"] });
  const criteria = within(await screen.findByRole("region", { name: "What entries are judged by" }));
  expect(criteria.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["It flies", "Paper alone"]);
  unmount();
  seen({ name: "Without" });
  expect(await screen.findByRole("heading", { level: 1, name: "Without" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "What entries are judged by" })).not.toBeInTheDocument();
});
