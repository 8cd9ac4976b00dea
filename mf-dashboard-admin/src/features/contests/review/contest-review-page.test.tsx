import { act, screen, waitFor, within } from "@testing-library/react";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import {
  commentOnContest,
  confirmContest,
  getContestReview,
  getReviewQueue,
  returnToReview,
  type ContestReview,
} from "@conquest/shared/contracts/review";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderHydrated } from "@conquest/shared/testing/render-hydrated";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestReview,
  samplePermissions,
  allowed,
  anAdminContest,
  aReviewQueue,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../../routes";
import catalog from "../../../../messages/contests.bn.json";
import { queuePosition } from "./queue-bar";

const [ONE, TWO, THREE] = [sampleId(1), sampleId(2), sampleId(3)];
const NAMES: Record<string, string> = { [ONE]: "River stories", [TWO]: "Tea posters", [THREE]: "Kites" };
const inReview = (fields: Parameters<typeof anAdminContest>[0] = {}) =>
  anAdminContest({
    name: NAMES[fields._id ?? ONE]!,
    status: "pending",
    phase: "in_review",
    participantCount: 0,
    revision: 3,
    may: samplePermissions({ confirm: allowed, decide: allowed }),
    ...fields,
  });
const PAID = "Somebody has paid to take part, so this contest can only be cancelled.";
const openContest = (fields: Parameters<typeof anAdminContest>[0] = {}) =>
  inReview({
    status: "open",
    phase: "open",
    may: samplePermissions({
      confirm: deniedBecause("This contest is open already."),
      decide: deniedBecause("This contest is open already; it can be commented on, or cancelled."),
      returnToReview: allowed,
    }),
    ...fields,
  });
const comment = {
  _id: sampleId(41),
  text: "No.",
  decision: "rejected",
  author: "Ada",
  at: "2026-01-02T08:00:00.000Z",
  isReturn: false,
} as const;

const openReview = (review: ContestReview, ...answers: Stub[]) =>
  renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [stub(getContestReview, review), stub(getReviewQueue, aReviewQueue()), ...answers],
  });
const callsTo = (page: ReturnType<typeof renderAt>, endpoint: object) =>
  page.calls.filter((call) => call.endpoint === endpoint).map(({ body, query, params }) => ({ body, query, params }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

function queueStubs() {
  const left = [ONE, TWO, THREE];
  const all = [ONE, TWO, THREE];
  const decide = (id: string) => void left.splice(left.indexOf(id), 1);
  return [
    stub(getContestReview, ({ params }) =>
      aContestReview({ contest: inReview({ _id: params.id, ...(!left.includes(params.id) && { revision: 4 }) }) }),
    ),
    stub(getReviewQueue, ({ query = {} }) => {
      const at = all.indexOf(query.at ?? "");
      return aReviewQueue({
        waitingCount: left.length,
        position: left.includes(query.at ?? "") ? left.indexOf(query.at!) + 1 : null,
        firstId: left[0] ?? null,
        previousId: at < 0 ? null : (left.findLast((id) => all.indexOf(id) < at) ?? null),
        nextId: at < 0 ? null : (left.find((id) => all.indexOf(id) > at) ?? null),
      });
    }),
    stub(confirmContest, ({ params }) => {
      decide(params.id);
      return { modifiedCount: 1 };
    }),
    stub(commentOnContest, ({ params }) => {
      decide(params.id);
      return comment;
    }),
  ];
}
const openQueue = (at = ONE) =>
  renderAt(`/dashboard/contest_review/${at}`, AdminRoutes, { session: { role: "admin" }, answers: queueStubs() });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it("shows the visitors' view, changes since the last round and the history", async () => {
  openReview(
    aContestReview({
      contest: inReview({ task: "Draw a large poster.", prize: 25_000, criteria: ["It flies"] }),
      base: {
        act: "changes_requested",
        at: "2026-03-02T06:00:00.000Z",
        terms: { ...inReview(), task: "Draw a poster.", prize: 20_000, criteria: ["It flies"] },
        pictureId: null,
      },
    }),
  );
  await heading("River stories");
  const seen = within(screen.getByRole("region", { name: "Preview" }));
  for (const word of ["Entry fee", "Prize", "Deadline", "Winner due", "Anonymous judging"])
    expect(seen.getByText(word)).toBeVisible();
  expect(seen.getByText("It flies")).toBeVisible();
  expect(seen.getByRole("link", { name: "Open full page" })).toHaveAttribute("href", `/review-preview/${ONE}`);

  const changed = within(screen.getByRole("region", { name: "Changes since the last round" }));
  expect(changed.getByText(/Since changes were requested/)).toBeVisible();
  expect(changed.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Task", "Prize"]);
  expect((await changed.findByText("large", { exact: false, selector: "ins" })).textContent).toBe("large ");
  expect([changed.getByText("৳20,000").tagName, changed.getByText("৳25,000").tagName]).toEqual(["DEL", "INS"]);

  const events = within(screen.getByRole("region", { name: "History" })).getAllByRole("listitem");
  expect(events.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Submitted.*Nadia Rahman/),
    expect.stringMatching(/^Changes requested.*Anika Rahman.*Please name the size\./),
    expect.stringMatching(/^Submitted again.*Nadia Rahman.*Changed: Task, Prize/),
  ]);
});

it("shows the maximum number of participants, and compares it in words", async () => {
  const contest = inReview({ maxParticipants: 20 });
  openReview(
    aContestReview({
      contest,
      base: {
        act: "changes_requested",
        at: "2026-01-02T08:00:00.000Z",
        terms: { ...contest, maxParticipants: null },
        pictureId: null,
      },
    }),
  );
  expect((await screen.findAllByText("Maximum participants")).length).toBeGreaterThan(1);
  expect(screen.getByText("No limit")).toBeVisible();
});

it("shows the size of teams, and compares it in words", async () => {
  const contest = inReview({ maxTeamSize: 3 });
  openReview(
    aContestReview({
      contest,
      base: {
        act: "changes_requested",
        at: "2026-01-02T08:00:00.000Z",
        terms: { ...contest, maxTeamSize: 1 },
        pictureId: null,
      },
    }),
  );
  expect((await screen.findAllByText("Team size")).length).toBeGreaterThan(1);
  expect(screen.getByText("No teams")).toBeVisible();
});

it("shows the rules, and compares them in words", async () => {
  const rules = { text: "No teams.", countries: ["BD"], minimumAge: 18, disclosesAi: false, originalOnly: false };
  openReview(
    aContestReview({
      contest: inReview({ rules }),
      base: {
        act: "changes_requested",
        at: "2026-03-02T06:00:00.000Z",
        terms: { ...inReview(), rules: { ...rules, minimumAge: 16 } },
        pictureId: null,
      },
    }),
  );
  await heading("River stories");
  const seen = within(screen.getByRole("region", { name: "Preview" }));
  expect(seen.getByText("You're at least 18 years old.")).toBeVisible();
  expect(seen.getByText("No teams.")).toBeVisible();
  const changed = within(screen.getByRole("region", { name: "Changes since the last round" }));
  expect(changed.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Rules"]);
  expect((await changed.findByText("18", { selector: "ins" })).textContent).toBe("18");
  expect(changed.getByText("16", { selector: "del" })).toBeVisible();
  expect(changed.getByText(/You live in Bangladesh\./)).toBeVisible();
});

it("shows who can see the contest, also compared with an older round", async () => {
  openReview(
    aContestReview({
      contest: inReview({ visibility: "private" }),
      base: {
        act: "confirmed",
        at: "2026-03-02T06:00:00.000Z",
        terms: { ...inReview(), visibility: undefined },
        pictureId: null,
      },
    }),
  );
  await heading("River stories");
  expect(within(screen.getByRole("region", { name: "Preview" })).getByText("Private")).toBeVisible();
  const changed = within(screen.getByRole("region", { name: "Changes since the last round" }));
  expect(changed.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Who can see it"]);
  expect(changed.getByText("Public", { selector: "del" })).toBeVisible();
  expect(changed.getByText("Private", { selector: "ins" })).toBeVisible();
});

it("shows the creator's hints beside the fields while in review", async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const thin = { name: "Kites", description: "Fly it.", task: "Draw a kite.", deadline: soon };
  const page = openReview(aContestReview({ contest: inReview(thin), base: null }));
  await heading("Kites");
  expect(screen.getByText("This name is short. Add a few words to say what the contest is about.")).toBeVisible();
  const seen = within(screen.getByRole("region", { name: "Preview" }));
  expect(
    within(seen.getByRole("heading", { name: "Description" }).parentElement!).getByText(
      /^This is short. Say who it's for/,
    ),
  ).toBeVisible();
  expect(
    within(seen.getByRole("heading", { name: "Task" }).parentElement!).getByText(/^This is short. Say what to submit/),
  ).toBeVisible();
  expect(screen.getAllByText("Hint for the creator, not public:")).toHaveLength(4);
  expect(
    within(seen.getByText("Deadline").parentElement!).getByText(/This deadline may leave no time to join/),
  ).toBeVisible();
  page.unmount();

  openReview(aContestReview({ contest: openContest(thin), base: null }));
  await heading("Kites");
  expect(screen.queryByText(/This is (a )?short/)).not.toBeInTheDocument();
});

it.each([
  [
    "a replaced upload, stored for admins",
    "/media/pictures/0000-before.jpg",
    sampleId(77),
    `/api/contest-pictures/${sampleId(77)}?w=720`,
  ],
  ["a picture on another site", "https://pictures.example/before.png", null, "https://pictures.example/before.png"],
  ["a deleted picture", "/media/pictures/0000-gone.jpg", null, null],
])("shows the previous picture beside the current one: %s", async (_, image, pictureId, shown) => {
  const contest = inReview({ image: "/media/pictures/0000-after.jpg" });
  openReview(
    aContestReview({
      contest,
      base: { act: "changes_requested", at: "2026-03-02T06:00:00.000Z", terms: { ...contest, image }, pictureId },
    }),
  );
  await heading("River stories");
  const changed = within(screen.getByRole("region", { name: "Changes since the last round" }));
  expect(changed.getByRole("img", { name: "Image now" })).toHaveAttribute("src", "/media/pictures/0000-after.jpg");
  if (shown === null) expect(changed.getByText("No longer available")).toBeVisible();
  else expect(changed.getByRole("img", { name: "Image before" })).toHaveAttribute("src", shown);
});

const unchanged = inReview();
it.each([
  [
    "its first round",
    { base: null, history: aContestReview().history.slice(0, 1) },
    "This is the first round, so there's nothing to compare with yet.",
  ],
  ["a contest that did not change", { base: { ...aContestReview().base!, terms: unchanged } }, "Nothing has changed."],
  [
    "a contest from before rounds were kept",
    { base: { act: "kept" as const, at: "2026-03-01T00:00:00.000Z", terms: unchanged, pictureId: null } },
    "This contest is older than our review history, so there's no earlier round to compare with. It hasn't changed since.",
  ],
  [
    "a contest that had ended before that",
    { base: null, history: [] },
    "This contest is older than our review history, so there's no round to compare with.",
  ],
])("explains why there is nothing to compare: %s", async (_, fields, sentence) => {
  openReview(aContestReview({ contest: unchanged, ...fields }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("confirms the read revision after a dialog and focuses the next contest", async () => {
  const page = openQueue();
  await heading("River stories");
  await page.user.click(screen.getByRole("button", { name: "Confirm" }));
  expect(callsTo(page, confirmContest)).toEqual([]);
  await page.user.click(
    within(await screen.findByRole("alertdialog", { name: "Confirm “River stories”?" })).getByRole("button", {
      name: "Confirm",
    }),
  );
  await waitFor(() => expect(page.address()).toBe(`/dashboard/contest_review/${TWO}`));
  expect(callsTo(page, confirmContest)).toMatchObject([
    { params: { id: ONE }, query: { revision: 3 }, body: { status: "open" } },
  ]);
  await waitFor(async () => expect(await heading("Tea posters")).toHaveFocus());
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
    "Approved. Next: 1 of 2 contests to review.",
  );
  expect(screen.getByText("Status updated successfully!")).toBeVisible();
});

it.each([
  ["Ask for changes", "changes_requested", "Changes needed"],
  ["Reject", "rejected", "Reason"],
])("%s requires a text, sent with the read revision", async (button, decision, label) => {
  const page = openQueue();
  await heading("River stories");
  await page.user.click(screen.getByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: button }));
  expect(await dialog.findByText("This field is required")).toBeVisible();
  await page.user.type(dialog.getByLabelText(label), "Please name the size.");
  await page.user.click(dialog.getByRole("button", { name: button }));
  await heading("Tea posters");
  expect(callsTo(page, commentOnContest)).toMatchObject([
    { params: { id: ONE }, body: { text: "Please name the size.", decision, revision: 3 } },
  ]);
});

it("navigates the queue by keys that never decide, until it is empty", async () => {
  const page = openQueue();
  await heading("River stories");
  expect(screen.getByText("1 of 3 contests to review")).toBeVisible();
  expect(screen.getByRole("region", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  await page.user.keyboard("j");
  await waitFor(async () => expect(await heading("Tea posters")).toHaveFocus());
  await page.user.keyboard("k");
  await heading("River stories");
  for (const [key, name] of [
    ["c", /^Confirm/],
    ["a", /^Ask for changes/],
    ["r", /^Reject/],
    ["m", /^Comment/],
  ] as const) {
    await page.user.keyboard(key);
    const question = await waitFor(
      () => screen.queryByRole("dialog", { name }) ?? screen.getByRole("alertdialog", { name }),
    );
    expect(question).toBeVisible();
    await page.user.keyboard("{Escape}");
    await waitFor(() => expect(question).not.toBeInTheDocument());
  }
  expect(page.calls.filter(({ endpoint }) => endpoint.method !== "GET")).toEqual([]);
  for (const name of ["River stories", "Tea posters", "Kites"]) {
    await waitFor(async () => expect(await heading(name)).toHaveFocus());
    await page.user.keyboard("c");
    await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  }
  expect(await screen.findByText("The queue is empty")).toBeVisible();
  expect(page.address()).toBe("/dashboard/contest_review");
  expect(screen.getByRole("link", { name: "Manage Contests" })).toHaveAttribute("href", "/dashboard/manage_contests");
});

const queueCallsAt = (page: ReturnType<typeof renderAt>, at: string) =>
  callsTo(page, getReviewQueue).filter(({ query }) => query["at"] === at).length;

it("applies quick key presses to the contest that is being navigated to", async () => {
  const press = async (...keys: string[]) =>
    renderHydrated(async () => {
      for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        // Between two keys, browsers wait only for synchronous renders.
        await Promise.resolve();
      }
    });
  const page = openQueue();
  await heading("River stories");
  await waitFor(() => expect([queueCallsAt(page, TWO), queryClient.isFetching()]).toEqual([1, 0]));
  await press("j", "j");
  await waitFor(() => expect(page.address()).toBe(`/dashboard/contest_review/${THREE}`));
  await waitFor(async () => expect(await heading("Kites")).toHaveFocus());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const focused = jest.spyOn(HTMLElement.prototype, "focus");
  await press("k", "r");
  await waitFor(() => expect(page.address()).toBe(`/dashboard/contest_review/${TWO}`));
  const dialog = await screen.findByRole("dialog", { name: "Reject “Tea posters”" });
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  expect(focused.mock.contexts).not.toContain(screen.getByRole("heading", { level: 1, hidden: true }));
  focused.mockRestore();
  await page.user.type(within(dialog).getByLabelText("Reason"), "No.");
  await page.user.click(within(dialog).getByRole("button", { name: "Reject" }));
  await heading("Kites");
  expect(callsTo(page, commentOnContest)).toMatchObject([{ params: { id: TWO } }]);
});

it.each([
  ["Confirm", "alertdialog", confirmContest, { modifiedCount: 1 }, "Status updated successfully!"],
  ["Reject", "dialog", commentOnContest, comment, "Contest rejected"],
] as const)(
  "does not navigate if the user has moved on before the response: %s",
  async (button, role, endpoint, answer, toast) => {
    let resolveResponse: () => void = () => undefined;
    const response = new Promise<void>((resolve) => (resolveResponse = resolve));
    const page = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
      session: { role: "admin" },
      answers: [...queueStubs(), { endpoint, answer: async () => (await response, { status: 200, data: answer }) }],
    });
    await heading("River stories");
    await page.user.click(screen.getByRole("button", { name: button }));
    const dialog = within(await screen.findByRole(role));
    if (role === "dialog") await page.user.type(dialog.getByLabelText("Reason"), "No.");
    await page.user.click(dialog.getByRole("button", { name: button }));
    await act(async () => page.go(`/dashboard/contest_review/${THREE}`));
    await heading("Kites");
    const before = queueCallsAt(page, TWO);
    await act(async () => resolveResponse());
    expect(await screen.findByText(toast)).toBeVisible();
    await waitFor(() => expect(queueCallsAt(page, TWO)).toBe(before + 1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(page.address()).toBe(`/dashboard/contest_review/${THREE}`);
  },
);

it.each([
  ["Confirm", "alertdialog", "Approved."],
  ["Reject", "dialog", "Contest rejected."],
] as const)("stays on the decided contest if the next cannot be loaded: %s", async (button, role, announcement) => {
  let isDown = false;
  const down = {
    status: 503,
    data: { error: { code: "unavailable", message: "System cannot reach its data right now." } },
  };
  const [, queueStub] = queueStubs();
  const page = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [
      ...queueStubs(),
      { endpoint: getReviewQueue, answer: (request) => (isDown ? down : queueStub!.answer(request)) },
      stub(confirmContest, () => ((isDown = true), { modifiedCount: 1 })),
      stub(commentOnContest, () => ((isDown = true), comment)),
    ],
  });
  await heading("River stories");
  await page.user.click(screen.getByRole("button", { name: button }));
  const dialog = within(await screen.findByRole(role));
  if (role === "dialog") await page.user.type(dialog.getByLabelText("Reason"), "No.");
  await page.user.click(dialog.getByRole("button", { name: button }));
  expect(await screen.findByText("System cannot reach its data right now.")).toBeVisible();
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(announcement);
  expect(page.address()).toBe(`/dashboard/contest_review/${ONE}`);
  await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
  expect(sessionStorage).toHaveLength(0);
});

it("announces a decision once on the next contest", async () => {
  const page = openQueue();
  const announcements = () =>
    screen
      .getAllByRole("status")
      .map(({ textContent }) => textContent)
      .filter((text) => /Approved/.test(text));
  await heading("River stories");
  await page.user.click(screen.getByRole("button", { name: "Confirm" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  await heading("Tea posters");
  expect(announcements()).toEqual(["Approved. Next: 1 of 2 contests to review."]);
  act(() => void page.go(-1));
  await heading("River stories");
  expect(announcements()).toEqual([]);
  act(() => void page.go(1));
  await heading("Tea posters");
  expect(announcements()).toEqual([]);
  await page.user.click(screen.getByRole("button", { name: "Next" }));
  await heading("Kites");
  expect(announcements()).toEqual([]);
});

it.each([
  [0, null, "No contests to review"],
  [1, null, "1 contest to review"],
  [2, null, "2 contests to review"],
  [1, 1, "1 of 1 contest to review"],
])("describes a queue of %i with position %s", async (waitingCount, position, sentence) => {
  openReview(
    aContestReview({ contest: openContest() }),
    stub(getReviewQueue, aReviewQueue({ waitingCount, position })),
  );
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("continues with the first contest after the last", async () => {
  const page = openQueue(THREE);
  await heading("Kites");
  await page.user.click(screen.getByRole("button", { name: "Confirm" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  await heading("River stories");
});

it("ignores shortcuts while typing or when switched off", async () => {
  const page = openQueue();
  await heading("River stories");
  await page.user.keyboard("m");
  const field = within(await screen.findByRole("dialog")).getByLabelText("Your comment");
  await page.user.type(field, "jkcarb");
  expect(field).toHaveValue("jkcarb");
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await page.user.click(screen.getByRole("checkbox", { name: "Use single-key shortcuts on this page" }));
  await page.user.keyboard("j");
  expect(page.address()).toBe(`/dashboard/contest_review/${ONE}`);
});

it("blocks decisions until concurrent changes were read", async () => {
  let contest = inReview({ prize: 20_000 });
  const page = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [
      stub(getContestReview, () => aContestReview({ contest, base: null })),
      stub(getReviewQueue, aReviewQueue()),
      stubError(
        confirmContest,
        409,
        "contest_changed",
        "Its creator changed this contest after you opened it. Review the changes before you decide.",
      ),
    ],
  });
  await heading("River stories");
  contest = inReview({ prize: 30_000, revision: 4 });
  await page.user.click(screen.getByRole("button", { name: "Confirm" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText(/Its creator changed this contest after you opened it/)).toBeVisible();
  await page.user.keyboard("{Escape}");
  const note = (await screen.findByText("This contest changed while you had it open")).closest<HTMLElement>(
    "[role=alert]",
  )!;
  expect(within(note).getByText("৳30,000")).toBeVisible();
  expect(screen.getByRole("button", { name: "Confirm" })).toBeDisabled();
  await page.user.keyboard("c");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await page.user.click(screen.getByRole("button", { name: "I've read the changes" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  await page.user.click(screen.getByRole("button", { name: "Confirm" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }));
  await waitFor(() =>
    expect(callsTo(page, confirmContest).map(({ query }) => query)).toEqual([{ revision: 3 }, { revision: 4 }]),
  );
});

it("shows that another admin has decided", async () => {
  let contest = inReview();
  renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [stub(getContestReview, () => aContestReview({ contest })), stub(getReviewQueue, aReviewQueue())],
  });
  await heading("River stories");
  contest = inReview({ phase: "rejected", revision: 4 });
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText("This contest has already been reviewed")).toBeVisible();
});

it("returns a public contest to review with a reason and stays on it", async () => {
  let contest = openContest();
  const page = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [
      stub(getContestReview, () => aContestReview({ contest })),
      stub(getReviewQueue, aReviewQueue({ waitingCount: 0, position: null, firstId: null })),
      stub(returnToReview, () => {
        contest = inReview({ revision: 4 });
        return { modifiedCount: 1 };
      }),
    ],
  });
  await heading("River stories");
  expect(screen.getByRole("link", { name: "Open full page" })).toHaveAttribute("href", `/contest-details/${ONE}`);
  expect(screen.queryByRole("button", { name: "Reject" })).not.toBeInTheDocument();
  await page.user.keyboard("b");
  const dialog = within(await screen.findByRole("dialog", { name: "Send “River stories” back to review" }));
  await page.user.type(dialog.getByLabelText("Reason"), "Who may take part?");
  await page.user.click(dialog.getByRole("button", { name: "Back to review" }));
  expect(await screen.findByRole("button", { name: "Reject" })).toBeEnabled();
  expect(callsTo(page, returnToReview)).toMatchObject([{ body: { reason: "Who may take part?", revision: 3 } }]);
  expect(page.address()).toBe(`/dashboard/contest_review/${ONE}`);
  await waitFor(async () => expect(await heading("River stories")).toHaveFocus());
  expect(screen.queryByText(/while you had it open/)).not.toBeInTheDocument();
});

it("cancels a paid contest and shows why it cannot return to review", async () => {
  const contest = openContest({
    paidCount: 2,
    paidTotal: 400,
    may: samplePermissions({
      confirm: deniedBecause("This contest is open already."),
      returnToReview: deniedBecause(PAID),
      remove: { ...allowed, how: "cancel" },
    }),
  });
  const page = openReview(
    aContestReview({ contest }),
    stub(deleteContest, { deletedCount: 0, cancelled: true, refundedCount: 2, refundedTotal: 400 }),
  );
  await heading("River stories");
  expect(screen.getByRole("button", { name: "Back to review" })).toBeDisabled();
  expect(screen.getByText(PAID)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest" }));
  expect(await screen.findByText(/refund 2 people, ৳400/)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Cancel contest and refund 2 people" }));
  expect(await screen.findByText("Contest cancelled. 2 people refunded, ৳400.")).toBeVisible();
});

it("shows why it cannot be confirmed", async () => {
  openReview(
    aContestReview({
      contest: inReview({
        may: samplePermissions({
          decide: allowed,
          confirm: deniedBecause("Its deadline has passed. Ask the creator to move it first."),
        }),
      }),
    }),
  );
  await heading("River stories");
  expect(screen.getByRole("button", { name: "Confirm" })).toBeDisabled();
  expect(screen.getByText("Its deadline has passed. Ask the creator to move it first.")).toBeVisible();
});

it("shows missing, loading and error states", async () => {
  const gone = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [stubError(getContestReview, 404, "not_found", "No such contest."), stub(getReviewQueue, aReviewQueue())],
  });
  expect(await screen.findByText("We couldn't find that contest")).toBeVisible();
  gone.unmount();
  const loading = renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [stubPending(getContestReview), stub(getReviewQueue, aReviewQueue())],
  });
  expect(screen.getByText("Loading the contest")).toBeInTheDocument();
  loading.unmount();
  renderAt(`/dashboard/contest_review/${ONE}`, AdminRoutes, {
    session: { role: "admin" },
    answers: [
      stubError(getContestReview, 500, "failed", "Something went wrong here."),
      stub(getReviewQueue, aReviewQueue()),
    ],
  });
  expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

describe("the queue", () => {
  const open = (...answers: Stub[]) =>
    renderAt("/dashboard/contest_review", AdminRoutes, { session: { role: "admin" }, answers });

  it("starts with the contest that has waited longest", async () => {
    const page = open(...queueStubs());
    await heading("River stories");
    expect(page.address()).toBe(`/dashboard/contest_review/${ONE}`);
  });

  it("shows empty, loading and error states", async () => {
    const empty = open(stub(getReviewQueue, aReviewQueue({ waitingCount: 0, position: null, firstId: null })));
    expect(await screen.findByText("The queue is empty")).toBeVisible();
    empty.unmount();
    const loading = open(stubPending(getReviewQueue));
    expect(screen.getByText("Loading the queue")).toBeInTheDocument();
    loading.unmount();
    open(stubError(getReviewQueue, 500, "failed", "Something went wrong here."));
    expect(await screen.findByText("Something went wrong here.")).toBeVisible();
  });
});

describe("the position in the queue in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it.each([
    [{ waitingCount: 3, position: 2 }, "পর্যালোচনার অপেক্ষায় ৩টি প্রতিযোগিতার ২ নম্বর"],
    [{ waitingCount: 1, position: null }, "১টি প্রতিযোগিতা পর্যালোচনার অপেক্ষায়"],
    [{ waitingCount: 1000, position: null }, "১,০০০টির বেশি প্রতিযোগিতা পর্যালোচনার অপেক্ষায়"],
    [{ waitingCount: 0, position: null }, "পর্যালোচনা করার মতো কোনো প্রতিযোগিতা নেই"],
  ])("is a whole sentence: %j", (counts, sentence) => {
    expect(queuePosition({ firstId: null, nextId: null, previousId: null, ...counts })).toBe(sentence);
  });
});

it("shows the entry form, and how it changed since the last decision", async () => {
  const field = { help: "", kind: "one" as const, label: "Size", options: ["A3", "A2"], isRequired: true };
  const review = aContestReview({ contest: inReview({ entryFields: [field] }) });
  openReview({
    ...review,
    asVisitors: { ...review.asVisitors, entryFields: [field] },
    base: { act: "changes_requested", at: "2026-01-02T08:00:00.000Z", terms: { entryFields: [] }, pictureId: null },
  });
  expect(await screen.findByRole("heading", { name: "Entry form" })).toBeVisible();
  expect(await screen.findByText("A3 · A2")).toBeVisible();
  expect(await screen.findByText(/Size \(One choice, required\)/)).toBeVisible();
});
