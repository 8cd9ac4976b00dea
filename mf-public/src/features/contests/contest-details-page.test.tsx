import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import type { ContestActs, ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { leaveContest } from "@conquest/shared/contracts/taking-part";
import { useSession } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, aContestDetails, acts, allowed, anEntry, aUser, refused, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../routes";

const PATH = `/contest-details/${sampleId(1)}`;
const CLOSED = "This contest is closed: its deadline has passed.";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

const aViewer = (given: Partial<NonNullable<ContestDetails["viewer"]>> = {}) => ({
  isOwner: false,
  hasJoined: false,
  hasSubmitted: false,
  isWinner: false,
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
    expect(screen.getByText("Nadia Rahman")).toBeVisible();
    const side = within(await panel());
    expect(side.getByText("৳1,25,000")).toBeVisible();
    expect(side.getByText("৳500")).toBeVisible();
    expect(side.getByText(/^Closes in 1 day$/)).toBeVisible();
    expect(side.getByRole("timer")).toHaveTextContent(/01days01hours0[01]min\d\dsec/);
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

  it("counts to the refund once the winner is overdue", async () => {
    seen({ phase: "overdue", deadline: at(-15), winnerDueAt: at(-1), refundAt: at(15.01), may: acts({ join: refused(CLOSED) }) });
    const side = within(await panel());
    expect(side.getByText(/^The winner is overdue. Without one, everybody is refunded on/)).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the refund" })).toHaveTextContent(/^15days/);
  });

  it("ends with the winner, and is none of a contest that was cancelled", async () => {
    const completed = seen({ phase: "completed", deadline: YESTERDAY, may: acts(), winner: { name: "Tania", photo: "", note: "", at: YESTERDAY } });
    expect((await stepsShown())[2]).toHaveTextContent(/The winner was chosen/);
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

  it("says that a contest was cancelled, why, and what became of the money", async () => {
    seen({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "The fair was called off.", may: acts() });
    const side = within(await panel());
    expect(side.getByRole("button", { name: "Cancelled" })).toBeDisabled();
    expect(side.getByText(/Everyone who had paid was refunded/)).toBeVisible();
    expect(side.getByText(/The fair was called off/)).toBeVisible();
  });

  it("names the winner of a completed contest, with the creator's note", async () => {
    seen({ phase: "completed", deadline: YESTERDAY, may: acts(), winner: { name: "Tania", photo: "", note: "Brave colours.", at: YESTERDAY } });
    expect(within(await screen.findByRole("region", { name: "Winner" })).getByText("Tania")).toBeVisible();
    expect(screen.getByText("Brave colours.")).toBeVisible();
    expect(within(await panel()).getByRole("button", { name: "Completed" })).toBeDisabled();
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

describe("the entries", () => {
  const entries = `/dashboard/contest_submitted/${sampleId(1)}`;

  it("can be reached by those who may read them", async () => {
    seen({ viewer: aViewer({ isOwner: true }), may: acts({ readEntries: allowed }) }, { role: "creator" });
    expect(within(await panel()).getByRole("link", { name: "See the entries" })).toHaveAttribute("href", entries);
  });

  it("wait for those who may choose the winner", async () => {
    seen({ viewer: aViewer(), may: acts({ readEntries: allowed, declareWinner: allowed }) }, { role: "admin" });
    expect(within(await panel()).getByRole("link", { name: "Choose the winner" })).toHaveAttribute("href", entries);
  });

  it("are no matter of anybody else", async () => {
    seen({ viewer: aViewer() }, {});
    expect(within(await panel()).getAllByRole("link")).toHaveLength(1);
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
      body: { text: "My poster shows a tiger.", link: "https://example.com/tiger.pdf" },
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
    let now: Partial<ContestDetails> = here;
    const { user, calls } = seen({}, {}, [
      stub(getContestDetails, () => aContestDetails({ amountDue: 500, ...now })),
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
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toEqual({ contestId: sampleId(1), email: "rafi@example.com" });
  });

  it("leaves a free contest without a word of money", async () => {
    const { user } = seen({ ...here, amountDue: 0 }, {}, [stub(getMyEntry, { entry: null }), stub(leaveContest, { refundedTotal: 0 })]);
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.queryByText(/refund/)).not.toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("You have left")).toBeVisible();
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
