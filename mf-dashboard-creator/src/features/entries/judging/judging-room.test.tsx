import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { rateCriterion, rateEntry, type ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { listJudges } from "@conquest/shared/contracts/judging/judges";
import {
  getJudgedEntry,
  getJudging,
  listJudgedEntries,
  shortlistEntry,
  type JudgedEntry,
} from "@conquest/shared/contracts/judging/judging";
import { readEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderHydrated } from "@conquest/shared/testing/render-hydrated";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  aContestEntry,
  samplePermissions,
  aFile,
  allowed,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";

const judge = samplePermissions({
  readEntries: allowed,
  rateEntries: allowed,
  declareWinner: allowed,
  remove: { ...allowed, how: "cancel" },
});
const OWNER = {
  isOwner: true,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};
const CONTEST = sampleId(1);
const anEntryNumbered = (number: number, given: Partial<ContestEntry> = {}) =>
  aContestEntry({
    _id: sampleId(number),
    label: `Entry ${number}`,
    name: "",
    text: `A kite number ${number}.`,
    link: "",
    ...given,
  });
const THREE = [anEntryNumbered(412), anEntryNumbered(107), anEntryNumbered(733)];

const toRow = ({
  _id,
  label,
  text,
  files,
  submittedAt,
  isWinner,
  prizeName,
  isAuthorAway,
  isShortlisted,
  ownRating,
  ownCriteria,
}: ContestEntry): JudgedEntry => ({
  _id,
  label,
  excerpt: text.slice(0, 180),
  fileCount: files.length,
  submittedAt,
  isWinner,
  prizeName,
  isAuthorAway,
  isShortlisted,
  rating: ownRating?.rating ?? null,
  ratedCriteria: ownCriteria.filter(Boolean).length,
  hasWord: Boolean(ownRating?.word),
  mean: null,
});

function aServerWith(entries: readonly ContestEntry[], areNamesHidden = true): Stub[] {
  let stored = entries;
  const change = (entryId: string, given: (entry: ContestEntry) => Partial<ContestEntry>) => {
    stored = stored.map((entry) => (entry._id === entryId ? { ...entry, ...given(entry) } : entry));
    return stored.find(({ _id }) => _id === entryId)!;
  };
  return [
    stub(getJudging, () => ({
      entryCount: stored.length,
      ratedCount: stored.filter(({ ownRating }) => ownRating?.rating).length,
      shortlistedCount: stored.filter(({ isShortlisted }) => isShortlisted).length,
      areNamesHidden,
      seesJudges: false,
    })),
    stub(listJudgedEntries, ({ query: { q, rated, shortlisted, sort } }) =>
      stored
        .filter(
          (entry) =>
            (!q || entry.text.includes(q)) &&
            (!shortlisted || entry.isShortlisted) &&
            (rated !== "no" || !entry.ownRating?.rating) &&
            (rated !== "yes" || entry.ownRating?.rating),
        )
        .map(toRow)
        .sort((one, other) =>
          sort === "rating"
            ? (other.rating ?? 0) - (one.rating ?? 0)
            : sort === "unrated"
              ? Number(one.rating !== null) - Number(other.rating !== null)
              : 0,
        ),
    ),
    stub(getJudgedEntry, ({ params }) => stored.find(({ _id }) => _id === params.entryId)!),
    stub(
      rateEntry,
      ({ body: { entryId, rating, word } }) =>
        change(entryId, ({ ownRating, ownCriteria }) => ({
          ownRating: {
            rating: rating === undefined ? (ownRating?.rating ?? null) : rating,
            word: word ?? ownRating?.word ?? "",
          },
          ownCriteria: rating === null ? ownCriteria.map(() => null) : ownCriteria,
        })).ownRating!,
    ),
    stub(rateCriterion, ({ body: { entryId, position, rating } }) => {
      const { ownCriteria } = change(entryId, (entry) => ({
        ownCriteria: entry.ownCriteria.map((each, at) => (at === position ? rating : each)),
      }));
      if (ownCriteria.every((each) => each !== null))
        change(entryId, ({ ownRating }) => ({
          ownRating: { rating: meanOf(ownCriteria), word: ownRating?.word ?? "" },
        }));
      return { ownCriteria };
    }),
    stub(shortlistEntry, ({ body: { entryId, isShortlisted } }) => ({
      isShortlisted: change(entryId, () => ({ isShortlisted })).isShortlisted,
    })),
  ];
}

interface Setup {
  contest?: Partial<ContestDetails>;
  entries?: readonly ContestEntry[];
  answers?: readonly Stub[];
  at?: string;
  areNamesHidden?: boolean;
}

const open = ({ contest, entries = THREE, answers = [], at = "", areNamesHidden = true }: Setup = {}) =>
  renderAt(`/dashboard/contest_submitted/${CONTEST}${at}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stub(getContestDetails, aContestDetails({ may: judge, phase: "judging", participantCount: 5, ...contest })),
      ...aServerWith(entries, areNamesHidden),
      stub(listJudges, { judges: [], may: { invite: deniedBecause("The winner was chosen.") } }),
      ...answers,
    ],
  });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const options = async () =>
  within(await screen.findByRole("listbox", { name: "Entries" }))
    .getAllByRole("option")
    .map((option) => option.getAttribute("aria-label"));
const pane = async (label: string) => within(await screen.findByRole("article", { name: label }));
const sentOf = (page: ReturnType<typeof open>, endpoint: unknown) =>
  page.calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body);

it.each([
  [{}, "Judging"],
  [{ isPublic: false, hiddenAt: "2026-01-02T08:00:00.000Z" }, "JudgingHidden"],
  [{ isPublic: false }, "JudgingTemporarily hidden"],
])("shows in its header whether the contest is public: %j", async (contest, said) => {
  const { container } = open({ contest });
  await pane("Entry 412");
  expect(container.querySelector(".cq-badges")).toHaveTextContent(said);
});

describe("the entry list", () => {
  it("shows new ratings of entries that no longer match the filter", async () => {
    const page = open({ at: "?show=unrated" });
    await pane("Entry 412");
    await page.user.keyboard("3");
    expect(await screen.findByRole("option", { name: "Entry 412, rated 3 out of 5" })).toBeVisible();
    await page.user.keyboard("j");
    await pane("Entry 107");
    await page.user.keyboard("4");
    expect(await screen.findByRole("option", { name: "Entry 107, rated 4 out of 5" })).toBeVisible();
    expect(screen.getByRole("option", { name: "Entry 412, rated 3 out of 5" })).toBeVisible();
  });

  it("shows the state of each entry and opens the first", async () => {
    open({
      entries: [
        anEntryNumbered(412, { isShortlisted: true, ownRating: { rating: 4, word: "Calm" } }),
        anEntryNumbered(107),
      ],
    });
    expect(await options()).toEqual([
      "Entry 412, rated 4 out of 5, with feedback, shortlisted",
      "Entry 107, not rated",
    ]);
    expect((await pane("Entry 412")).getByText("A kite number 412.")).toBeVisible();
    expect(screen.getByRole("option", { name: /^Entry 412/ })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("progressbar", { name: /1 of 2 rated/ })).toHaveValue(1);
    expect(screen.getByText("Names are hidden until there's a winner.")).toBeVisible();
    expect(screen.getByLabelText("Search entries")).toBeVisible();
  });

  it("is a single tab stop with arrow keys inside", async () => {
    const { user } = open();
    (await screen.findByRole("option", { name: /^Entry 412/ })).focus();
    await user.keyboard("{ArrowDown}");
    await pane("Entry 107");
    expect(screen.getByRole("option", { name: /^Entry 107/ })).toHaveFocus();
    await user.keyboard("{End}");
    await pane("Entry 733");
    expect(
      within(screen.getByRole("listbox"))
        .getAllByRole("option")
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([screen.getByRole("option", { name: /^Entry 733/ })]);
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { name: "Entry 733" })).toHaveFocus();
  });

  it("focuses the entry that was left, by button or by Back", async () => {
    const page = open();
    for (const leave of [
      () => page.user.click(screen.getByRole("button", { name: "All entries" })),
      () => act(() => page.go(-1)),
    ]) {
      await page.user.click(await screen.findByRole("option", { name: /^Entry 107/ }));
      await waitFor(() => expect(page.address()).toMatch(/entry=/));
      (document.activeElement as HTMLElement).blur();
      await leave();
      await waitFor(() => expect(screen.getByRole("option", { name: /^Entry 107/ })).toHaveFocus());
      expect(page.address()).not.toMatch(/entry=/);
    }
  });

  it("is searched, sorted and filtered by the server", async () => {
    const page = open({ at: "?q=kite&sort=unrated&show=shortlist" });
    await screen.findByText("No entries match");
    expect(page.calls.find(({ endpoint }) => endpoint === listJudgedEntries)?.query).toEqual({
      limit: 20,
      q: "kite",
      sort: "unrated",
      shortlisted: "yes",
    });
    await page.user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await options()).toHaveLength(3);
  });

  it("keeps a rated entry in place, whatever the sort order", async () => {
    const page = open({ at: "?sort=unrated" });
    await pane("Entry 412");
    await page.user.keyboard("5");
    await waitFor(async () =>
      expect(await options()).toEqual(["Entry 412, rated 5 out of 5", "Entry 107, not rated", "Entry 733, not rated"]),
    );
    await page.user.keyboard("j");
    await pane("Entry 107");
    expect(await options()).toEqual(["Entry 412, rated 5 out of 5", "Entry 107, not rated", "Entry 733, not rated"]);
  });

  it("offers a retry if loading fails", async () => {
    let isDown = true;
    const page = open({
      answers: [
        {
          endpoint: listJudgedEntries,
          answer: () =>
            isDown
              ? {
                  status: 503,
                  data: { error: { code: "unavailable", message: "The site cannot reach its data right now." } },
                }
              : { status: 200, data: [toRow(THREE[0]!)] },
        },
      ],
    });
    expect(await screen.findByText("The site cannot reach its data right now.")).toBeVisible();
    isDown = false;
    await page.user.click(screen.getByRole("button", { name: /Retry|Try again/ }));
    expect(await options()).toHaveLength(1);
  });
});

it.each([
  [
    "the creator, even if no entry can win,",
    OWNER,
    /characters\. The participant sees this and your rating once there's a winner/,
  ],
  [
    "a co-judge",
    { ...OWNER, isOwner: false, isJudge: true },
    /The creator sees this and your rating right away, the participant once there's a winner/,
  ],
])("tells %s who reads their comment", async (_, viewer, hint) => {
  open({ contest: { viewer, may: { ...judge, declareWinner: deniedBecause("No entry can win.") } } });
  expect(await (await pane("Entry 412")).findByLabelText(/^Feedback for Entry 412/)).toHaveAccessibleDescription(hint);
});

describe("keyboard shortcuts", () => {
  it("navigate, rate, shortlist, search and show the help", async () => {
    const page = open();
    await pane("Entry 412");
    await page.user.keyboard("j");
    await pane("Entry 107");
    await page.user.keyboard("4");
    expect(await (await pane("Entry 107")).findByText("Saved")).toBeVisible();
    await page.user.keyboard("s");
    expect(await screen.findByRole("option", { name: "Entry 107, rated 4 out of 5, shortlisted" })).toBeVisible();
    expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(107), rating: 4 }]);
    expect(sentOf(page, shortlistEntry)).toEqual([{ entryId: sampleId(107), isShortlisted: true }]);
    await page.user.keyboard("k");
    await pane("Entry 412");
    await page.user.keyboard("/");
    expect(screen.getByLabelText("Search entries")).toHaveFocus();
    await page.user.tab();
    screen.getByRole("option", { name: /^Entry 412/ }).focus();
    await page.user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  });

  it("work on a Bangla keyboard", async () => {
    const page = open();
    await pane("Entry 412");
    fireEvent.keyDown(document.body, { key: "জ", code: "KeyJ" });
    await pane("Entry 107");
    fireEvent.keyDown(document.body, { key: "৩", code: "Digit3" });
    await waitFor(() => expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(107), rating: 3 }]));
  });

  it("ignore keys of input methods and browser shortcuts", async () => {
    const page = open();
    await pane("Entry 412");
    const row = screen.getByRole("option", { name: /^Entry 412/ });
    fireEvent.keyDown(row, { key: "ArrowDown", altKey: true });
    fireEvent.keyDown(row, { key: "ArrowDown", isComposing: true });
    expect(page.address()).not.toMatch(sampleId(107));
    fireEvent.keyDown(row, { key: "ArrowDown" });
    await pane("Entry 107");
  });

  it("apply to the entry navigated to, even before it is rendered", async () => {
    const page = open();
    await pane("Entry 412");
    await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === getJudgedEntry)).toHaveLength(2));
    await renderHydrated(async () => {
      for (const key of ["j", "4", "k", "2"]) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        // Browsers do not wait for rendering between two keys, except for synchronous updates.
        await Promise.resolve();
      }
    });
    await waitFor(() => expect(sentOf(page, rateEntry)).toHaveLength(2));
    expect(sentOf(page, rateEntry)).toEqual([
      { entryId: sampleId(107), rating: 4 },
      { entryId: sampleId(412), rating: 2 },
    ]);
  });

  describe("at the end of the loaded entries", () => {
    const FOUR = [...THREE, anEntryNumbered(555)];
    let pageCalls: (string | undefined)[];
    let answerNext: (rows: ContestEntry[] | "failed") => void;

    beforeEach(() => (pageCalls = []));
    /** Responds to calls for the second page once `answerNext` is called. */
    const openTwoPages = () =>
      open({
        entries: FOUR,
        answers: [
          {
            endpoint: listJudgedEntries,
            async answer({ query: { cursor } }) {
              pageCalls.push(cursor as string | undefined);
              const total = { "x-total-count": "4" };
              if (cursor === undefined)
                return {
                  status: 200,
                  data: THREE.map(toRow),
                  headers: { ...total, link: '</api/entries?cursor=second>; rel="next"' },
                };
              const rows = await new Promise<ContestEntry[] | "failed">((resolve) => (answerNext = resolve));
              return rows === "failed"
                ? { status: 400, data: { error: { code: "malformed", message: "No." } } }
                : { status: 200, data: rows.map(toRow), headers: total };
            },
          },
        ],
      });
    const atTheEnd = async () => {
      const page = openTwoPages();
      await pane("Entry 412");
      await page.user.keyboard("jj");
      await pane("Entry 733");
      await waitFor(() => expect(pageCalls).toEqual([undefined, "second"]));
      return page;
    };

    it.each(["j", "{ArrowDown}"])("remember %s until the next page is loaded", async (key) => {
      const page = await atTheEnd();
      screen.getByRole("option", { name: /^Entry 733/ }).focus();
      await page.user.keyboard(key);
      await act(async () => answerNext(FOUR.slice(3)));
      await pane("Entry 555");
      expect(page.address()).toMatch(sampleId(555));
    });

    it("rate nothing until the next entry is shown", async () => {
      const page = await atTheEnd();
      await page.user.keyboard("j4s");
      await act(async () => answerNext(FOUR.slice(3)));
      await pane("Entry 555");
      expect([sentOf(page, rateEntry), sentOf(page, shortlistEntry)]).toEqual([[], []]);
    });

    it("rate the open entry again once loading has failed", async () => {
      const page = await atTheEnd();
      await page.user.keyboard("j");
      await act(async () => answerNext("failed"));
      await page.user.keyboard("4");
      await waitFor(() => expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(733), rating: 4 }]));
    });

    it("stay at the open entry if they turned back", async () => {
      const page = await atTheEnd();
      await page.user.keyboard("jk");
      await act(async () => answerNext(FOUR.slice(3)));
      expect(await screen.findByRole("option", { name: /^Entry 555/ })).toBeVisible();
      expect(page.address()).toMatch(sampleId(733));
      await page.user.keyboard("4");
      await waitFor(() => expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(733), rating: 4 }]));
    });
  });

  it("keep a search submitted just before, and navigation just before a search", async () => {
    const page = open();
    await pane("Entry 412");
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    const box = screen.getByLabelText("Search entries");
    const search = () => box.closest("form")!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    fireEvent.change(box, { target: { value: "kite" } });
    await renderHydrated(async () => {
      search();
      press("j");
      await Promise.resolve();
    });
    await waitFor(() => expect(page.address()).toMatch(new RegExp(`\\?q=kite&entry=${sampleId(107)}$`)));
    expect(await options()).toHaveLength(3);
    fireEvent.change(box, { target: { value: "number" } });
    await renderHydrated(async () => {
      press("j");
      search();
      await Promise.resolve();
    });
    await waitFor(() => expect(page.address()).toMatch(new RegExp(`\\?q=number&entry=${sampleId(733)}$`)));
  });

  it("are typed as text inside fields", async () => {
    const page = open();
    const commentField = await (await pane("Entry 412")).findByLabelText(/^Feedback for Entry 412/);
    await page.user.type(commentField, "js 4 / ?");
    expect(commentField).toHaveValue("js 4 / ?");
    await page.user.type(screen.getByLabelText("Search entries"), "sj5?");
    expect(screen.getByLabelText("Search entries")).toHaveValue("sj5?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(sentOf(page, shortlistEntry)).toEqual([]);
    expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), word: "js 4 / ?" }]);
  });

  it("leave key combinations to the browser and can be disabled", async () => {
    const page = open();
    await pane("Entry 412");
    await page.user.keyboard("{Control>}5{/Control}{Alt>}s{/Alt}");
    await page.user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
    await page.user.click(await screen.findByRole("checkbox", { name: "Use single-key shortcuts on this page" }));
    await page.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await page.user.keyboard("5sj");
    expect([sentOf(page, rateEntry), sentOf(page, shortlistEntry)]).toEqual([[], []]);
    expect((await pane("Entry 412")).getByText("A kite number 412.")).toBeVisible();
  });
});

describe("rating and commenting", () => {
  it("clears a rating", async () => {
    const page = open({ entries: [anEntryNumbered(412, { ownRating: { rating: 2, word: "" } })] });
    const entry = await pane("Entry 412");
    expect(entry.getByRole("radio", { name: "2" })).toBeChecked();
    await page.user.click(entry.getByRole("button", { name: "Clear rating of Entry 412" }));
    await waitFor(() => expect(entry.getByRole("radio", { name: "2" })).not.toBeChecked());
    expect(entry.getByRole("radio", { name: "1" })).toHaveFocus();
    expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), rating: null }]);
  });

  it("saves a comment on blur and restores unsent text", async () => {
    const first = open();
    await first.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    expect(sentOf(first, rateEntry)).toEqual([]);
    expect(screen.getByRole("option", { name: "Entry 412, not rated, feedback not saved" })).toBeVisible();
    first.unmount();

    const page = open();
    const entry = await pane("Entry 412");
    const commentField = await entry.findByDisplayValue("A calm river");
    expect(entry.getByText("Not saved yet")).toBeVisible();
    await page.user.type(commentField, "!");
    await page.user.tab();
    expect(await entry.findByText("Saved")).toBeVisible();
    // The button reached with Tab is still there.
    expect(entry.getByRole("button", { name: "Save feedback" })).toHaveFocus();
    expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), word: "A calm river!" }]);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(await screen.findByRole("option", { name: "Entry 412, not rated, with feedback" })).toBeVisible();
  });

  it("saves a comment after a pause in typing", async () => {
    const page = open();
    await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    await waitFor(() => expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), word: "A calm river" }]), {
      timeout: 10_000,
    });
  });

  it("rejects feedback of 1,001 characters and accepts 1,000, counted as code points", async () => {
    const page = open();
    const entry = await pane("Entry 412");
    const commentField = await entry.findByLabelText(/^Feedback for/);
    fireEvent.change(commentField, { target: { value: "\u09dc".repeat(1001) } });
    fireEvent.blur(commentField);
    expect(await entry.findByText("Use at most 1000 characters")).toBeVisible();
    expect(sentOf(page, rateEntry)).toEqual([]);
    fireEvent.change(commentField, { target: { value: "🏆".repeat(1000) } });
    expect(entry.getByText(/^1,000 of 1,000 characters\./)).toBeVisible();
    fireEvent.blur(commentField);
    expect(await entry.findByText("Saved")).toBeVisible();
    expect(entry.queryByText("Use at most 1000 characters")).not.toBeInTheDocument();
    expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), word: "🏆".repeat(1000) }]);
  });

  it("keeps a comment that could not be saved after a reload", async () => {
    const first = open({ answers: [stubError(rateEntry, 503, "busy", "The site is busy.")] });
    await first.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    await first.user.click((await pane("Entry 412")).getByRole("button", { name: "Save feedback" }));
    expect((await screen.findAllByText(/The site is busy\./)).length).toBeGreaterThan(0);
    expect((await pane("Entry 412")).getByLabelText(/^Feedback for/)).toHaveValue("A calm river");
    first.unmount();

    open();
    expect(await (await pane("Entry 412")).findByDisplayValue("A calm river")).toBeVisible();
    expect((await pane("Entry 412")).getByText("Not saved yet")).toBeVisible();
  });

  describe("a removed comment", () => {
    /** A server that delays saving until released, and rejects it while it is down. */
    function openSlow() {
      const server = aServerWith(THREE);
      const rate = server.find(({ endpoint }) => endpoint === rateEntry)!;
      const pendingSaves: (() => void)[] = [];
      const site = { isDown: false, isSlow: true };
      const answer: Stub["answer"] = async (request) => {
        if (site.isSlow) await new Promise<void>((go) => pendingSaves.push(go));
        return site.isDown
          ? { status: 503, data: { error: { code: "busy", message: "The site is busy." } } }
          : rate.answer(request);
      };
      const page = open({ answers: [...server, { endpoint: rateEntry, answer }] });
      return { page, site, letGo: () => waitFor(() => pendingSaves.shift()!()) };
    }
    const sent = (...words: string[]) => words.map((word) => ({ entryId: sampleId(412), word }));

    it("is removed even while it is being saved", async () => {
      const { page, letGo } = openSlow();
      const entry = await pane("Entry 412");
      const commentField = await entry.findByLabelText(/^Feedback for/);
      await page.user.type(commentField, "A calm");
      await page.user.tab();
      expect(await entry.findByText("Saving…")).toBeVisible();
      // A comment being saved is not sent again.
      await page.user.click(commentField);
      await page.user.tab();
      await page.user.clear(commentField);
      await page.user.tab();
      await letGo();
      await letGo();
      expect(await entry.findByText("Saved")).toBeVisible();
      expect(commentField).toHaveValue("");
      expect(sentOf(page, rateEntry)).toEqual(sent("A calm", ""));
      expect(await screen.findByRole("option", { name: "Entry 412, not rated" })).toBeVisible();
      expect(sessionStorage).toHaveLength(0);
    });

    it.each([
      ["", "Entry 412, not rated"],
      ["A storm", "Entry 412, not rated, with feedback"],
    ])("does not reappear in a field that is being edited: %j", async (instead, then) => {
      const { page, site, letGo } = openSlow();
      const entry = await pane("Entry 412");
      const commentField = await entry.findByLabelText(/^Feedback for/);
      await page.user.type(commentField, "A calm");
      await page.user.tab();
      await page.user.clear(commentField);
      if (instead) await page.user.type(commentField, instead);
      site.isSlow = false;
      await letGo();
      expect(await entry.findByText("Not saved yet")).toBeVisible();
      expect(commentField).toHaveValue(instead);
      expect(
        await screen.findByRole("option", { name: "Entry 412, not rated, with feedback, feedback not saved" }),
      ).toBeVisible();
      await page.user.tab();
      expect(await entry.findByText("Saved")).toBeVisible();
      expect(sentOf(page, rateEntry)).toEqual(sent("A calm", instead));
      expect(await screen.findByRole("option", { name: then })).toBeVisible();
    });

    it("is removed even after visiting another entry", async () => {
      const { page, site, letGo } = openSlow();
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm");
      await page.user.click(screen.getByRole("option", { name: /^Entry 107/ }));
      await pane("Entry 107");
      await page.user.click(screen.getByRole("option", { name: /^Entry 412/ }));
      const entry = await pane("Entry 412");
      await page.user.clear(await entry.findByDisplayValue("A calm"));
      await page.user.tab();
      site.isSlow = false;
      await letGo();
      expect(await entry.findByText("Saved")).toBeVisible();
      expect(entry.getByLabelText(/^Feedback for/)).toHaveValue("");
      expect(sentOf(page, rateEntry)).toEqual(sent("A calm", ""));
      expect(await screen.findByRole("option", { name: "Entry 412, not rated" })).toBeVisible();
    });

    it("is not retried after it failed to save", async () => {
      const { page, site } = openSlow();
      Object.assign(site, { isSlow: false, isDown: true });
      const entry = await pane("Entry 412");
      const commentField = await entry.findByLabelText(/^Feedback for/);
      await page.user.type(commentField, "A calm");
      await page.user.tab();
      expect(await entry.findByText(/The site is busy\./)).toBeVisible();
      site.isDown = false;
      await page.user.clear(commentField);
      await page.user.tab();
      expect(await entry.findByText("Saved")).toBeVisible();
      expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
      expect(sentOf(page, rateEntry)).toEqual(sent("A calm", ""));
      // A saved comment is not sent again.
      await page.user.click(commentField);
      await page.user.tab();
      expect(sentOf(page, rateEntry)).toHaveLength(2);
    });
  });

  it("shows an unsent comment in the list and before choosing a winner", async () => {
    const first = open();
    await first.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    first.unmount();

    // After returning, another entry is open, whose form does not know about it.
    const page = open({ at: `?entry=${sampleId(107)}` });
    await pane("Entry 107");
    const unsent = "Entry 412, not rated, feedback not saved";
    expect(await screen.findByRole("option", { name: unsent })).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Pick as winner: Entry 107" }));
    expect(await screen.findByText(/Go back and save your feedback for Entry 412/)).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Go back" }));
    await page.user.click(await screen.findByRole("option", { name: unsent }));
    const entry = await pane("Entry 412");
    expect(await entry.findByDisplayValue("A calm river")).toBeVisible();
    await page.user.click(entry.getByRole("button", { name: "Save feedback" }));
    expect(await screen.findByRole("option", { name: "Entry 412, not rated, with feedback" })).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Pick as winner: Entry 412" }));
    await screen.findByRole("alertdialog");
    expect(screen.queryByText("Not everything is saved")).not.toBeInTheDocument();
  });

  it("shows the saved comment when returning to its entry", async () => {
    const page = open();
    await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    await page.user.click(screen.getByRole("option", { name: /^Entry 107/ }));
    expect(await (await pane("Entry 107")).findByLabelText(/^Feedback for/)).toHaveValue("");
    await page.user.click(await screen.findByRole("option", { name: "Entry 412, not rated, with feedback" }));
    expect(await (await pane("Entry 412")).findByLabelText(/^Feedback for/)).toHaveValue("A calm river");
    expect((await pane("Entry 412")).queryByText("Not saved yet")).not.toBeInTheDocument();
  });

  it("ends for former judges, who can copy their text but not retry", async () => {
    const denied = samplePermissions();
    let isSentAway = false;
    const response = {
      status: 409,
      data: {
        error: { code: "judges_no_more", message: "The creator of this contest withdrew your invitation to judge it." },
      },
    };
    const viewer = {
      isOwner: false,
      isJudge: true,
      hasJoined: false,
      paidAmount: null,
      hasSubmitted: false,
      leavesUntil: null,
      isWinner: false,
      isFollowing: false,
    };
    const details = () =>
      aContestDetails({
        phase: "judging",
        participantCount: 5,
        viewer: { ...viewer, isJudge: !isSentAway },
        may: isSentAway ? denied : samplePermissions({ readEntries: allowed, rateEntries: allowed }),
      });
    const [judging, list, one] = aServerWith(THREE);
    // An entry that is not in the list.
    const page = renderAt(`/dashboard/judging/${CONTEST}?q=733&entry=${sampleId(412)}`, CreatorRoutes, {
      session: { role: "user" },
      answers: [
        stub(getContestDetails, details),
        ...[judging!, list!, one!].map((original): Stub => ({
          ...original,
          answer: (request) =>
            isSentAway ? response : typeof original.answer === "function" ? original.answer(request) : original.answer,
        })),
        { endpoint: rateEntry, answer: () => response },
      ],
    });
    await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
    isSentAway = true;
    await page.user.tab();
    const end = within(
      (await screen.findByText("You're no longer a judge of this contest")).closest<HTMLElement>("[role=alert]")!,
    );
    expect(end.getByText(/withdrew your invitation/)).toBeVisible();
    expect(await end.findByLabelText("Your unsaved feedback for Entry 412")).toHaveValue("A calm river");
    expect(end.getByRole("link", { name: "Back to Judging" })).toHaveAttribute("href", "/dashboard/judging");
    for (const role of ["listbox", "progressbar", "radio"]) expect(screen.queryByRole(role)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  });

  it.each([["rating"], ["feedback"]])("lets feedback be copied if a %s fails because the entry moved", async (what) => {
    let hasMoved = false;
    const answers = aServerWith(THREE);
    const one = answers.find(({ endpoint }) => endpoint === getJudgedEntry)!;
    const refused = (status: number, code: string, message: string) => ({ status, data: { error: { code, message } } });
    const page = open({
      answers: [
        {
          ...one,
          answer: (request) =>
            hasMoved && request.params["entryId"] === sampleId(412)
              ? refused(404, "not_found", "We couldn't find that entry in this contest.")
              : typeof one.answer === "function"
                ? one.answer(request)
                : one.answer,
        },
        {
          endpoint: rateEntry,
          answer: () => refused(409, "assigned_to_others", "This entry is now assigned to another judge."),
        },
      ],
    });
    const field = await (await pane("Entry 412")).findByLabelText(/^Feedback for/);
    hasMoved = true;
    await page.user.type(field, "A calm river");
    if (what === "rating") await page.user.click((await pane("Entry 412")).getByRole("radio", { name: /^4/ }));
    else await page.user.tab();
    expect(await screen.findByLabelText("Your unsaved feedback for Entry 412")).toHaveValue("A calm river");
    expect(screen.getAllByText("This entry is now assigned to another judge.")[0]).toBeVisible();
    expect(screen.queryByLabelText(/^Feedback for/)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Retry|Try again/ })).not.toBeInTheDocument();
  });

  it("shows failed saves of other entries and offers a retry", async () => {
    let isDown = true;
    const down = {
      status: 503,
      data: { error: { code: "unavailable", message: "The site cannot reach its data right now." } },
    };
    const page = open({
      answers: [
        { endpoint: rateEntry, answer: () => (isDown ? down : { status: 200, data: { rating: 3, word: "" } }) },
      ],
    });
    await pane("Entry 412");
    await page.user.keyboard("3j");
    await pane("Entry 107");
    expect(await screen.findByText("Couldn't save your rating of Entry 412")).toBeVisible();
    expect(screen.getByRole("option", { name: "Entry 412, rated 3 out of 5, not saved" })).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Pick as winner: Entry 107" }));
    expect(await screen.findByText(/Go back and save your rating of Entry 412/)).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Go back" }));
    isDown = false;
    await page.user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText("Couldn't save your rating of Entry 412")).not.toBeInTheDocument());
    expect(sentOf(page, rateEntry)).toHaveLength(2);
  });

  describe("unsaved values after rating has closed", () => {
    const denied = (because: string) =>
      samplePermissions({ readEntries: allowed, rateEntries: deniedBecause(because) });
    const decided = {
      may: denied("The winner was chosen."),
      phase: "completed",
      viewer: OWNER,
      winner: { name: "Mina Das", photo: "", note: "", at: "2026-02-01T00:00:00.000Z", byAdmin: true },
    } as const;
    /** Rejects all saves; the page learns why from `end` when it refetches. */
    const openWithEnd = (end: Partial<ContestDetails>, given: Setup = {}) => {
      let isOver = false;
      const tooLate = () => ({
        status: 409,
        data: { error: { code: "winner_declared", message: "The winner was chosen already." } },
      });
      const page = open({
        ...given,
        answers: [
          stub(getContestDetails, () =>
            aContestDetails({ may: judge, phase: "judging", participantCount: 5, ...(isOver && end) }),
          ),
          { endpoint: rateEntry, answer: tooLate },
          { endpoint: shortlistEntry, answer: tooLate },
        ],
      });
      return Object.assign(page, {
        end: async () => {
          isOver = true;
          await act(() => queryClient.invalidateQueries());
        },
      });
    };
    const unsavedFeedback = (label: string) => screen.findByLabelText(`Your unsaved feedback for ${label}`);

    it("are reported as too late, and comments can be copied", async () => {
      const page = openWithEnd(decided);
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
      await page.user.click((await pane("Entry 412")).getByRole("radio", { name: /^4/ }));
      await page.end();
      const entry = await pane("Entry 412");
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
      expect(screen.getByRole("alert")).toHaveTextContent(
        "Too late to save your feedback for Entry 412, your rating of Entry 412The winner was chosen.",
      );
      expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
      expect(entry.queryByLabelText(/^Feedback for/)).not.toBeInTheDocument();
      expect(screen.getByRole("option", { name: /^Entry 412, not rated/ })).toBeVisible();
      page.unmount();
      queryClient.clear();

      const again = open({ contest: decided });
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
      await again.user.click(screen.getByRole("option", { name: /^Entry 107/ }));
      await pane("Entry 107");
      expect(screen.getAllByLabelText(/^Your unsaved feedback/)).toHaveLength(1);
    });

    it("are reported for a shortlisting too", async () => {
      const page = openWithEnd(decided);
      await page.user.click((await pane("Entry 412")).getByRole("button", { name: "Shortlist" }));
      expect(await (await pane("Entry 412")).findByText("Couldn't save")).toBeVisible();
      await page.end();
      expect(await screen.findByText("Too late to save your shortlisting of Entry 412")).toBeVisible();
      expect(screen.queryByLabelText(/^Your unsaved feedback/)).not.toBeInTheDocument();
    });

    it("use the author's name once names are shown", async () => {
      let label = "Entry 412";
      const entry = {
        ...THREE[0]!,
        get label() {
          return label;
        },
      };
      const page = openWithEnd(decided, { entries: [entry] });
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
      await page.user.tab();
      label = "Rafi Ahmed";
      await page.end();
      expect(await unsavedFeedback("Rafi Ahmed")).toHaveValue("A calm river");
      expect(screen.getByRole("alert")).toHaveTextContent("Too late to save your feedback for Rafi Ahmed");
    });

    it("are reported for entries hidden by another search, sent or not", async () => {
      const page = openWithEnd(decided);
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
      await page.user.click(screen.getByRole("option", { name: /^Entry 107/ }));
      await page.user.type(await (await pane("Entry 107")).findByLabelText(/^Feedback for/), "A steep hill");
      // The field is never left, as with the browser's Back.
      await act(() => page.go(`?q=733&entry=${sampleId(733)}`));
      await pane("Entry 733");
      await waitFor(async () => expect(await options()).toHaveLength(1));
      await page.end();
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
      expect(await unsavedFeedback("Entry 107")).toHaveValue("A steep hill");
      expect(screen.getByRole("alert")).toHaveTextContent(
        /^Too late to save your feedback for Entry 412, your feedback for Entry 107The/,
      );
    });

    it("are reported for an open entry not in the list, also after a reload", async () => {
      const at = `?q=733&entry=${sampleId(412)}`;
      const page = openWithEnd(decided, { at });
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
      await page.end();
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
      page.unmount();
      queryClient.clear();

      open({ contest: decided, at });
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
    });

    it("can be retried once the judge may rate again", async () => {
      const end: Partial<ContestDetails> = {
        may: denied("The creator has 14 days after the deadline to judge; after that an admin may."),
      };
      const page = openWithEnd(end);
      await page.user.type(await (await pane("Entry 412")).findByLabelText(/^Feedback for/), "A calm river");
      await page.user.tab();
      await page.end();
      expect(await unsavedFeedback("Entry 412")).toHaveValue("A calm river");
      expect(screen.getByRole("alert")).toHaveTextContent(
        "Couldn't save your feedback for Entry 412You can't rate right now. The creator has 14 days after the deadline to judge; after that an admin may.",
      );
      expect(screen.queryByText(/Too late/)).not.toBeInTheDocument();
      expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
      // The winner is overdue.
      end.may = judge;
      await page.end();
      const entry = await pane("Entry 412");
      expect(await entry.findByRole("button", { name: "Retry" })).toBeVisible();
      expect(await entry.findByLabelText(/^Feedback for/)).toHaveValue("A calm river");
      expect(screen.queryByLabelText(/^Your unsaved feedback/)).not.toBeInTheDocument();
    });
  });

  it("shows only the given rating once the winner is chosen", async () => {
    const may = samplePermissions({ readEntries: allowed, rateEntries: deniedBecause("The winner was chosen.") });
    const contest = {
      phase: "completed",
      may,
      viewer: OWNER,
      winner: { name: "Mina Das", photo: "", note: "", at: "2026-02-01T00:00:00.000Z", byAdmin: false },
    } as const;
    const entries = [
      aContestEntry({ ownRating: { rating: 4, word: "A calm river" } }),
      anEntryNumbered(107, { label: "Mina Das", isWinner: true }),
    ];
    const page = open({ contest, entries, areNamesHidden: false });
    const entry = await pane("Rafi Ahmed");
    expect(entry.getByText("You rated this entry 4 out of 5")).toBeVisible();
    expect(entry.getByText("A calm river")).toBeVisible();
    expect(screen.getByLabelText("Search entries and names")).toBeVisible();
    expect(
      within(screen.getByRole("option", { name: "Mina Das, winner, not rated" })).getByText("Winner"),
    ).toBeVisible();
    await page.user.click(screen.getByRole("option", { name: "Mina Das, winner, not rated" }));
    expect((await pane("Mina Das")).getByText("You didn't rate this entry.")).toBeVisible();
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Pick|Shortlist/ })).not.toBeInTheDocument();
    cleanup();
    // An admin without ratings sees nothing about them.
    open({ contest: { ...contest, viewer: null }, entries: [entries[1]!], areNamesHidden: false });
    expect((await pane("Mina Das")).queryByText(/rating/)).not.toBeInTheDocument();
  });

  it("shows the receipt behind a disclosure", async () => {
    const { user } = open();
    const entry = await pane("Entry 412");
    await user.click(entry.getByText("Receipt"));
    expect(entry.getByText(THREE[0]!.sha256)).toBeVisible();
  });
});

describe("choosing the winner", () => {
  it("is not offered for an entry whose author was blocked or removed", async () => {
    const { user } = open({ entries: [anEntryNumbered(412, { isAuthorAway: true }), anEntryNumbered(107)] });
    expect(
      (await pane("Entry 412")).getByText("The participant's account was blocked or removed, so this entry can't win."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /as the winner/ })).not.toBeInTheDocument();
    await user.keyboard("j");
    expect((await pane("Entry 107")).getByRole("button", { name: "Pick as winner: Entry 107" })).toBeVisible();
  });

  it("explains who is notified, requires a note, and sends it", async () => {
    const page = open({ answers: [stub(declareWinner, { modifiedCount: 1 })] });
    await pane("Entry 412");
    await page.user.keyboard("5");
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Pick Entry 412 as the winner?" }));
    expect(dialog.getByText(/^Entry 412 wins ৳25,000/)).toBeVisible();
    expect(dialog.getByText("We'll tell 4 other participants who won.")).toBeVisible();
    expect(dialog.getByText("Each participant sees your rating and feedback on their own entry.")).toBeVisible();
    expect(dialog.getByText("You'll see all names.")).toBeVisible();
    expect(dialog.getByText("You haven't rated 2 entries")).toBeVisible();
    await page.user.type(dialog.getByLabelText(/^Note/), "   ");
    await page.user.click(dialog.getByRole("button", { name: "Pick Entry 412 as the winner" }));
    expect(await dialog.findByText("Say in a sentence why this entry won")).toBeVisible();
    expect(sentOf(page, declareWinner)).toEqual([]);
    await page.user.clear(dialog.getByLabelText(/^Note/));
    await page.user.type(dialog.getByLabelText(/^Note/), "The finest fold");
    await page.user.click(dialog.getByRole("button", { name: "Pick Entry 412 as the winner" }));
    expect(await screen.findByText("Entry 412 is the winner")).toBeVisible();
    expect(sentOf(page, declareWinner)).toEqual([{ entryId: sampleId(412), note: "The finest fold" }]);
  });

  it("keeps the note and shows why if another winner was declared", async () => {
    const page = open({
      answers: [stubError(declareWinner, 409, "winner_declared", "A winner was declared already.")],
    });
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    await page.user.type(await screen.findByLabelText(/^Note/), "The finest fold");
    await page.user.click(screen.getByRole("button", { name: "Pick Entry 412 as the winner" }));
    expect(await screen.findByText("A winner was declared already.")).toBeVisible();
    expect(screen.getByLabelText(/^Note/)).toHaveValue("The finest fold");
    await page.user.click(screen.getByRole("button", { name: "Go back" }));
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    expect(await screen.findByLabelText(/^Note/)).toHaveValue("The finest fold");
  });

  it("applies to one entry: Back does not carry it or its note to another", async () => {
    const page = open();
    await page.user.click(await screen.findByRole("option", { name: /^Entry 107/ }));
    await pane("Entry 107");
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 107" }));
    await page.user.type(await screen.findByLabelText(/^Note/), "The finest fold");
    act(() => void page.go(-1));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    expect(await screen.findByLabelText(/^Note/)).toHaveValue("");
    await page.user.click(screen.getByRole("button", { name: "Go back" }));
    act(() => void page.go(1));
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 107" }));
    expect(await screen.findByLabelText(/^Note/)).toHaveValue("The finest fold");
  });

  it.each(["creator", "admin"] as const)("is offered only to a %s who may choose", async (role) => {
    const seen = (may: ContestDetails["may"]) =>
      renderAt(`/dashboard/contest_submitted/${CONTEST}`, CreatorRoutes, {
        session: { role },
        answers: [stub(getContestDetails, aContestDetails({ may, phase: "overdue" })), ...aServerWith(THREE)],
      });
    seen(judge);
    await pane("Entry 412");
    expect(screen.getByRole("button", { name: "Pick as winner: Entry 412" })).toBeVisible();
    cleanup();
    seen({ ...judge, declareWinner: deniedBecause("The winner of this contest was chosen already.") });
    await pane("Entry 412");
    expect(screen.queryByRole("button", { name: /^Pick/ })).not.toBeInTheDocument();
  });
});

describe("the files of an entry", () => {
  const poster = aFile({ _id: sampleId(41), name: "Entry 412, file 1.png" });
  const sources = aFile({
    _id: sampleId(43),
    name: "Entry 412, file 2.zip",
    kind: "zip",
    bytes: 3_000_000,
    width: null,
    height: null,
  });

  it("are shown large or listed to download; an open viewer captures the keys", async () => {
    const sketch = aFile({ _id: sampleId(42), name: "Entry 412, file 3.png" });
    const page = open({ entries: [anEntryNumbered(412, { files: [sketch, sources, poster] }), anEntryNumbered(107)] });
    const files = within(await screen.findByRole("list", { name: "Files of Entry 412" }));
    expect(files.getAllByRole("listitem")).toHaveLength(1);
    expect(files.getByText("ZIP, 2.9 MB")).toBeVisible();
    expect(files.getByRole("link", { name: "Download Entry 412, file 2.zip" })).toHaveAttribute(
      "href",
      `/api/entry-files/${sources._id}`,
    );
    const images = within(await screen.findByRole("group", { name: "Images of Entry 412" }));
    expect(images.getByText("1 of 2")).toBeVisible();
    expect(images.getByRole("button", { name: "Previous image" })).toBeDisabled();
    await page.user.click(images.getByRole("button", { name: "Next image" }));
    const look = screen.getByRole("button", { name: "Preview Entry 412, file 1.png" });
    fireEvent.error(look.querySelector("img")!);
    expect(look).toHaveTextContent("Couldn't show this image");
    await page.user.click(look);
    expect(await screen.findByRole("dialog", { name: "Entry 412, file 1.png" })).toBeVisible();
    await page.user.keyboard("j5");
    expect(sentOf(page, rateEntry)).toEqual([]);
    fireEvent.error(screen.getByRole("img", { name: "Entry 412, file 1.png" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't show this image");
    await page.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(look).toHaveFocus();
  });
});

describe("a text file", () => {
  it("is loaded when its preview is opened", async () => {
    const endpoint = { ...readEntryFile, path: `/api${readEntryFile.path}` as const };
    const notes = aFile({ _id: sampleId(44), name: "Entry 412, file 4.txt", kind: "text", width: null, height: null });
    const page = open({
      entries: [anEntryNumbered(412, { files: [notes] })],
      answers: [{ endpoint, answer: () => ({ status: 200, data: "Fold along the line." }) }],
    });
    const summary = await screen.findByText(/^Preview/);
    expect(page.calls.filter((call) => call.endpoint === endpoint)).toEqual([]);
    await page.user.click(summary);
    expect(await screen.findByRole("region", { name: "Entry 412, file 4.txt" })).toHaveTextContent(
      "Fold along the line.",
    );
  });
});

describe("the comparison", () => {
  const side = async (name: string) => within(await screen.findByRole("region", { name }));
  const compare = async (setup: Setup = {}) => {
    const page = open(setup);
    await page.user.click((await pane("Entry 412")).getByRole("button", { name: "Compare" }));
    await side("Second entry");
    return page;
  };

  it("shows an entry beside the next one and keeps both in the address", async () => {
    const page = await compare();
    expect(screen.getByRole("heading", { name: "Comparison" })).toHaveFocus();
    expect(page.address()).toMatch(`?entry=${sampleId(412)}&with=${sampleId(107)}`);
    expect(await (await side("First entry")).findByRole("article", { name: "Entry 412" })).toBeVisible();
    expect(await (await side("Second entry")).findByRole("article", { name: "Entry 107" })).toBeVisible();
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    const choice = (await side("Second entry")).getByRole("combobox", { name: "Second entry" });
    expect(within(choice).queryByRole("option", { name: "Entry 412" })).not.toBeInTheDocument();
    await page.user.selectOptions(choice, "Entry 733");
    expect(await (await side("Second entry")).findByRole("article", { name: "Entry 733" })).toBeVisible();
    await act(() => page.go(-1));
    await waitFor(() => expect(screen.getByRole("option", { name: /^Entry 412/ })).toBeVisible());
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("rates each entry on its own, by keys only where the focus is", async () => {
    const page = await compare();
    await page.user.keyboard("5");
    await page.user.click((await side("First entry")).getByRole("radio", { name: "2" }));
    await page.user.click((await side("Second entry")).getByRole("radio", { name: "3" }));
    await page.user.keyboard("4s");
    await waitFor(() =>
      expect(sentOf(page, shortlistEntry)).toEqual([{ entryId: sampleId(107), isShortlisted: true }]),
    );
    expect(sentOf(page, rateEntry)).toEqual([
      { entryId: sampleId(412), rating: 2 },
      { entryId: sampleId(107), rating: 3 },
      { entryId: sampleId(107), rating: 4 },
    ]);
    expect((await side("First entry")).getByRole("radio", { name: "2" })).toBeChecked();
    await page.user.keyboard("j");
    expect(await (await side("Second entry")).findByRole("article", { name: "Entry 733" })).toBeVisible();
  });

  it("picks either entry as the winner", async () => {
    const page = await compare();
    for (const label of ["Entry 412", "Entry 107"]) {
      await page.user.click(await screen.findByRole("button", { name: `Pick as winner: ${label}` }));
      expect(await screen.findByRole("alertdialog", { name: `Pick ${label} as the winner?` })).toBeVisible();
      await page.user.click(screen.getByRole("button", { name: "Go back" }));
    }
  });

  it("returns to the first entry", async () => {
    const page = await compare();
    await page.user.click(screen.getByRole("button", { name: "All entries" }));
    await waitFor(() => expect(screen.getByRole("option", { name: /^Entry 412/ })).toHaveFocus());
    expect(page.address()).not.toMatch(/with=/);
  });

  it("is not offered for a single entry", async () => {
    open({ entries: [anEntryNumbered(412)] });
    expect((await pane("Entry 412")).queryByRole("button", { name: "Compare" })).not.toBeInTheDocument();
  });
});

describe("the ranking", () => {
  const rated = (number: number, rating: number | null) =>
    anEntryNumbered(number, { ownRating: rating === null ? null : { rating, word: "" } });
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);

  it("sorts by the judge's rating, with ties, and links to the entries", async () => {
    const page = open({ entries: [rated(412, 2), rated(107, 5), rated(733, 2), rated(555, null)] });
    await page.user.click(await screen.findByRole("button", { name: "View ranking" }));
    expect(await screen.findByRole("table", { name: "Ranking" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Ranking" })).toHaveFocus();
    expect(cells()).toEqual([
      "1Entry 107 5/5",
      "2 (tied)Entry 412 2/5",
      "2 (tied)Entry 733 2/5",
      "Not rankedEntry 555 Not rated",
    ]);
    await page.user.click(screen.getByRole("link", { name: "Entry 733" }));
    await pane("Entry 733");
    expect(page.address()).toMatch(new RegExp(`\\?entry=${sampleId(733)}$`));
  });

  it("sorts by the average if there are other judges, and compares the top 2", async () => {
    const page = open({
      at: "?view=ranking",
      answers: [
        stub(getJudging, { entryCount: 2, ratedCount: 1, shortlistedCount: 0, areNamesHidden: true, seesJudges: true }),
        stub(listJudgedEntries, ({ query: { sort } }) =>
          sort === "mean"
            ? [
                { ...toRow(rated(107, 1)), mean: 3.5 },
                { ...toRow(rated(412, null)), mean: 2 },
              ]
            : THREE.map(toRow),
        ),
      ],
    });
    expect(await screen.findByRole("columnheader", { name: "Average rating" })).toBeVisible();
    expect(cells()).toEqual(["1Entry 107 3.5/51/5", "2Entry 412 2/5Not rated"]);
    await page.user.click(screen.getByRole("button", { name: "Compare the top 2" }));
    await waitFor(() => expect(page.address()).toMatch(`?entry=${sampleId(107)}&with=${sampleId(412)}`));
    await act(() => page.go(-1));
    expect(await screen.findByRole("table", { name: "Ranking" })).toBeVisible();
  });

  it("is offered until the contest is cancelled", async () => {
    open({ contest: { phase: "cancelled", may: samplePermissions({ readEntries: allowed }) }, at: "?view=ranking" });
    await pane("Entry 412");
    expect(screen.queryByRole("button", { name: "View ranking" })).not.toBeInTheDocument();
  });
});

describe("criteria", () => {
  const CRITERIA = ["It flies", "Paper alone", "Two colours"];
  const criteriaEntry = (given: Partial<ContestEntry> = {}) =>
    anEntryNumbered(412, { ownCriteria: [null, 4, null], ...given });
  const openWith = (
    given: Partial<ContestEntry> = {},
    answers: readonly Stub[] = [],
    contest: Partial<ContestDetails> = {},
  ) =>
    open({
      contest: { criteria: CRITERIA, ...contest },
      entries: [criteriaEntry(given), anEntryNumbered(107, { ownCriteria: [null, null, null] })],
      answers,
    });
  const rowOf = async (criterion: string) =>
    within((await pane("Entry 412")).getByRole("radiogroup", { name: criterion }));
  const checked = async () =>
    Promise.all(
      CRITERIA.map(
        async (criterion) =>
          (await rowOf(criterion)).queryByRole<HTMLInputElement>("radio", { checked: true })?.value ?? null,
      ),
    );

  it("are rated separately; their mean is the rating", async () => {
    const page = openWith();
    const entry = await pane("Entry 412");
    expect(entry.getByRole("group", { name: /^Your rating of Entry 412 by criterion/ })).toBeVisible();
    expect(entry.getByText("1 of 3 criteria rated")).toBeVisible();
    expect(await options()).toEqual(["Entry 412, 1 of 3 criteria rated", "Entry 107, not rated"]);
    await page.user.click((await rowOf("It flies")).getByRole("radio", { name: "5" }));
    expect(entry.getByText("2 of 3 criteria rated")).toBeVisible();
    await page.user.click((await rowOf("Two colours")).getByRole("radio", { name: "4" }));
    expect(entry.getByText("Your rating: 4.3 out of 5")).toBeVisible();
    expect(await entry.findByText("Saved")).toBeVisible();
    expect(sentOf(page, rateCriterion)).toEqual([
      { entryId: sampleId(412), position: 0, rating: 5 },
      { entryId: sampleId(412), position: 2, rating: 4 },
    ]);
    expect(sentOf(page, rateEntry)).toEqual([]);
    expect(await screen.findByRole("option", { name: "Entry 412, rated 4.3 out of 5" })).toBeVisible();
    expect(screen.getByRole("progressbar", { name: /1 of 2 rated/ })).toHaveValue(1);
  });

  it("are cleared together", async () => {
    const page = openWith({ ownCriteria: [5, 4, 4], ownRating: { rating: 4.3, word: "" } });
    const entry = await pane("Entry 412");
    await page.user.click(entry.getByRole("button", { name: "Clear rating of Entry 412" }));
    expect(entry.getByText("0 of 3 criteria rated")).toBeVisible();
    expect((await rowOf("It flies")).getByRole("radio", { name: "1" })).toHaveFocus();
    await waitFor(() => expect(sentOf(page, rateEntry)).toEqual([{ entryId: sampleId(412), rating: null }]));
    expect(entry.queryByRole("button", { name: /^Clear rating/ })).not.toBeInTheDocument();
    expect(await checked()).toEqual([null, null, null]);
    expect(await screen.findByRole("option", { name: "Entry 412, not rated" })).toBeVisible();
  });

  it("are rated by single keys, the first unrated one first", async () => {
    const page = openWith();
    await pane("Entry 412");
    await page.user.keyboard("53");
    expect(await checked()).toEqual(["5", "4", "3"]);
    // All are rated, so no key changes anything.
    await page.user.keyboard("1");
    await waitFor(() => expect(sentOf(page, rateCriterion)).toHaveLength(2));
    expect(await checked()).toEqual(["5", "4", "3"]);
    await page.user.keyboard("?");
    const keys = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    expect(keys.getByText("Rate the selected criterion, or the next unrated one")).toBeVisible();
  });

  it("are rated by single keys at the focus, which moves to the next unrated one", async () => {
    const page = openWith();
    (await rowOf("Paper alone")).getByRole("radio", { name: "4" }).focus();
    await page.user.keyboard("2");
    expect(await checked()).toEqual([null, "2", null]);
    expect((await rowOf("Two colours")).getByRole("radio", { name: "1" })).toHaveFocus();
    await page.user.keyboard("3");
    expect((await rowOf("It flies")).getByRole("radio", { name: "1" })).toHaveFocus();
    await page.user.keyboard("4");
    expect(await checked()).toEqual(["4", "2", "3"]);
    // The last one keeps the focus and can be corrected.
    await page.user.keyboard("1");
    expect(await checked()).toEqual(["1", "2", "3"]);
    await waitFor(() =>
      expect(sentOf(page, rateCriterion)).toMatchObject([
        { position: 1, rating: 2 },
        { position: 2, rating: 3 },
        { position: 0, rating: 4 },
        { position: 0, rating: 1 },
      ]),
    );
    expect((await pane("Entry 412")).getByText("Your rating: 2 out of 5")).toBeVisible();
  });

  it("show a failed save, keep the value, and do not resend the others", async () => {
    let isDown = false;
    const down = {
      status: 503,
      data: { error: { code: "unavailable", message: "The site cannot reach its data right now." } },
    };
    const original: (number | null)[] = [null, 4, null];
    const page = openWith({}, [
      {
        endpoint: rateCriterion,
        answer: ({ body }) => {
          if (isDown) return down;
          const { position, rating } = body as { position: number; rating: number };
          original[position] = rating;
          return { status: 200, data: { ownCriteria: original } };
        },
      },
      stub(getJudgedEntry, () => criteriaEntry({ ownCriteria: [...original] })),
    ]);
    const entry = await pane("Entry 412");
    await page.user.keyboard("5");
    expect(await entry.findByText("Saved")).toBeVisible();
    isDown = true;
    await page.user.keyboard("3");
    expect(await entry.findByRole("alert")).toHaveTextContent("The site cannot reach its data right now.");
    expect(await checked()).toEqual(["5", "4", "3"]);
    expect(screen.getByRole("option", { name: /^Entry 412, .*not saved$/ })).toBeVisible();
    isDown = false;
    await page.user.click(entry.getByRole("button", { name: "Retry" }));
    expect(await entry.findByText("Saved")).toBeVisible();
    expect(sentOf(page, rateCriterion)).toMatchObject([{ position: 0 }, { position: 2 }, { position: 2 }]);
  });

  it("keep an earlier overall rating until all are rated", async () => {
    const page = openWith({ ownRating: { rating: 2, word: "" } });
    const entry = await pane("Entry 412");
    expect(entry.getByText("Your rating: 2 out of 5").closest("p")).toHaveTextContent(
      "Your rating: 2 out of 5. It applies until every criterion is rated. 1 of 3 criteria rated",
    );
    expect(await options()).toEqual(["Entry 412, rated 2 out of 5", "Entry 107, not rated"]);
    await page.user.keyboard("55");
    expect(entry.getByText("Your rating: 4.7 out of 5").closest("p")).toHaveTextContent(/^Your rating: 4\.7 out of 5$/);
  });

  it("are absent if the contest has none", async () => {
    open();
    const entry = await pane("Entry 412");
    expect(entry.queryByText(/criteri/i)).not.toBeInTheDocument();
    expect(entry.getAllByRole("radio")).toHaveLength(5);
  });

  it("are mentioned when the winner is chosen", async () => {
    const page = openWith();
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    expect(
      await screen.findByText(
        "Each participant sees your rating and feedback on their own entry. Ratings by criterion are included.",
      ),
    ).toBeVisible();
    expect(screen.getByText(/^An entry counts as rated once every criterion is rated\./)).toBeVisible();
  });

  it("show their ratings once the winner is chosen", async () => {
    openWith({ ownRating: { rating: 4.3, word: "" } }, [], {
      phase: "completed",
      may: samplePermissions({ readEntries: allowed }),
    });
    const entry = await pane("Entry 412");
    expect(entry.getByText("You rated this entry 4.3 out of 5")).toBeVisible();
    expect(entry.getByText("Paper alone").closest("li")).toHaveTextContent("Paper alone: 4 out of 5");
    expect(entry.queryByText(/It flies/)).not.toBeInTheDocument();
  });
});

describe("awarding several prizes", () => {
  const morePrizes = [
    { name: "Second place", amount: 12_000 },
    { name: "Best line", amount: 0 },
  ];
  const FOUR = [
    ...THREE.map((entry, n) => ({ ...entry, ownRating: { rating: 3 + n / 2, word: "" } })),
    anEntryNumbered(555),
  ];
  const pick = async (page: ReturnType<typeof open>) => {
    await page.user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    return within(await screen.findByRole("alertdialog", { name: "Pick the winners?" }));
  };
  const offered = (select: HTMLElement) =>
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  const confirm = (page: ReturnType<typeof open>, dialog: Awaited<ReturnType<typeof pick>>) =>
    page.user.click(dialog.getByRole("button", { name: "Pick the winners" }));

  it("offers each entry once, best rated first, and sends all at once", async () => {
    const page = open({ contest: { morePrizes }, entries: FOUR, answers: [stub(declareWinner, { modifiedCount: 1 })] });
    const dialog = await pick(page);
    const second = await dialog.findByLabelText("Second place: ৳12,000");
    const line = dialog.getByLabelText("Best line");
    const all = ["Entry 733, rated 4 out of 5", "Entry 107, rated 3.5 out of 5", "Entry 555"];
    expect(offered(second)).toEqual(["Choose an entry", ...all]);
    await page.user.selectOptions(second, "Entry 107, rated 3.5 out of 5");
    expect(offered(line)).toEqual(["Choose an entry", all[0], all[2]]);
    await page.user.type(dialog.getByLabelText(/^Note/), "The finest fold");
    await confirm(page, dialog);
    expect(await dialog.findByText("Choose an entry for this prize")).toBeVisible();
    expect(sentOf(page, declareWinner)).toEqual([]);
    await page.user.selectOptions(line, "Entry 555");
    await confirm(page, dialog);
    expect(await screen.findByText("Winners picked")).toBeVisible();
    expect(sentOf(page, declareWinner)).toEqual([
      {
        entryId: sampleId(412),
        note: "The finest fold",
        placements: [
          { place: 2, entryId: sampleId(107) },
          { place: 3, entryId: sampleId(555) },
        ],
      },
    ]);
  });

  it("counts winners of further prizes out of the other participants", async () => {
    const page = open({ contest: { morePrizes, participantCount: 5 }, entries: FOUR });
    const dialog = await pick(page);
    await dialog.findByLabelText("Second place: ৳12,000");
    expect(dialog.getByText("We'll tell 2 other participants who won.")).toBeVisible();
  });

  it("says if prizes stay without a winner, and leaves out authors who can't win", async () => {
    const entries = [THREE[0]!, THREE[1]!, { ...THREE[2]!, isAuthorAway: true }];
    const page = open({ contest: { morePrizes }, entries, answers: [stub(declareWinner, { modifiedCount: 1 })] });
    const dialog = await pick(page);
    expect(
      await dialog.findByText(
        "There are more prizes than entries that can win, so the last prize stays without a winner.",
      ),
    ).toBeVisible();
    expect(offered(dialog.getByLabelText("Second place: ৳12,000"))).toEqual(["Choose an entry", "Entry 107"]);
    expect(offered(dialog.getByLabelText("Best line"))).toEqual(["No winner"]);
    expect(dialog.getByLabelText("Best line")).toBeDisabled();
    await page.user.type(dialog.getByLabelText(/^Note/), "The finest fold");
    await page.user.selectOptions(dialog.getByLabelText("Second place: ৳12,000"), "Entry 107");
    await confirm(page, dialog);
    await screen.findByText("Winners picked");
    expect(sentOf(page, declareWinner)).toMatchObject([{ placements: [{ place: 2, entryId: sampleId(107) }] }]);
  });

  it("keeps the choices and shows why if the prizes were awarded elsewhere", async () => {
    const page = open({
      contest: { morePrizes },
      entries: FOUR,
      answers: [stubError(declareWinner, 409, "winner_declared", "This contest already has a winner.")],
    });
    const dialog = await pick(page);
    await page.user.selectOptions(await dialog.findByLabelText("Second place: ৳12,000"), "Entry 555");
    await page.user.selectOptions(dialog.getByLabelText("Best line"), "Entry 733, rated 4 out of 5");
    await page.user.type(dialog.getByLabelText(/^Note/), "The finest fold");
    await confirm(page, dialog);
    expect(await dialog.findByText("This contest already has a winner.")).toBeVisible();
    expect(dialog.getByLabelText("Second place: ৳12,000")).toHaveDisplayValue("Entry 555");
  });

  it("shows who won which prize afterwards", async () => {
    open({
      contest: { morePrizes, phase: "completed", may: samplePermissions({ readEntries: allowed }) },
      entries: [anEntryNumbered(412, { isWinner: true }), anEntryNumbered(107, { prizeName: "Second place" })],
    });
    expect(await options()).toEqual([
      expect.stringContaining("winner"),
      expect.stringMatching(/^Entry 107, Second place/),
    ]);
  });
});

it("shows the answers to the entry form in their order, also while names are hidden", async () => {
  const answers: ContestEntry["answers"] = [
    { kind: "short", label: "Title", value: "A roof of books" },
    { kind: "several", label: "Materials", value: ["Bamboo", "Rope"] },
    { kind: "consent", label: "You may print it.", value: false },
  ];
  const entryFields = ["Title", "Size", "Materials", "You may print it."].map((label): EntryField => ({
    help: "",
    kind: "short",
    label,
    options: [],
    isRequired: false,
  }));
  open({ contest: { entryFields }, entries: [anEntryNumbered(412, { answers })] });
  const entry = await pane("Entry 412");
  await entry.findByText("A roof of books");
  expect(entry.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Title", "Size", "Materials", "You may print it."]),
  );
  expect(entry.getByText("No answer")).toBeVisible();
  expect(entry.getByText("Bamboo")).toBeVisible();
  expect(entry.getByText("No")).toBeVisible();
});
