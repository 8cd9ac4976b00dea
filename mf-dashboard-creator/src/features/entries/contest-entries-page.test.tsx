import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { listContestEntries, rateEntry, type EntryRating } from "@conquest/shared/contracts/entries";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aContestEntry, acts, aFile, allowed, aMyContest, refused, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";

const judge = acts({ readEntries: allowed, rateEntries: allowed, declareWinner: allowed, remove: { ...allowed, how: "cancel" } });
const rafisEntry = aContestEntry();
const minasEntry = aContestEntry({ _id: sampleId(22), text: "A paper boat.", link: "", name: "Mina Das" });

const open = (contest: Partial<ContestDetails>, role: "creator" | "admin" = "creator", ...answers: Stub[]) =>
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role },
    answers: [stub(getContestDetails, aContestDetails({ may: judge, ...contest })), stub(listContestEntries, [rafisEntry, minasEntry]), ...answers],
  });

beforeEach(() => sessionStorage.clear());

const choices = () => screen.queryAllByRole("button", { name: /^Choose .* as the winner$/ });

it("lists title, prize and status of one's contests, each leading to its entries", async () => {
  const contest = aMyContest({ phase: "judging", entryCount: 2, participantCount: 3, may: judge });
  renderAt("/dashboard/contest_submitted", CreatorRoutes, { session: { role: "creator" }, answers: [stub(listMyContests, [contest])] });
  expect(await screen.findByRole("heading", { name: "My Submitted Contests" })).toBeVisible();
  const row = await screen.findByRole("row", { name: /Posters for the book fair/ });
  expect(within(row).getByText("৳25,000")).toBeVisible();
  expect(within(row).getByText("Judging")).toBeVisible();
  expect(within(row).getByText("2 entries")).toBeVisible();
  expect(within(row).getByText("3 joined")).toBeVisible();
  expect(within(row).getByRole("link", { name: "Choose winner" })).toHaveAttribute("href", `/dashboard/contest_submitted/${contest._id}`);
});

it("shows what each person handed in", async () => {
  open({ phase: "judging" });
  const entry = within(await screen.findByRole("article", { name: "Entry of Rafi Ahmed" }));
  expect(entry.getByText("A poster with a reading tiger.")).toBeVisible();
  expect(entry.getByRole("link", { name: /poster\.pdf/ })).toHaveAttribute("rel", expect.stringContaining("nofollow"));
  expect(screen.getByRole("article", { name: "Entry of Mina Das" })).toBeVisible();
});

it.each(["creator", "admin"] as const)("offers the choice to a %s who may choose, and to no other", async (role) => {
  open({ phase: "overdue" }, role);
  await screen.findByRole("article", { name: "Entry of Rafi Ahmed" });
  expect(choices()).toHaveLength(2);
  cleanup();
  open({ phase: "overdue", may: { ...judge, declareWinner: refused("The winner of this contest was chosen already.") } }, role);
  await screen.findByRole("article", { name: "Entry of Rafi Ahmed" });
  expect(choices()).toHaveLength(0);
});

it("offers to read entries, not to choose, until one may", async () => {
  const contest = aMyContest({ phase: "overdue", entryCount: 2 });
  renderAt("/dashboard/contest_submitted", CreatorRoutes, { session: { role: "creator" }, answers: [stub(listMyContests, [contest])] });
  expect(await screen.findByRole("link", { name: "Entries" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Choose winner" })).not.toBeInTheDocument();
});

it("leads to a refund when nobody handed in anything before the deadline", async () => {
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [stub(getContestDetails, aContestDetails({ may: judge, phase: "judging" })), stub(listContestEntries, [])],
  });
  expect(await screen.findByText(/so there is nobody to choose/)).toBeVisible();
  expect(screen.getByRole("link", { name: "My Created Contests" })).toHaveAttribute("href", "/dashboard/my_created_contests");
  expect(screen.queryByText("Time to choose a winner")).toBeNull();
});

describe("without an entry", () => {
  const none = stub(listContestEntries, []);

  it("promises no refund of what was free", async () => {
    open({ phase: "judging", amountDue: 0 }, "creator", none);
    expect(await screen.findByText(/You can cancel the contest under/)).toBeVisible();
    expect(screen.queryByText(/refund/)).not.toBeInTheDocument();
  });

  it.each(["judging", "overdue"] as const)("says that nobody joined, and waits for no winner: %s", async (phase) => {
    open({ phase, participantCount: 0 }, "creator", none);
    expect(await screen.findByText(/^Nobody joined before the deadline/)).toBeVisible();
    expect(screen.queryByText(/winner is overdue|winner overdue|judging|Time to choose|refund/i)).not.toBeInTheDocument();
  });
});

it.each([
  [25_000, /Without a winner, everybody is refunded on 1 Mar 2026/],
  [0, /Without a winner, the contest ends on 1 Mar 2026/],
])("says what follows when the winner is overdue, where joining cost %i", async (amountDue, words) => {
  open({ phase: "overdue", refundAt: "2026-03-01T12:00:00.000Z", amountDue });
  expect(await screen.findByText(words)).toBeVisible();
});

it("declares one winner, with a note, after a question", async () => {
  const page = open({ phase: "judging" }, "creator", stub(declareWinner, { modifiedCount: 1 }));
  await page.user.click(await screen.findByRole("button", { name: "Choose Mina Das as the winner" }));
  expect(screen.getByText(/Mina Das wins ৳25,000/)).toBeVisible();
  await page.user.type(screen.getByLabelText(/Note/), "The finest fold");
  await page.user.click(screen.getByRole("button", { name: "Declare Mina Das the winner" }));
  expect(await screen.findByText("Mina Das is the winner")).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === declareWinner)?.body).toEqual({ entryId: sampleId(22), note: "The finest fold" });
});

it("has something to call an author who gave no name, also as the winner", async () => {
  const page = open({ phase: "judging" }, "creator", stub(listContestEntries, [aContestEntry({ name: "" })]), stub(declareWinner, { modifiedCount: 1 }));
  const entry = within(await screen.findByRole("article", { name: "Entry of Unnamed participant" }));
  expect(entry.getByRole("heading", { name: "Unnamed participant" })).toBeVisible();
  await page.user.type(await entry.findByLabelText(/^A word for Unnamed participant/), "Bold.");
  expect(entry.getByRole("group", { name: /^Your rating of the entry of Unnamed participant/ })).toBeVisible();
  await page.user.click(entry.getByRole("button", { name: "Choose Unnamed participant as the winner" }));
  const dialog = within(screen.getByRole("alertdialog", { name: "Choose Unnamed participant as the winner?" }));
  expect(dialog.getByText(/^Unnamed participant wins/)).toBeVisible();
  expect(dialog.getByText("Your word for Unnamed participant is not saved")).toBeVisible();
  await page.user.click(dialog.getByRole("button", { name: "Declare Unnamed participant the winner" }));
  expect(await screen.findByText("Unnamed participant is the winner")).toBeVisible();
  cleanup();
  open({ phase: "completed", winner: { name: "", photo: "", note: "", at: "2026-02-01T00:00:00.000Z" } });
  expect(await screen.findByText("Unnamed participant won this contest")).toBeVisible();
});

it("keeps the note and says why when somebody was faster", async () => {
  const page = open({ phase: "judging" }, "creator", refuse(declareWinner, 409, "winner_declared", "A winner was declared already."));
  await page.user.click(await screen.findByRole("button", { name: "Choose Mina Das as the winner" }));
  await page.user.type(screen.getByLabelText(/Note/), "The finest fold");
  await page.user.click(screen.getByRole("button", { name: "Declare Mina Das the winner" }));
  expect(await screen.findByText("A winner was declared already.")).toBeVisible();
  expect(screen.getByLabelText(/Note/)).toHaveValue("The finest fold");
});

it("shows the winner once there is one", async () => {
  open({ phase: "completed", winner: { name: "Mina Das", photo: "", note: "The finest fold", at: "2026-02-01T00:00:00.000Z" } });
  expect(await screen.findByText("Mina Das won this contest")).toBeVisible();
  expect(screen.getByText("The finest fold")).toBeVisible();
});

it("says that a contest of somebody else is not there", async () => {
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [refuse(getContestDetails, 404, "not_found", "No such contest."), refuse(listContestEntries, 404, "not_found", "No such contest.")],
  });
  expect(await screen.findByText("No such contest.")).toBeVisible();
});

describe("the files of an entry", () => {
  const poster = aFile({ _id: sampleId(41), name: "poster.png" });
  const sketch = aFile({ _id: sampleId(42), name: "sketch.jpg" });
  const sources = aFile({ _id: sampleId(43), name: "sources.zip", kind: "zip", bytes: 3_000_000, width: null, height: null });
  const openWithFiles = () => open({ phase: "judging" }, "creator", stub(listContestEntries, [{ ...rafisEntry, files: [poster, sources, sketch] }, minasEntry]));
  const list = async () => within(await screen.findByRole("list", { name: "Files of Rafi Ahmed" }));

  it("stand with it, each to be saved, and an entry without any says nothing of them", async () => {
    openWithFiles();
    const files = await list();
    expect(files.getByText("Zip, 2.9 MB")).toBeVisible();
    expect(files.getByRole("link", { name: "Save sources.zip" })).toHaveAttribute("href", `/api/entry-files/${sources._id}`);
    expect(files.getByRole("link", { name: "Save sources.zip" })).toHaveAttribute("download");
    expect(files.queryByRole("button", { name: /sources/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("list", { name: "Files of Mina Das" })).not.toBeInTheDocument();
  });

  it("show pictures small, and one at a time as large as there is room", async () => {
    const { user } = openWithFiles();
    const look = (await list()).getByRole("button", { name: "Look at poster.png" });
    expect(within(look).getByRole("presentation")).toHaveAttribute("src", `/api/entry-files/${poster._id}?w=320`);
    await user.click(look);
    const viewer = within(await screen.findByRole("dialog", { name: "poster.png" }));
    expect(viewer.getByRole("img", { name: "poster.png" })).toHaveAttribute("srcset", expect.stringContaining(`/api/entry-files/${poster._id}?w=1280 1280w`));
    expect(viewer.getByText("1 of 2")).toBeVisible();
    expect(viewer.getByRole("button", { name: "Previous picture" })).toBeDisabled();
    await user.click(viewer.getByRole("button", { name: "Next picture" }));
    expect(await screen.findByRole("img", { name: "sketch.jpg" })).toBeVisible();
    expect(viewer.getByRole("link", { name: "Save picture" })).toHaveAttribute("href", `/api/entry-files/${sketch._id}`);
    await user.keyboard("{ArrowLeft}");
    expect(await screen.findByRole("img", { name: "poster.png" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(look).toHaveFocus();
  });

  it("say so where a picture cannot be shown, and offer another try", async () => {
    const { user } = openWithFiles();
    const look = (await list()).getByRole("button", { name: "Look at poster.png" });
    fireEvent.error(within(look).getByRole("presentation"));
    expect(within(look).queryByRole("presentation")).not.toBeInTheDocument();
    await user.click(look);
    fireEvent.error(await screen.findByRole("img", { name: "poster.png" }));
    expect(screen.getByRole("alert")).toHaveTextContent("This picture could not be shown");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(screen.getByRole("img", { name: "poster.png" })).toBeVisible();
  });
});

describe("rating an entry", () => {
  const NO_LONGER = "The winner was chosen; what was said of the entries stays as it is.";
  const entryOf = async (name: string) => within(await screen.findByRole("article", { name: `Entry of ${name}` }));
  const ratingIn = (entry: ReturnType<typeof within>) => entry.findByRole("group", { name: /Your rating/ });

  /** The server's side of it: what was said of Rafi's entry. */
  function rated(before: EntryRating | null = null) {
    let said = before;
    return [
      stub(listContestEntries, () => [aContestEntry({ ownRating: said }), minasEntry]),
      stub(rateEntry, ({ body: { rating, word } }) => (said = { rating: rating === undefined ? (said?.rating ?? null) : rating, word: word ?? said?.word ?? "" })),
    ];
  }

  it("saves a rating as it is chosen, and says so", async () => {
    const page = open({ phase: "judging" }, "creator", ...rated());
    const entry = await entryOf("Rafi Ahmed");
    const rating = within(await ratingIn(entry));
    expect(rating.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual(["1", "2", "3", "4", "5"]);
    for (const radio of rating.getAllByRole("radio")) expect(radio).not.toBeChecked();
    await page.user.click(rating.getByRole("radio", { name: "4" }));
    expect(await rating.findByText("Saved")).toBeVisible();
    expect(rating.getByRole("radio", { name: "4" })).toBeChecked();
    await page.user.keyboard("{ArrowRight}");
    await waitFor(() => expect(page.calls.filter(({ endpoint }) => endpoint === rateEntry)).toHaveLength(2));
    expect(page.calls.filter(({ endpoint }) => endpoint === rateEntry)).toMatchObject([
      { params: { contestId: sampleId(1) }, body: { entryId: sampleId(21), rating: 4 } },
      { body: { entryId: sampleId(21), rating: 5 } },
    ]);
    expect(await rating.findByText("Saved")).toBeVisible();
    for (const radio of within(await ratingIn(await entryOf("Mina Das"))).getAllByRole("radio")) expect(radio).not.toBeChecked();
  });

  it("takes a rating back", async () => {
    const page = open({ phase: "judging" }, "creator", ...rated({ rating: 2, word: "" }));
    const rating = within(await ratingIn(await entryOf("Rafi Ahmed")));
    expect(rating.getByRole("radio", { name: "2" })).toBeChecked();
    await page.user.click(rating.getByRole("button", { name: "Take back your rating of the entry of Rafi Ahmed" }));
    expect(await rating.findByText("Saved")).toBeVisible();
    expect(rating.getByRole("radio", { name: "2" })).not.toBeChecked();
    expect(rating.getByRole("radio", { name: "1" })).toHaveFocus();
    expect(rating.queryByRole("button")).not.toBeInTheDocument();
    expect(page.calls.find(({ endpoint }) => endpoint === rateEntry)?.body).toEqual({ entryId: sampleId(21), rating: null });
  });

  it("says what kept a rating from being saved, and tries again", async () => {
    let isDown = true;
    const page = open({ phase: "judging" }, "creator", {
      endpoint: rateEntry,
      answer: () => (isDown ? { status: 503, data: { error: { code: "unavailable", message: "The site cannot reach its data right now." } } } : { status: 200, data: { rating: 3, word: "" } }),
    });
    const rating = within(await ratingIn(await entryOf("Rafi Ahmed")));
    await page.user.click(rating.getByRole("radio", { name: "3" }));
    expect(await rating.findByRole("alert")).toHaveTextContent("The site cannot reach its data right now.");
    expect(rating.getByRole("radio", { name: "3" })).toBeChecked();
    isDown = false;
    await page.user.click(rating.getByRole("button", { name: "Try again" }));
    expect(await rating.findByText("Saved")).toBeVisible();
    expect(rating.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("saves a word by its button, and keeps a draft until then", async () => {
    const first = open({ phase: "judging" }, "creator", ...rated());
    await first.user.type(await (await entryOf("Rafi Ahmed")).findByLabelText(/^A word for Rafi Ahmed/), "A calm river");
    expect((await entryOf("Rafi Ahmed")).getByText("Not saved yet")).toBeVisible();
    expect(first.calls.some(({ endpoint }) => endpoint === rateEntry)).toBe(false);
    first.unmount();

    const page = open({ phase: "judging" }, "creator", ...rated());
    const entry = await entryOf("Rafi Ahmed");
    expect(await entry.findByDisplayValue("A calm river")).toBeVisible();
    expect((await entryOf("Mina Das")).getByLabelText(/^A word for Mina Das/)).toHaveValue("");
    await page.user.click(entry.getByRole("button", { name: "Save your word for Rafi Ahmed" }));
    expect(await entry.findByText("Saved")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === rateEntry)?.body).toEqual({ entryId: sampleId(21), word: "A calm river" });
    expect(sessionStorage).toHaveLength(0);
  });

  it("loses no word that cannot be saved", async () => {
    const page = open({ phase: "judging" }, "creator", refuse(rateEntry, 409, "winner_declared", NO_LONGER));
    const entry = await entryOf("Rafi Ahmed");
    await page.user.type(await entry.findByLabelText(/^A word for/), "Bold.");
    await page.user.click(entry.getByRole("button", { name: /^Save your word/ }));
    expect(await entry.findByRole("alert")).toHaveTextContent(NO_LONGER);
    expect(entry.getByLabelText(/^A word for/)).toHaveValue("Bold.");
  });

  it("is not offered to whoever may not, who reads what was said once the winner is chosen", async () => {
    const may = acts({ readEntries: allowed, rateEntries: refused(NO_LONGER) });
    const over = { phase: "completed", may, winner: { name: "Mina Das", photo: "", note: "", at: "2026-02-01T00:00:00.000Z" } } as const;
    const said = [stub(listContestEntries, [aContestEntry({ ownRating: { rating: 4, word: "A calm river" } }), minasEntry])];
    open({ ...over, viewer: { isOwner: true, hasJoined: false, paidAmount: null, hasSubmitted: false, isWinner: false, isFollowing: false } }, "creator", ...said);
    const entry = await entryOf("Rafi Ahmed");
    expect(entry.getByText("You rated this entry 4 of 5")).toBeVisible();
    expect(entry.getByText("A calm river")).toBeVisible();
    expect((await entryOf("Mina Das")).getByText("You left no rating for this entry.")).toBeVisible();
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
    cleanup();
    // An admin who judged nothing has nothing to be told.
    open(over, "admin", stub(listContestEntries, [minasEntry]));
    expect((await entryOf("Mina Das")).queryByText(/rating/)).not.toBeInTheDocument();
  });

  it("is not offered while entries come in", async () => {
    open({ phase: "open", may: acts({ readEntries: allowed, rateEntries: refused("Entries can be rated once the deadline has passed.") }) });
    expect((await entryOf("Rafi Ahmed")).queryByText(/rating/)).not.toBeInTheDocument();
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  });

  it("is asked for before the choice, which ends it", async () => {
    const page = open({ phase: "judging" }, "creator", ...rated({ rating: 4, word: "" }));
    await page.user.type(await (await entryOf("Rafi Ahmed")).findByLabelText(/^A word for/), "Bold.");
    await page.user.click(await screen.findByRole("button", { name: "Choose Mina Das as the winner" }));
    expect(screen.getByText("Your word for Rafi Ahmed is not saved")).toBeVisible();
    expect(screen.getByText("1 entry has no rating and no word from you")).toBeVisible();
  });
});
