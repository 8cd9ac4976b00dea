import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { listAnnouncements } from "@conquest/shared/contracts/announcements";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { markSignedIn } from "@conquest/shared/singletons/sign-in-mark";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContest,
  aContestDetails,
  samplePermissions,
  allowed,
  anEntry,
  aUser,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import catalog from "../../../messages/contests.bn.json";
import PublicRoutes from "../../routes";
import { aViewer, CLOSED, contestsAround, panel, PATH, renderContest } from "./testing/render-contest";

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
beforeEach(() => sessionStorage.clear());

it("resets its state when navigating to another cached contest", async () => {
  const page = renderContest({}, {}, [
    stub(getContestDetails, ({ params: { id } }) =>
      aContestDetails({
        _id: id,
        name: id === sampleId(1) ? "Posters" : "Kites",
        viewer: aViewer({ hasJoined: true }),
        may: samplePermissions({ submit: allowed, leave: allowed }),
      }),
    ),
    stub(getMyEntry, { entry: null }),
  ]);
  await screen.findByRole("heading", { level: 1, name: "Posters" });
  await screen.findByLabelText("Text");
  await act(async () => page.go(`/contest-details/${sampleId(2)}`));
  await screen.findByRole("heading", { level: 1, name: "Kites" });
  await page.user.type(await screen.findByLabelText("Text"), "My kite");
  await page.user.click(within(await panel()).getByRole("button", { name: /^Leave/ }));
  await screen.findByRole("alertdialog");
  await act(async () => page.go(-1));
  await screen.findByRole("heading", { level: 1, name: "Posters" });
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(screen.getByLabelText("Text")).toHaveValue("");
});

describe("the contest page", () => {
  it("shows a Markdown task as elements, and a plain description as it is", async () => {
    renderContest({
      description: "Draw a river.\n*Any* river.",
      task: "# Format\n- A2",
      brief: { task: [{ tag: "h4" }, { text: "Format" }, {}, { tag: "ul" }, { tag: "li" }, { text: "A2" }, {}, {}] },
    });
    expect(await screen.findByRole("heading", { level: 4, name: "Format" })).toBeVisible();
    expect(screen.getByText("A2")).toHaveRole("listitem");
    expect(screen.getByText("Draw a river. *Any* river.")).toHaveClass("cq-user-text", { exact: true });
  });

  it("says which texts are in Bangla", async () => {
    renderContest({ name: "নদীর পোস্টার", description: "Draw a river.", task: "একটি পিডিএফ পাঠান।" });
    expect(await screen.findByRole("heading", { level: 1 })).toHaveAttribute("lang", "bn");
    expect(screen.getByText("একটি পিডিএফ পাঠান।")).toHaveAttribute("lang", "bn");
    expect(screen.getByText("Draw a river.")).not.toHaveAttribute("lang");
  });

  it("shows what the contest is, its prize, cost and deadline", async () => {
    renderContest({
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

  it("says that the contest is not public if its creator is blocked", async () => {
    renderContest({ isPublic: false });
    expect(await screen.findByText(/^This contest isn't public right now\./)).toBeVisible();
    cleanup();
    renderContest({ isPublic: false, phase: "in_review", status: "pending" });
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByText(/^This contest isn't public/)).not.toBeInTheDocument();
  });

  it("shows an extension with the previous deadline and the reason", async () => {
    renderContest({
      extension: {
        at: "2026-03-01T08:00:00.000Z",
        from: "2026-03-02T08:00:00.000Z",
        reason: "The hall is free later.",
        times: 1,
      },
    });
    const side = within(await panel());
    expect(side.getByText(/^Deadline extended on/)).toHaveTextContent(
      /^Deadline extended on 1 Mar 2026, .* \(was 2 Mar 2026, .*\)\. Reason: “The hall is free later\.”$/,
    );
  });

  it("shows that the deadline was extended twice", async () => {
    renderContest({
      extension: { at: "2026-03-01T08:00:00.000Z", from: "2026-03-02T08:00:00.000Z", reason: "", times: 2 },
    });
    expect((await panel()).textContent).toMatch(
      /Deadline extended twice, most recently on 1 Mar 2026, .* \(was 2 Mar 2026/,
    );
  });

  it("shows no reason if none was given", async () => {
    renderContest({
      extension: { at: "2026-03-01T08:00:00.000Z", from: "2026-03-02T08:00:00.000Z", reason: "", times: 1 },
    });
    expect(within(await panel()).getByText(/^Deadline extended on/)).not.toHaveTextContent("“");
  });

  it("goes back to the previous page, or to all contests if there is none", async () => {
    const elsewhere = stub(listContests, [aContest()]);
    const direct = renderContest({}, "signed-out", [elsewhere]);
    await screen.findByRole("heading", { level: 1, name: "Posters for the book fair" });
    await direct.user.click(screen.getByRole("button", { name: "Back" }));
    expect(direct.address()).toBe("/all_contests");
    direct.unmount();

    const linked = renderContest({}, "signed-out", [elsewhere], "/all_contests?sort=prize");
    await linked.user.click(await screen.findByRole("link", { name: "Details" }));
    await linked.user.click(await screen.findByRole("button", { name: "Back" }));
    expect(linked.address()).toBe("/all_contests?sort=prize");
    await screen.findByRole("article", { name: "Posters for the book fair" });
  });

  it("asks no server for an id that no contest has", async () => {
    const { calls } = renderAt("/contest-details/abc", PublicRoutes, { answers: [] });
    expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
    expect(calls).toEqual([]);
  });

  it("asks once for a missing contest while the session opens", async () => {
    markSignedIn("someone");
    const missing = stubError(getContestDetails, 404, "not_found", "No such contest.");
    const { calls } = renderAt(PATH, PublicRoutes, { session: "loading", answers: [missing] });
    expect(await screen.findByText("Loading the contest")).toBeVisible();
    expect(calls).toEqual([]);
    act(() => useSession.setState({ phase: "signed-in", account: aUser() }));
    expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
    expect(calls).toHaveLength(1);
    markSignedIn(null);
  });

  it("shows that a contest is missing and asks visitors to log in", async () => {
    const signedIn = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
    });
    await screen.findByRole("heading", { name: "Contest not found" });
    expect(screen.queryByRole("link", { name: "Log in" })).not.toBeInTheDocument();
    signedIn.unmount();
    queryClient.clear();
    renderAt(`${PATH}#entry`, PublicRoutes, {
      answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
    });
    expect(await screen.findByRole("link", { name: "Log in" })).toHaveAttribute(
      "href",
      `/login?from=${encodeURIComponent(`${PATH}#entry`)}`,
    );
    expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
    expect(screen.getByText("It may have been deleted, cancelled or hidden.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Search contests" })).toHaveAttribute("href", "/all_contests");
    expect(screen.getByRole("link", { name: "Popular contests" })).toHaveAttribute("href", "/top_contests");
  });

  it.each([true, false])(
    "tells users how invitations work unless their email is verified: %p",
    async (isEmailVerified) => {
      renderAt(PATH, PublicRoutes, {
        session: { isEmailVerified },
        answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
      });
      await screen.findByRole("heading", { name: "Contest not found" });
      const link = screen.queryByRole("link", { name: "verify your email" });
      if (isEmailVerified) expect(link).toBeNull();
      else expect(link).toHaveAttribute("href", "/dashboard/profile?tab=security");
    },
  );

  it.each([
    ["#news", "Announcements"],
    ["#entry", "Your entry"],
  ])("shows a login link at %s to visitors, which leads back", async (hash, title) => {
    const answers = [stub(getContestDetails, aContestDetails({}))];
    const { unmount } = renderAt(PATH + hash, PublicRoutes, { answers });
    const region = await screen.findByRole("region", { name: title });
    expect(within(region).getByRole("link", { name: "Log in" })).toHaveAttribute(
      "href",
      `/login?from=${encodeURIComponent(PATH + hash)}`,
    );
    expect(within(region).getByRole("heading", { name: title })).toHaveFocus();
    unmount();
    queryClient.clear();
    for (const [path, session] of [
      [PATH, undefined],
      [PATH + hash, {}],
    ] as const) {
      const other = renderAt(path, PublicRoutes, {
        ...(session && { session }),
        answers: [stub(getContestDetails, aContestDetails({ viewer: session ? aViewer() : null }))],
      });
      await screen.findByRole("heading", { level: 1 });
      expect(screen.queryByRole("region", { name: title })).not.toBeInTheDocument();
      other.unmount();
      queryClient.clear();
    }
  });

  it("hides a contest in review after its owner signs out", async () => {
    const own: Stub = {
      endpoint: getContestDetails,
      answer: (request) =>
        (useSession.getState().phase === "signed-in"
          ? stub(
              getContestDetails,
              aContestDetails({ phase: "in_review", status: "pending", viewer: aViewer({ isOwner: true }) }),
            )
          : stubError(getContestDetails, 404, "not_found", "No such contest.")
        ).answer(request),
    };
    renderAt(PATH, PublicRoutes, { session: { role: "creator" }, answers: [own] });
    await panel();
    act(() => {
      useSession.setState({ phase: "signed-out", account: null });
      void queryClient.resetQueries();
    });
    await waitFor(() => expect(screen.getByRole("heading", { name: "Contest not found" })).toBeVisible());
    expect(screen.queryByText("This contest is no longer available")).not.toBeInTheDocument();
  });

  it("stops polling a deleted contest after its deadline", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true });
    const deadline = Date.now() + 60_000;
    let isThere = true;
    const details: Stub = {
      endpoint: getContestDetails,
      answer: (request) =>
        (isThere
          ? stub(getContestDetails, contestsAround(deadline, {}, {}, { viewer: aViewer() }))
          : stubError(getContestDetails, 404, "not_found", "No such contest.")
        ).answer(request),
    };
    const { calls } = renderAt(PATH, PublicRoutes, { session: {}, answers: [details] });
    await panel();
    isThere = false;
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(screen.getByText("This contest is no longer available")).toBeVisible();
    const detailCalls = calls.length;
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(calls).toHaveLength(detailCalls);
    jest.useRealTimers();
  });

  it("offers a retry if loading fails", async () => {
    renderAt(PATH, PublicRoutes, {
      answers: [stubError(getContestDetails, 500, "internal", "Something went wrong on our side.")],
    });
    expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });

  it("escapes markup in user text and links addresses safely", async () => {
    renderContest({
      description: "<img src=x onerror=alert(1)> see https://example.com/brief",
      task: "javascript:alert(1)",
    });
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)> see/)).toBeVisible();
    expect(screen.getByRole("link", { name: "https://example.com/brief" })).toHaveAttribute(
      "rel",
      "nofollow ugc noopener",
    );
    expect(screen.queryByRole("link", { name: /javascript/ })).not.toBeInTheDocument();
  });
});

describe("the timeline", () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const stepsShown = async () =>
    within(await screen.findByRole("region", { name: "Timeline" })).getAllByRole("listitem");

  it("shows when the contest closes, when the winner is due, and what happens without one", async () => {
    renderContest({});
    const [closes, judging, result] = await stepsShown();
    expect(closes).toHaveAttribute("aria-current", "step");
    expect(closes).toHaveTextContent(/^Closes/);
    expect(judging).toHaveTextContent(/The creator picks the winner by this date/);
    expect(result).toHaveTextContent(
      /^Result .+If there's no winner by this date, or no entries at the deadline, everyone who paid gets a full refund\.$/,
    );
    expect(screen.queryByRole("group", { name: /Time left/ })).not.toBeInTheDocument();
  });

  it("does not announce new participants while the contest is not public", async () => {
    renderContest({ isPublic: false });
    expect((await stepsShown())[0]).toHaveTextContent(/Participants can submit or edit their entry until this date\.$/);
  });

  it("does not mention money for a free contest", async () => {
    renderContest({ amountDue: 0 });
    expect((await stepsShown())[2]).toHaveTextContent(/the contest is cancelled/);
  });

  it("counts down to the winner's due date after closing", async () => {
    renderContest({
      phase: "judging",
      deadline: YESTERDAY,
      winnerDueAt: at(13.01),
      refundAt: at(29.01),
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
    });
    const side = within(await panel());
    expect(side.getByText(/^The winner is due on/)).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the winner is due" })).toHaveTextContent(/^13days/);
    const [, judging, result] = await stepsShown();
    expect(judging).toHaveAttribute("aria-current", "step");
    // Entries exist: without any, everyone would have been refunded at once.
    expect(result).toHaveTextContent(/If there's no winner by this date, everyone who paid gets a full refund\.$/);
  });

  it.each(["judging", "overdue"] as const)("expects no winner if there are no participants: %s", async (phase) => {
    const may = samplePermissions({ join: deniedBecause(CLOSED), readEntries: allowed, declareWinner: allowed });
    renderContest(
      {
        phase,
        deadline: YESTERDAY,
        winnerDueAt: at(13),
        refundAt: at(29),
        participantCount: 0,
        may,
        viewer: aViewer({ isOwner: true }),
      },
      { role: "creator" },
    );
    const side = within(await panel());
    expect(side.getByText("No one joined.").closest("p")).toHaveTextContent(
      /unless the creator extends the deadline\.$/,
    );
    expect(screen.getByText("No participants")).toBeVisible();
    expect(screen.queryByText(/^(Judging|Winner overdue)$/)).not.toBeInTheDocument();
    expect(side.queryByText(/due|overdue/)).not.toBeInTheDocument();
    expect(side.queryByRole("group")).not.toBeInTheDocument();
    expect(side.queryByRole("link", { name: "Pick the winner" })).not.toBeInTheDocument();
    const [closed, result, ...others] = await stepsShown();
    expect(closed).toHaveTextContent(/No one joined\.$/);
    expect(result).toHaveAttribute("aria-current", "step");
    expect(others).toEqual([]);
  });

  it("uses the past tense for past steps", async () => {
    renderContest({
      phase: "overdue",
      deadline: at(-15),
      winnerDueAt: at(-1),
      refundAt: at(15),
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
    });
    const [closed, judging, result] = await stepsShown();
    expect(closed).toHaveTextContent(/Entries closed\.$/);
    expect(judging).toHaveTextContent(/The creator didn't pick a winner by this date/);
    expect(result).toHaveAttribute("aria-current", "step");
  });

  it("says that admins choose if the creator is blocked", async () => {
    const blocked = {
      isPublic: false,
      adminsChoose: true,
      deadline: YESTERDAY,
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
      viewer: aViewer(),
    };
    const judged = renderContest({ ...blocked, phase: "judging", winnerDueAt: at(13), refundAt: at(29) }, {});
    expect((await stepsShown())[1]).toHaveTextContent(
      /An admin picks the winner by this date, because the creator currently can't\./,
    );
    judged.unmount();
    renderContest({ ...blocked, phase: "overdue", deadline: at(-15), winnerDueAt: at(-1), refundAt: at(15) }, {});
    expect((await stepsShown())[1]).toHaveTextContent(/The winner is overdue\. An admin can still pick one\./);
  });

  it("is shown for a contest in review, which has not closed", async () => {
    renderContest({ status: "pending", phase: "in_review", viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    expect((await stepsShown())[0]).toHaveTextContent(/^Closes .+Last day to join, submit or edit an entry\.$/);
  });

  it.each(["in_review", "changes_requested"] as const)(
    "shows no countdown for a contest that is %s past its deadline",
    async (phase) => {
      renderContest(
        { status: "pending", phase, deadline: YESTERDAY, viewer: aViewer({ isOwner: true }) },
        { role: "creator" },
      );
      const side = within(await panel());
      expect(side.getByText(/^Deadline passed /)).toBeVisible();
      expect(side.queryByRole("timer")).not.toBeInTheDocument();
    },
  );

  it("counts down to the refund once the winner is overdue", async () => {
    renderContest({
      phase: "overdue",
      deadline: at(-15),
      winnerDueAt: at(-1),
      refundAt: at(15.01),
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
    });
    const side = within(await panel());
    expect(
      side.getByText(/^The winner is overdue\. Without a decision, everyone who paid gets a refund on/),
    ).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the refund" })).toHaveTextContent(/^15days/);
  });

  it("counts down to the cancellation of an overdue free contest", async () => {
    renderContest({
      phase: "overdue",
      amountDue: 0,
      deadline: at(-15),
      winnerDueAt: at(-1),
      refundAt: at(15.01),
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
    });
    const side = within(await panel());
    expect(side.getByText(/^The winner is overdue\. Without a decision, the contest is cancelled on/)).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the contest is cancelled" })).toHaveTextContent(/^15days/);
  });

  it.each([
    ["judging", at(13)],
    ["overdue", at(-1)],
  ] as const)("counts down to the refund if no entry can win: %s", async (phase, winnerDueAt) => {
    renderContest({
      phase,
      nobodyCanWin: true,
      deadline: at(-15),
      winnerDueAt,
      refundAt: at(15.01),
      may: samplePermissions({ join: deniedBecause(CLOSED) }),
    });
    const side = within(await panel());
    expect(
      side.getByText(/^There are no eligible entries\. Unless that changes, everyone who paid gets a refund on/),
    ).toBeVisible();
    expect(side.getByRole("group", { name: "Time left until the refund" })).toHaveTextContent(/^15days/);
    expect((await stepsShown())[1]).toHaveTextContent(/There are no eligible entries right now\./);
    expect(screen.queryByText(/winner is (over)?due/)).not.toBeInTheDocument();
  });

  describe("while the page is open", () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true }));
    afterEach(() => jest.useRealTimers());
    const inAMinute = () => Date.now() + 60_000;

    it("shows that the winner is overdue once the due date passes", async () => {
      const due = inAMinute();
      const closed = {
        deadline: YESTERDAY,
        winnerDueAt: new Date(due).toISOString(),
        refundAt: at(16),
        may: samplePermissions({ join: deniedBecause(CLOSED) }),
      };
      renderContest({}, "signed-out", [
        stub(getContestDetails, () => aContestDetails({ ...closed, phase: Date.now() < due ? "judging" : "overdue" })),
      ]);
      expect(within(await panel()).getByText(/^The winner is due on/)).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(61_000));
      expect(within(await panel()).getByText(/^The winner is overdue/)).toBeVisible();
    });

    it("shows the refund even if the server is late", async () => {
      const end = inAMinute();
      const overdue = {
        deadline: at(-30),
        winnerDueAt: at(-16),
        refundAt: new Date(end).toISOString(),
        may: samplePermissions({ join: deniedBecause(CLOSED) }),
      };
      const cancelled = { phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "" } as const;
      renderContest({}, "signed-out", [
        stub(getContestDetails, () =>
          aContestDetails({ ...overdue, ...(Date.now() < end + 50_000 ? { phase: "overdue" } : cancelled) }),
        ),
      ]);
      expect(within(await panel()).getByText(/^The winner is overdue/)).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(61_000));
      expect(within(await panel()).getByRole("group", { name: "Time left until the refund" })).toHaveTextContent(
        "00days00hours00min00sec",
      );
      await act(() => jest.advanceTimersByTimeAsync(90_000));
      expect(within(await panel()).getByText(/^This contest was cancelled on/)).toBeVisible();
    });
  });

  it("ends with the winner, and is hidden for a cancelled contest", async () => {
    const completed = renderContest({
      phase: "completed",
      deadline: YESTERDAY,
      may: samplePermissions(),
      winner: { name: "Tania", photo: "", note: "", at: YESTERDAY, byAdmin: false },
    });
    // The winner was chosen before the due date, so no later date is listed before the result.
    expect((await stepsShown()).map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^Closed .+Entries closed/),
      expect.stringMatching(/^Result .+The winner was picked\.$/),
    ]);
    completed.unmount();
    renderContest({ phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", may: samplePermissions() });
    await panel();
    expect(screen.queryByRole("region", { name: "Timeline" })).not.toBeInTheDocument();
  });
});

describe("the section bar", () => {
  const bar = async () => within(await screen.findByRole("navigation", { name: "On this page" }));

  it("links to the sections that the contest has", async () => {
    const { unmount } = renderContest({ criteria: ["It flies"], publishedEntryCount: 1, newsCount: 1 });
    const labels = async () => (await bar()).getAllByRole("link").map(({ textContent }) => textContent);
    expect(await labels()).toEqual(["Brief", "Rules and judging", "Announcements", "Published entries", "Questions"]);
    unmount();
    renderContest({ phase: "rejected", status: "pending", viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    expect(await labels()).toEqual(["Brief"]);
  });

  it("moves the focus to a section without adding to the history", async () => {
    const elsewhere = stub(listContests, [aContest()]);
    const page = renderContest({}, "signed-out", [elsewhere], "/all_contests");
    await page.user.click(await screen.findByRole("link", { name: "Details" }));
    await page.user.click((await bar()).getByRole("link", { name: "Rules and judging" }));
    expect(page.address()).toBe(`${PATH}#rules`);
    expect(screen.getByRole("heading", { name: "Rules and judging" })).toHaveFocus();
    await act(async () => page.go(-1));
    expect(page.address()).toBe("/all_contests");
  });

  it("marks the section that is being read", async () => {
    renderContest({});
    const links = await bar();
    const current = () => links.getAllByRole("link").filter((link) => link.ariaCurrent === "location");
    const scrollTo = (tops: Record<string, number>) => {
      for (const [id, top] of Object.entries(tops))
        document.getElementById(id)!.getBoundingClientRect = () => ({ top }) as DOMRect;
      act(() => void fireEvent.scroll(window));
    };
    scrollTo({ brief: 700, rules: 900, questions: 1200 });
    expect(current()).toEqual([links.getByRole("link", { name: "Brief" })]);
    scrollTo({ brief: -100, rules: 120, questions: 420 });
    expect(current()).toEqual([links.getByRole("link", { name: "Rules and judging" })]);
  });
});

describe("the bar at the bottom of narrow screens", () => {
  let report: (isIntersecting: boolean) => void;
  const observer = window.IntersectionObserver;
  beforeEach(() => {
    window.IntersectionObserver = class {
      constructor(private readonly notify: (entries: object[]) => void) {}
      observe = (target: Element) => {
        if (target.matches("aside [data-offers-action] a"))
          report = (isIntersecting) => act(() => this.notify([{ target, isIntersecting }]));
      };
      disconnect = () => undefined;
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => void (window.IntersectionObserver = observer));

  it("offers to register while the panel's button is out of view", async () => {
    renderContest({ amountDue: 500, deadline: new Date(Date.now() + 3.5 * 86_400_000).toISOString() });
    await panel();
    report(false);
    const [, link] = screen.getAllByRole("link", { name: "Register" });
    expect(link).toHaveAttribute("href", `${PATH}/payment`);
    expect(link!.parentElement).toHaveTextContent("৳500Closes in 3 daysRegister");
    report(true);
    expect(screen.getAllByRole("link", { name: "Register" })).toHaveLength(1);
  });

  it("offers participants to submit their entry", async () => {
    const viewer = aViewer({ hasJoined: true });
    renderContest({ viewer, may: samplePermissions({ submit: allowed }) }, {}, [stub(getMyEntry, { entry: null })]);
    await screen.findByLabelText("Text");
    report(false);
    expect(screen.getAllByRole("link", { name: "Submit entry" })).toHaveLength(2);
    for (const link of screen.getAllByRole("link", { name: "Submit entry" }))
      expect(link).toHaveAttribute("href", `${PATH}#entry`);
    expect(screen.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
  });

  it("is missing if there is nothing to do", async () => {
    renderContest({ may: samplePermissions({ join: deniedBecause(CLOSED) }) });
    await panel();
    report(false);
    expect(screen.getAllByText(/^Closes in/)).toHaveLength(1);
  });
});

describe("the Register button", () => {
  it("leads a visitor to the payment, with a note about signing in", async () => {
    renderContest({});
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Register" })).toHaveAttribute("href", `${PATH}/payment`);
    expect(side.getByText(/asked to log in first/)).toBeVisible();
  });

  it("is replaced by Manage for the owner", async () => {
    renderContest({ viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Open in dashboard" })).toHaveAttribute(
      "href",
      `/dashboard/my_created_contests?contest=${sampleId(1)}`,
    );
    expect(side.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
  });

  it("is disabled after the deadline", async () => {
    renderContest({ phase: "judging", deadline: YESTERDAY, may: samplePermissions({ join: deniedBecause(CLOSED) }) });
    const side = within(await panel());
    expect(side.getByText(CLOSED)).toBeVisible();
    expect(side.getByRole("button", { name: "Closed" })).toBeDisabled();
    expect(side.getByRole("timer")).toHaveTextContent("00days00hours00min00sec");
  });

  it("is disabled when the deadline passes while the page is open", async () => {
    jest.useFakeTimers({ doNotFake: ["performance"], advanceTimers: true });
    const deadline = Date.now() + 60_000;
    renderContest({}, "signed-out", [
      stub(getContestDetails, () => contestsAround(deadline, { join: allowed }, { join: deniedBecause(CLOSED) })),
    ]);
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Register" })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(side.getByRole("button", { name: "Closed" })).toBeDisabled();
    expect(side.getByText(CLOSED)).toBeVisible();
    jest.useRealTimers();
  });

  it.each([
    [
      "was cancelled",
      { phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", viewer: aViewer({ isOwner: true }) },
    ],
    ["was cancelled", { phase: "cancelled", cancelledAt: YESTERDAY, cancelReason: "", viewer: aViewer() }],
    ["was rejected", { phase: "rejected", status: "pending", viewer: aViewer({ isOwner: true }) }],
  ] as const)("shows no countdown if the contest %s", async (_, contest) => {
    renderContest({ ...contest, may: samplePermissions() }, {});
    const side = within(await panel());
    expect(screen.queryByRole("heading", { name: "Timeline" })).not.toBeInTheDocument();
    expect(side.getByText("Deadline:")).toBeVisible();
    expect(side.queryByText(/^Clos/)).not.toBeInTheDocument();
    expect(side.queryByRole("timer")).not.toBeInTheDocument();
  });

  it("shows that a contest was cancelled, why, and what happened to the money", async () => {
    renderContest({
      phase: "cancelled",
      cancelledAt: YESTERDAY,
      cancelReason: "The fair was called off.",
      participantCount: 0,
      may: samplePermissions({ join: deniedBecause("This contest was cancelled.") }),
    });
    const side = within(await panel());
    expect(screen.queryByText(/participant/)).not.toBeInTheDocument();
    // Only once, next to the badge: with date, reason and refund.
    expect(side.getByText(/was cancelled/)).toHaveTextContent(/Everyone who paid got a full refund/);
    expect(side.getByText(/The fair was called off/)).toBeVisible();
  });

  it.each(["isOwner", "isJudge"])("shows the cancellation to users who have not joined: %s", async (who) => {
    renderContest(
      {
        phase: "cancelled",
        cancelledAt: YESTERDAY,
        cancelReason: "No winner was chosen in time.",
        may: samplePermissions(),
        viewer: aViewer({ [who]: true }),
      },
      {},
    );
    const side = within(await panel());
    expect(side.getByText(/^This contest was cancelled on .+ Everyone who paid got a full refund\.$/)).toBeVisible();
    expect(side.getByText("No winner was chosen in time.")).toBeVisible();
  });

  it("says that an admin chose the winner", async () => {
    renderContest({
      phase: "completed",
      deadline: YESTERDAY,
      may: samplePermissions(),
      winner: { name: "Tania", photo: "", note: "", at: YESTERDAY, byAdmin: true },
    });
    expect(await screen.findByText(/^Picked by an admin on/)).toBeVisible();
  });

  it("mentions no refund for a cancelled free contest", async () => {
    renderContest({
      phase: "cancelled",
      amountDue: 0,
      cancelledAt: YESTERDAY,
      cancelReason: "",
      may: samplePermissions(),
    });
    const side = within(await panel());
    expect(side.getByText(/It ended without a winner\./)).toBeVisible();
    expect(side.queryByText(/refund|paid/)).not.toBeInTheDocument();
  });

  it.each([
    ["to authors once there is a winner", { hasJoined: true, hasSubmitted: true }, true],
    ["to no other users", { hasJoined: false }, false],
  ])("offers a certificate %s", async (_, viewer, isOffered) => {
    const winner = { name: "Rafi", photo: "", note: "", at: YESTERDAY, byAdmin: false };
    renderContest(
      {
        phase: "completed",
        winner,
        viewer: aViewer(viewer),
        may: samplePermissions({ join: deniedBecause("This contest is over.") }),
      },
      {},
      [stub(getMyEntry, { entry: anEntry() })],
    );
    const link = within(await panel()).queryByRole("link", { name: "Your certificate" });
    if (isOffered) expect(link).toHaveAttribute("href", expect.stringContaining(`/certificates/${sampleId(1)}`));
    else expect(link).toBeNull();
  });

  it("shows the winner of a completed contest with the creator's note", async () => {
    renderContest({
      phase: "completed",
      deadline: YESTERDAY,
      may: samplePermissions(),
      winner: { name: "Tania", photo: "", note: "Brave colours.", at: YESTERDAY, byAdmin: false },
    });
    expect(within(await screen.findByRole("region", { name: "Winner" })).getByText("Tania")).toBeVisible();
    expect(screen.getByText("Brave colours.")).toBeVisible();
    expect(screen.getByText(/^Picked on/)).toBeVisible();
    const side = within(await panel());
    expect(side.getByRole("link", { name: "Tania" })).toHaveAttribute("href", `${PATH}/winner`);
    expect(side.queryByRole("timer")).not.toBeInTheDocument();
    expect(side.queryByRole("button")).not.toBeInTheDocument();
  });

  it("refetches the contest after sign-in", async () => {
    let viewer: ContestDetails["viewer"] = null;
    renderAt(PATH, PublicRoutes, {
      answers: [stub(getContestDetails, () => aContestDetails({ viewer })), stub(getMyEntry, { entry: null })],
    });
    expect(within(await panel()).getByRole("link", { name: "Register" })).toBeVisible();
    viewer = aViewer({ hasJoined: true });
    act(() => useSession.setState({ phase: "signed-in", account: aUser() }));
    expect(await screen.findByText("You've joined this contest.")).toBeVisible();
  });
});

it("labels a hidden contest as hidden instead of closed", async () => {
  renderContest(
    {
      isPublic: false,
      viewer: aViewer(),
      may: samplePermissions({ join: deniedBecause("This contest is hidden right now.") }),
    },
    { role: "admin" },
  );
  expect(within(await panel()).getByRole("button", { name: "Hidden" })).toBeDisabled();
});

describe("the judges", () => {
  it("are listed before joining", async () => {
    renderContest({ judges: ["Mina Das", "Rafi Ahmed"] });
    const judges = within(await screen.findByRole("region", { name: "Judges" }));
    expect(judges.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Mina Das", "Rafi Ahmed"]);
    expect(judges.getByText(/picks the winner/)).toHaveTextContent("Nadia Rahman picks the winner.");
  });

  const winner = { name: "Rafi Ahmed", photo: "", note: "", at: new Date().toISOString(), byAdmin: false };
  it.each([
    ["its creator chose", { phase: "completed", winner }, "Judges", "Nadia Rahman picked the winner. Other judges:"],
    [
      "an admin chose",
      { phase: "completed", winner: { ...winner, byAdmin: true } },
      "Judges",
      "An admin picked the winner. Other judges:",
    ],
    [
      "an admin will choose",
      { phase: "judging", adminsChoose: true },
      "Judges",
      "An admin picks the winner. These judges also rate entries:",
    ],
  ] as const)("are described correctly if %s", async (_, contest, title, words) => {
    renderContest({ ...contest, judges: ["Mina Das"] });
    expect(within(await screen.findByRole("region", { name: title })).getByText(/the winner/)).toHaveTextContent(words);
  });

  it.each(["cancelled", "rejected"] as const)("are hidden if there will be no judging: %s", async (phase) => {
    renderContest({ phase, judges: ["Mina Das"] }, {});
    await panel();
    expect(screen.queryByRole("region", { name: "Judges" })).toBeNull();
  });

  it("are hidden if only the creator judges", async () => {
    renderContest({});
    await panel();
    expect(screen.queryByRole("region", { name: "Judges" })).toBeNull();
  });
});

describe("the entries link", () => {
  const entries = `/dashboard/contest_submitted/${sampleId(1)}`;

  it("is shown to users who may read entries", async () => {
    renderContest(
      { viewer: aViewer({ isOwner: true }), may: samplePermissions({ readEntries: allowed }) },
      { role: "creator" },
    );
    expect(within(await panel()).getByRole("link", { name: "View entries" })).toHaveAttribute("href", entries);
  });

  it.each(["in_review", "changes_requested", "rejected"] as const)(
    "is hidden while there can be no participants: %s",
    async (phase) => {
      renderContest(
        {
          status: "pending",
          phase,
          participantCount: 0,
          viewer: aViewer(),
          may: samplePermissions({ readEntries: allowed }),
        },
        { role: "admin" },
      );
      await panel();
      expect(screen.queryByRole("link", { name: "View entries" })).not.toBeInTheDocument();
    },
  );

  it("offers judges to rate entries, without a way to join", async () => {
    const judging = { phase: "judging", deadline: YESTERDAY, viewer: aViewer({ isJudge: true }) } as const;
    renderContest({ ...judging, may: samplePermissions({ readEntries: allowed, rateEntries: allowed }) }, {});
    expect(within(await panel()).getByRole("link", { name: "Rate entries" })).toHaveAttribute(
      "href",
      `/dashboard/judging/${sampleId(1)}`,
    );
    expect(within(await panel()).getByText("You're a judge of this contest.")).toBeVisible();
    expect(within(await panel()).queryByRole("button")).toBeNull();
  });

  it("offers to choose the winner if that is allowed", async () => {
    renderContest(
      { viewer: aViewer(), may: samplePermissions({ readEntries: allowed, declareWinner: allowed }) },
      { role: "admin" },
    );
    expect(within(await panel()).getByRole("link", { name: "Pick the winner" })).toHaveAttribute("href", entries);
  });

  it("is hidden from other users", async () => {
    renderContest({ viewer: aViewer() }, {});
    expect(
      within(await panel())
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["Register", "All of this creator’s contests"]);
  });
});

describe("a contest that is not public", () => {
  it('shows "In review" to its owner', async () => {
    renderContest({ status: "pending", phase: "in_review", viewer: aViewer({ isOwner: true }) }, { role: "creator" });
    expect(await screen.findByText(/until it's approved/)).toBeVisible();
    expect(screen.getAllByText("In review")).not.toHaveLength(0);
  });

  it.each(["in_review", "changes_requested"] as const)(
    "requires a new deadline if it has passed, without a timeline: %s",
    async (phase) => {
      const message = /The deadline has passed\. Set a new one so an admin can approve the contest\./;
      const late = renderContest(
        { status: "pending", phase, deadline: YESTERDAY, viewer: aViewer({ isOwner: true }) },
        { role: "creator" },
      );
      expect(await screen.findByText(message)).toBeVisible();
      expect(screen.queryByRole("region", { name: "Timeline" })).not.toBeInTheDocument();
      late.unmount();
      renderContest(
        { status: "pending", phase, viewer: aViewer({ isOwner: true }), name: "In time" },
        { role: "creator" },
      );
      expect(await screen.findByRole("heading", { level: 1, name: "In time" })).toBeVisible();
      expect(screen.getByRole("region", { name: "Timeline" })).toBeVisible();
      expect(screen.queryByText(message)).not.toBeInTheDocument();
    },
  );

  it("disables registration", async () => {
    renderContest(
      {
        status: "pending",
        phase: "in_review",
        viewer: aViewer(),
        may: samplePermissions({ join: deniedBecause("This contest is not open yet.") }),
      },
      { role: "admin" },
    );
    const side = within(await panel());
    expect(side.getByText("This contest is not open yet.")).toBeVisible();
    expect(side.getByRole("button", { name: "Not open yet" })).toBeDisabled();
  });
});

it("shows the judging criteria before joining, and no section without criteria", async () => {
  const { unmount } = renderContest({ criteria: ["It flies", "Paper alone"] });
  const criteria = within(await screen.findByRole("region", { name: "Judging criteria" }));
  expect(criteria.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["It flies", "Paper alone"]);
  unmount();
  renderContest({ name: "Without" });
  expect(await screen.findByRole("heading", { level: 1, name: "Without" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Judging criteria" })).not.toBeInTheDocument();
});

it("does not show the visitor's copy after sign-in if refetching fails", async () => {
  let isDown = false;
  const down = { status: 500, data: { error: { code: "failed", message: "Something went wrong on our side." } } };
  renderAt(PATH, PublicRoutes, {
    session: {},
    answers: [
      {
        endpoint: getContestDetails,
        answer: () => (isDown ? down : { status: 200, data: aContestDetails({ viewer: null }) }),
      },
    ],
  });
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  isDown = true;
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Follow" })).not.toBeInTheDocument();
});

it("offers no action before a browser that was logged in knows its user", async () => {
  const pending = async (mark: string | null) => {
    if (mark) localStorage.setItem("signed-in", mark);
    const visitors = aContestDetails({ viewer: null });
    const answers = [stub(getContestDetails, visitors)];
    const { unmount } = renderAt(PATH, PublicRoutes, { session: "loading", answers });
    // Part of the server-rendered page.
    act(() => void queryClient.setQueryData(keyOf(getContestDetails, { params: { id: sampleId(1) } }), visitors));
    const action = await within(await panel()).findByText("Register");
    const isBusy = action.closest("[aria-busy=true]") !== null;
    unmount();
    localStorage.removeItem("signed-in");
    return isBusy;
  };
  expect(await pending(sampleId(1))).toBe(true);
  expect(await pending(null)).toBe(false);
});

describe("in Bangla", () => {
  inBangla(catalog);

  it("shows counts, money, the deadline and the refund rule", async () => {
    renderContest({
      participantCount: 1200,
      prize: 1_250_000,
      amountDue: 100_000,
      deadline: "2099-03-14T12:00:00.000Z",
      refundAt: "2099-04-20T12:00:00.000Z",
    });
    expect(await screen.findByText("১,২০০ জন অংশগ্রহণকারী")).toBeVisible();
    const join = within(screen.getByRole("complementary", { name: "এই প্রতিযোগিতায় যোগ দিন" }));
    expect(join.getByText("৳১২,৫০,০০০")).toBeVisible();
    expect(join.getByText("৳১,০০,০০০")).toBeVisible();
    expect(join.getByText(/^১৪ মার্চ ২০৯৯, [০-৯]{2}:[০-৯]{2} /)).toBeVisible();
    expect(join.getByText(/^প্রতিযোগিতা বাতিল হলে বা ২০ এপ্রিল ২০৯৯ পর্যন্ত/)).toBeVisible();
    expect(join.getByRole("link", { name: "নিবন্ধন করুন" })).toHaveAttribute("href", `${PATH}/payment`);
  });

  it("names the sections and the people that an announcement was sent to", async () => {
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    renderContest({ newsCount: 1, viewer: aViewer({ hasJoined: true }) }, {}, [
      stub(getMyEntry, { entry: null }),
      stub(listAnnouncements, [{ _id: sampleId(3), text: "New rules", at, sentTo: 25 }]),
    ]);
    expect(await screen.findByRole("heading", { level: 2, name: "ঘোষণা" })).toBeVisible();
    expect((await screen.findByText("৩ দিন আগে")).parentElement).toHaveTextContent("৩ দিন আগে, ২৫ জনের কাছে");
  });

  it("puts the values of a rating into the order of Bangla", async () => {
    renderContest({ phase: "completed", viewer: aViewer({ hasJoined: true, hasSubmitted: true }) }, {}, [
      stub(getMyEntry, {
        entry: anEntry({
          ratings: [
            { by: "creator", name: "", rating: 4.5, word: "", criteria: [{ criterion: "It flies", rating: 4 }] },
          ],
        }),
      }),
    ]);
    expect(await screen.findByText("আয়োজক ৫-এর মধ্যে ৪.৫ রেটিং দিয়েছেন।")).toBeVisible();
    expect(screen.getByText("It flies").parentElement).toHaveTextContent("It flies: ৫-এর মধ্যে ৪");
  });
});
