import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { declareWinner } from "@conquest/shared/contracts/winners";
import { listContestEntries } from "@conquest/shared/contracts/entries";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, acts, aFile, allowed, aMyContest, anEntry, refused, sampleId } from "@conquest/shared/testing/samples";
import { refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";

const judge = acts({ readEntries: allowed, declareWinner: allowed, remove: { ...allowed, how: "cancel" } });
const rafisEntry = { ...anEntry(), name: "Rafi Ahmed", photo: "", isWinner: false };
const minasEntry = { ...anEntry({ _id: sampleId(22), text: "A paper boat.", link: "" }), name: "Mina Das", photo: "", isWinner: false };

const open = (contest: Partial<ContestDetails>, role: "creator" | "admin" = "creator", ...answers: Stub[]) =>
  renderAt(`/dashboard/contest_submitted/${sampleId(1)}`, CreatorRoutes, {
    session: { role },
    answers: [stub(getContestDetails, aContestDetails({ may: judge, ...contest })), stub(listContestEntries, [rafisEntry, minasEntry]), ...answers],
  });

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

it("declares one winner, with a note, after a question", async () => {
  const page = open({ phase: "judging" }, "creator", stub(declareWinner, { modifiedCount: 1 }));
  await page.user.click(await screen.findByRole("button", { name: "Choose Mina Das as the winner" }));
  expect(screen.getByText(/Mina Das wins ৳25,000/)).toBeVisible();
  await page.user.type(screen.getByLabelText(/Note/), "The finest fold");
  await page.user.click(screen.getByRole("button", { name: "Declare Mina Das the winner" }));
  expect(await screen.findByText("Mina Das is the winner")).toBeVisible();
  expect(page.calls.find(({ endpoint }) => endpoint === declareWinner)?.body).toEqual({ entryId: sampleId(22), note: "The finest fold" });
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
