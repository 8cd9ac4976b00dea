import { fireEvent, screen, within } from "@testing-library/react";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { getContestDetails, getCreator, listCreatorContests } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, aContestDetails, aCreatorRecord, sampleId } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const PATH = `/creators/${sampleId(11)}`;
const NEW = aCreatorRecord({ run: 1, concluded: 0, cancelled: 0, daysToResult: null });

const aCreator = (record: CreatorRecord = aCreatorRecord(), name = "Nadia Rahman") =>
  stub(getCreator, { _id: sampleId(11), name, photo: "", since: "2025-03-31T23:30:00.000Z", record });
const renderPage = (...answers: Stub[]) =>
  renderAt(PATH, PublicRoutes, { session: "signed-out", answers: [stub(listCreatorContests, []), ...answers] });

const facts = (element: HTMLElement) =>
  within(element)
    .getAllByRole("term")
    .map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`);

describe("the creator page", () => {
  it("shows name, member since, track record and contests", async () => {
    renderPage(
      aCreator(aCreatorRecord({ run: 1200, endedWithoutWinner: 2, prizes: { delivered: 7, of: 7, days: 3 } })),
      stub(listCreatorContests, [
        aContest({ name: "First" }),
        aContest({ _id: sampleId(2), name: "Second", phase: "completed" }),
      ]),
    );
    expect(await screen.findByRole("heading", { level: 1, name: "Nadia Rahman" })).toBeVisible();
    expect(document.title).toBe("Nadia Rahman | Conquest");
    expect(screen.getByText(/On Conquest since/)).toHaveTextContent("On Conquest since Mar 2025");
    expect(facts(screen.getByRole("region", { name: "Track record" }))).toEqual([
      "Contests run: 1,200",
      "Completed: 6",
      "Time to result: About 2 days",
      "Prizes delivered: 7 of 7, usually within 3 days",
      "Cancelled: 3",
      "Cancelled without a winner: 2",
    ]);
    const contests = screen.getByRole("region", { name: "Contests" });
    expect(
      (await within(contests).findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent),
    ).toEqual(["First", "Second"]);
    expect(within(contests).getByText(/entry fee equals the prize/)).toBeVisible();
    expect(within(contests).getByRole("link", { name: /feed reader/ })).toHaveAttribute(
      "href",
      `/feeds/creators/${sampleId(11)}.atom`,
    );
  });

  it.each([
    [0.4, "Under a day"],
    [1.2, "About 1 day"],
    [13.6, "About 14 days"],
    [null, "None yet"],
  ])("shows a mean of %s days as %s", async (daysToResult, text) => {
    renderPage(aCreator(aCreatorRecord({ daysToResult })));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("marks a new creator's first contest without listing facts", async () => {
    renderPage(aCreator(NEW));
    expect(await screen.findByText("First contest.")).toBeVisible();
    expect(screen.queryByRole("term")).not.toBeInTheDocument();
  });

  it("shows the track record if the first contest was cancelled", async () => {
    renderPage(aCreator({ ...NEW, cancelled: 1 }));
    expect(facts(await screen.findByRole("region", { name: "Track record" }))).toContain("Cancelled: 1");
    expect(screen.queryByText("First contest.")).not.toBeInTheDocument();
  });

  it("shows a creator without a name", async () => {
    renderPage(aCreator(NEW, ""));
    expect(await screen.findByRole("heading", { level: 1, name: "Unnamed creator" })).toBeVisible();
  });

  it("shows that a creator is missing, with a link to all contests", async () => {
    renderPage(stubError(getCreator, 404, "not_found", "No such creator."));
    expect(await screen.findByRole("heading", { level: 1, name: "Creator not found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "See all contests" })).toHaveAttribute("href", "/all_contests");
  });

  it("offers retries for the creator and for the contests", async () => {
    renderPage(stubError(getCreator, 500, "unexpected", "Something broke."));
    const retry = await screen.findByRole("button", { name: "Retry" });
    installStubs([aCreator(), stubError(listCreatorContests, 500, "unexpected", "Something broke.")]);
    fireEvent.click(retry);
    const contests = await screen.findByRole("region", { name: "Contests" });
    const again = await within(contests).findByRole("button", { name: "Retry" });
    installStubs([aCreator(), stub(listCreatorContests, [aContest({ name: "There after all" })])]);
    fireEvent.click(again);
    expect(await within(contests).findByRole("heading", { name: "There after all" })).toBeVisible();
  });
});

describe("the contest page", () => {
  const at = (creator: object) =>
    renderAt(`/contest-details/${sampleId(1)}`, PublicRoutes, {
      session: "signed-out",
      answers: [stub(getContestDetails, aContestDetails({ creator: { ...aContestDetails().creator, ...creator } }))],
    });
  const record = async () =>
    within(await screen.findByRole("complementary", { name: "Join this contest" })).getByRole("region", {
      name: "The creator’s track record",
    });

  it("shows the creator's record beside Register, linked to the creator page", async () => {
    at({ record: aCreatorRecord({ prizes: { delivered: 0, of: 1, days: null } }) });
    expect(facts(await record())).toEqual([
      "Contests run: 9",
      "Completed: 6",
      "Time to result: About 2 days",
      "Prizes delivered: 0 of 1",
      "Cancelled: 1",
    ]);
    expect(within(await record()).getByRole("link", { name: "All of this creator’s contests" })).toHaveAttribute(
      "href",
      PATH,
    );
    expect(screen.getByRole("link", { name: "Nadia Rahman" })).toHaveAttribute("href", PATH);
  });

  it("shows no link if the creator has no page, and marks a first contest", async () => {
    at({ publicId: null, record: { ...NEW, run: 0 } });
    expect(await record()).toHaveTextContent("First contest.");
    expect(screen.queryByRole("link", { name: "Nadia Rahman" })).not.toBeInTheDocument();
    expect(within(await record()).getByText("Nadia Rahman")).toBeVisible();
    expect(within(await record()).queryByRole("link")).not.toBeInTheDocument();
  });
});
