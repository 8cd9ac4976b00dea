import { fireEvent, screen, within } from "@testing-library/react";
import type { CreatorRecord } from "@conquest/shared/contracts/contests";
import { getContestDetails, getCreator, listCreatorContests } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, aContestDetails, aCreatorRecord, sampleId } from "@conquest/shared/testing/samples";
import { answerWith, refuse, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const PATH = `/creators/${sampleId(11)}`;
const NEW = aCreatorRecord({ run: 1, concluded: 0, cancelled: 0, daysToResult: null });

const aCreator = (record: CreatorRecord = aCreatorRecord(), name = "Nadia Rahman") =>
  stub(getCreator, { _id: sampleId(11), name, photo: "", since: "2025-03-31T23:30:00.000Z", record });
const seen = (...answers: Stub[]) =>
  renderAt(PATH, PublicRoutes, { session: "signed-out", answers: [stub(listCreatorContests, []), ...answers] });

/** Names and values in the order in which they stand. */
const facts = (place: HTMLElement) =>
  within(place)
    .getAllByRole("term")
    .map((term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`);

describe("a creator's page", () => {
  it("says who it is, since when, what became of their contests and which there are", async () => {
    seen(
      aCreator(aCreatorRecord({ run: 1200, endedWithoutWinner: 2 })),
      stub(listCreatorContests, [
        aContest({ name: "First" }),
        aContest({ _id: sampleId(2), name: "Second", phase: "completed" }),
      ]),
    );
    expect(await screen.findByRole("heading", { level: 1, name: "Nadia Rahman" })).toBeVisible();
    expect(document.title).toBe("Nadia Rahman | Conquest");
    expect(screen.getByText(/On Conquest since/)).toHaveTextContent("On Conquest since Mar 2025");
    expect(facts(screen.getByRole("region", { name: "What became of their contests" }))).toEqual([
      "Contests run: 1,200",
      "Concluded: 6",
      "Time to result: About 2 days",
      "Cancelled: 3",
      "Of these, no winner in time: 2",
    ]);
    const contests = screen.getByRole("region", { name: "Contests" });
    expect(
      (await within(contests).findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent),
    ).toEqual(["First", "Second"]);
    expect(within(contests).getByText(/costs as much as the prize/)).toBeVisible();
  });

  it.each([
    [0.4, "Under a day"],
    [1.2, "About 1 day"],
    [13.6, "About 14 days"],
    [null, "None yet"],
  ])("of a mean of %s days says %s", async (daysToResult, said) => {
    seen(aCreator(aCreatorRecord({ daysToResult })));
    expect(await screen.findByText(said)).toBeVisible();
  });

  it("says of who is new that this is their first contest, and holds nothing against them", async () => {
    seen(aCreator(NEW));
    expect(await screen.findByText("First contest.")).toBeVisible();
    expect(screen.queryByRole("term")).not.toBeInTheDocument();
  });

  it("shows what became of a first contest that was cancelled", async () => {
    seen(aCreator({ ...NEW, cancelled: 1 }));
    expect(facts(await screen.findByRole("region", { name: "What became of their contests" }))).toContain(
      "Cancelled: 1",
    );
    expect(screen.queryByText("First contest.")).not.toBeInTheDocument();
  });

  it("is there of somebody without a name", async () => {
    seen(aCreator(NEW, ""));
    expect(await screen.findByRole("heading", { level: 1, name: "A creator without a name" })).toBeVisible();
  });

  it("says in the page that there is none, and where to go", async () => {
    seen(refuse(getCreator, 404, "not_found", "No such creator."));
    expect(await screen.findByRole("heading", { level: 1, name: "Creator not found" })).toBeVisible();
    expect(screen.getByRole("link", { name: "See all contests" })).toHaveAttribute("href", "/all_contests");
  });

  it("offers another try where the creator or the contests could not be loaded", async () => {
    seen(refuse(getCreator, 500, "unexpected", "Something broke."));
    const retry = await screen.findByRole("button", { name: "Retry" });
    answerWith([aCreator(), refuse(listCreatorContests, 500, "unexpected", "Something broke.")]);
    fireEvent.click(retry);
    const contests = await screen.findByRole("region", { name: "Contests" });
    const again = await within(contests).findByRole("button", { name: "Retry" });
    answerWith([aCreator(), stub(listCreatorContests, [aContest({ name: "There after all" })])]);
    fireEvent.click(again);
    expect(await within(contests).findByRole("heading", { name: "There after all" })).toBeVisible();
  });
});

describe("the page of a contest", () => {
  const at = (creator: object) =>
    renderAt(`/contest-details/${sampleId(1)}`, PublicRoutes, {
      session: "signed-out",
      answers: [stub(getContestDetails, aContestDetails({ creator: { ...aContestDetails().creator, ...creator } }))],
    });
  const record = async () =>
    within(await screen.findByRole("complementary", { name: "Taking part" })).getByRole("region", {
      name: "The creator’s record",
    });

  it("has the creator's record beside Register, and leads to their page", async () => {
    at({});
    expect(facts(await record())).toEqual([
      "Contests run: 9",
      "Concluded: 6",
      "Time to result: About 2 days",
      "Cancelled: 1",
    ]);
    expect(within(await record()).getByRole("link", { name: "All of this creator’s contests" })).toHaveAttribute(
      "href",
      PATH,
    );
    expect(screen.getByRole("link", { name: "Nadia Rahman" })).toHaveAttribute("href", PATH);
  });

  it("leads nowhere where the creator has no page, and says of a first contest that it is one", async () => {
    at({ publicId: null, record: { ...NEW, run: 0 } });
    expect(await record()).toHaveTextContent("First contest.");
    expect(screen.queryByRole("link", { name: "Nadia Rahman" })).not.toBeInTheDocument();
    expect(within(await record()).getByText("Nadia Rahman")).toBeVisible();
    expect(within(await record()).queryByRole("link")).not.toBeInTheDocument();
  });
});
