import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { listJudges } from "@conquest/shared/contracts/judging/judges";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import {
  assignEntries,
  endRecusal,
  getJudgingPlan,
  listEntryJudges,
  listRecusals,
  recuse,
  setEntryJudges,
  setRatingsDate,
  type JudgingPlan,
} from "@conquest/shared/contracts/judging/planning";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  aContestEntry,
  aContestJudge,
  aJudgedEntry,
  allowed,
  deniedBecause,
  sampleId,
  samplePermissions,
} from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";

const VIEWER = {
  isOwner: true,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};
const owns = samplePermissions({
  readEntries: allowed,
  rateEntries: allowed,
  declareWinner: allowed,
  planJudging: allowed,
});
const judges = samplePermissions({ readEntries: allowed, rateEntries: allowed, recuse: allowed });
const judge = aContestJudge({ state: "accepted", name: "Mina Das", ratedCount: 3 });
const counts = { entryCount: 2, ratedCount: 0, shortlistedCount: 0, areNamesHidden: true, seesJudges: true };

const aPlan = (overrides: Partial<JudgingPlan> = {}): JudgingPlan => ({
  judgesPerEntry: null,
  ratingsDueAt: null,
  shortCount: 0,
  recusalCount: 0,
  judges: [{ _id: judge._id, name: "Mina Das", assignedCount: 15, ratedCount: 12, recusedCount: 0 }],
  may: { plan: allowed },
  ...overrides,
});

interface Setup {
  plan?: Partial<JudgingPlan>;
  judging?: object;
  details?: Partial<ContestDetails>;
  as?: "owner" | "judge";
}

function open({ plan, judging, details, as = "owner" }: Setup, ...answers: Stub[]) {
  const isOwner = as === "owner";
  return renderAt(`/dashboard/${isOwner ? "contest_submitted" : "judging"}/${sampleId(1)}`, CreatorRoutes, {
    session: { role: isOwner ? "creator" : "user" },
    answers: [
      stub(
        getContestDetails,
        aContestDetails({
          may: isOwner ? owns : judges,
          phase: "judging",
          viewer: { ...VIEWER, isOwner, isJudge: !isOwner },
          deadline: "2026-03-02T08:00:00.000Z",
          winnerDueAt: "2026-03-16T08:00:00.000Z",
          ...details,
        }),
      ),
      stub(getJudging, { ...counts, ...judging }),
      stub(listJudgedEntries, [
        aJudgedEntry({ label: "Entry 412", mean: 3.5, corrected: 3.9 }),
        aJudgedEntry({ _id: sampleId(22), label: "Entry 107", mean: 3, corrected: 2.8 }),
      ]),
      stub(getJudgedEntry, ({ params }) =>
        aContestEntry({
          _id: params.entryId,
          label: params.entryId === sampleId(22) ? "Entry 107" : "Entry 412",
          name: "",
          judges: isOwner
            ? {
                mean: 3.5,
                ratingCount: 2,
                corrected: 3.9,
                uncorrectedCount: 1,
                criteriaMeans: [],
                others: [
                  { by: "judge", name: "Mina Das", rating: 3.5, word: "", criteria: [] },
                  { by: "judge", name: "Ali Khan", rating: null, word: "", criteria: [], isRecused: true },
                ],
              }
            : null,
        }),
      ),
      stub(listJudges, { judges: [judge], may: { invite: allowed } }),
      stub(getJudgingPlan, aPlan(plan)),
      ...answers,
    ],
  });
}

const panel = async () => within(await screen.findByRole("region", { name: "Judges" }));

describe("the judging plan", () => {
  it("shows each judge's progress and recusals", async () => {
    const mina = aPlan().judges[0]!;
    open({ plan: { judgesPerEntry: 2, shortCount: 1, judges: [{ ...mina, recusedCount: 1 }] } });
    const shown = await panel();
    expect(await shown.findByText("12 of 15 rated, 1 recused")).toBeVisible();
    expect(await shown.findByText("Each entry is assigned to 2 judges.")).toBeVisible();
    expect(shown.getByText(/^1 entry has fewer judges/)).toBeVisible();
  });

  it("says before a judge has accepted when it can be made", async () => {
    const invited = aContestJudge({ state: "invited", name: "Mina Das" });
    open({}, stub(listJudges, { judges: [invited], may: { invite: allowed } }));
    const shown = await panel();
    expect(await shown.findByText(/^Once a judge has accepted, you can assign entries/)).toBeVisible();
    expect(shown.queryByRole("button", { name: "Assign entries" })).not.toBeInTheDocument();
  });

  it("names judges with entries to rate before the winner is picked", async () => {
    const [mina] = aPlan().judges as [JudgingPlan["judges"][number]];
    const done = { ...mina, _id: sampleId(31), name: "Ali Khan", ratedCount: 15 };
    const { user } = open({ plan: { judges: [mina, done] } });
    await user.click(await screen.findByRole("button", { name: "Pick as winner: Entry 412" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(await dialog.findByText("1 judge still has entries to rate")).toBeVisible();
    expect(dialog.getByText(/12 of 15 rated/)).toHaveTextContent("Mina Das: 12 of 15 rated");
    expect(dialog.queryByText(/Ali Khan/)).not.toBeInTheDocument();
  });

  it("shows only what was rated before the deadline and with older servers", async () => {
    const mina = aPlan().judges[0]!;
    const page = open({ plan: { judges: [{ ...mina, assignedCount: 0, ratedCount: 0 }] } });
    expect(await (await panel()).findByText("3 rated")).toBeVisible();
    page.unmount();
    const { planJudging: _, ...older } = owns;
    open({ details: { may: older } });
    expect(await (await panel()).findByText("3 rated")).toBeVisible();
    expect(screen.queryByText("All judges rate every entry.")).not.toBeInTheDocument();
  });

  it("assigns entries to a number of judges", async () => {
    let plan = aPlan();
    const page = open(
      {},
      stub(getJudgingPlan, () => plan),
      stub(assignEntries, ({ body }) => (plan = aPlan({ judgesPerEntry: body.judgesPerEntry }))),
    );
    await page.user.click(await (await panel()).findByRole("button", { name: "Assign entries" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Assign entries" }));
    expect(dialog.getByLabelText("Judges per entry")).toHaveValue("all");
    await page.user.selectOptions(dialog.getByLabelText("Judges per entry"), "1");
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await (await panel()).findByText("Each entry is assigned to 1 judge.")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === assignEntries)?.body).toEqual({ judgesPerEntry: 1 });
  });

  it("shows why the plan can't be changed", async () => {
    const page = open({}, stubError(assignEntries, 409, "winner_declared", "The winner was picked."));
    await page.user.click(await (await panel()).findByRole("button", { name: "Assign entries" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Assign entries" }));
    await page.user.selectOptions(dialog.getByLabelText("Judges per entry"), "1");
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("The winner was picked.");
  });

  it("has no buttons once the contest is decided", async () => {
    open({ plan: { may: { plan: deniedBecause("The winner was picked.") } } });
    expect(await (await panel()).findByText("All judges rate every entry.")).toBeVisible();
    expect((await panel()).queryByRole("button", { name: "Assign entries" })).not.toBeInTheDocument();
  });

  it("offers no date once the winner is overdue", async () => {
    open({ details: { phase: "overdue" } });
    expect(await (await panel()).findByText("No date for ratings.")).toBeVisible();
    expect((await panel()).getByRole("button", { name: "Assign entries" })).toBeVisible();
    expect((await panel()).queryByRole("button", { name: "Set a date" })).not.toBeInTheDocument();
  });

  it("sets and removes the date for ratings", async () => {
    let plan = aPlan();
    const page = open(
      {},
      stub(getJudgingPlan, () => plan),
      stub(setRatingsDate, ({ body }) => (plan = aPlan({ ratingsDueAt: body.ratingsDueAt }))),
    );
    await page.user.click(await (await panel()).findByRole("button", { name: "Set a date" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Date for ratings" }));
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("This field is required")).toBeVisible();
    fireEvent.change(dialog.getByLabelText(/^Ask judges/), { target: { value: "2026-03-09" } });
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await (await panel()).findByText(/^Ratings are due/)).toBeVisible();
    const sent = page.calls.find(({ endpoint }) => endpoint === setRatingsDate)?.body as { ratingsDueAt: string };
    expect(new Date(sent.ratingsDueAt)).toEqual(new Date(2026, 2, 9, 23, 59));
    await page.user.click((await panel()).getByRole("button", { name: "Change the date" }));
    await page.user.click(await screen.findByRole("button", { name: "Remove the date" }));
    expect(await (await panel()).findByText("No date for ratings.")).toBeVisible();
  });

  it("lists recusals with reasons, and asks a judge again", async () => {
    const recusal = {
      entryId: sampleId(22),
      label: "Entry 107",
      judgeId: judge._id,
      judgeName: "Mina Das",
      reason: "I taught the author.",
      at: "2026-03-03T08:00:00.000Z",
    };
    let recusals = [recusal];
    const page = open(
      { plan: { recusalCount: 1 } },
      stub(listRecusals, () => recusals),
      stub(endRecusal, () => {
        recusals = [];
        return { modifiedCount: 1 };
      }),
    );
    await page.user.click(await (await panel()).findByRole("button", { name: "View reasons" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Recusals" }));
    expect(await dialog.findByText("I taught the author.")).toBeVisible();
    await page.user.click(dialog.getByRole("button", { name: "Ask to judge again" }));
    expect(await dialog.findByText("No recusals")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === endRecusal)?.body).toEqual({
      entryId: sampleId(22),
      judgeId: judge._id,
    });
  });
});

describe("the judges of an entry", () => {
  it("are chosen by hand, except those who rated or recused themselves", async () => {
    const page = open(
      { judging: { judgesPerEntry: 1 } },
      stub(listEntryJudges, {
        judges: [
          { _id: sampleId(51), name: "Mina Das", state: "rated", reason: "" },
          { _id: sampleId(52), name: "Ali Khan", state: "recused", reason: "A friend" },
          { _id: sampleId(53), name: "Rina Roy", state: "none", reason: "" },
        ],
        may: { plan: allowed },
      }),
      stub(setEntryJudges, { judges: [], may: { plan: allowed } }),
    );
    const entry = within(await screen.findByRole("article", { name: "Entry 412" }));
    await page.user.click(entry.getByRole("button", { name: "Judges" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Judges of Entry 412" }));
    expect(await dialog.findByRole("checkbox", { name: /Mina Das/ })).toBeDisabled();
    expect(dialog.getByRole("checkbox", { name: /Ali Khan/ })).toBeDisabled();
    await page.user.click(dialog.getByRole("checkbox", { name: /Rina Roy/ }));
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(page.calls.find(({ endpoint }) => endpoint === setEntryJudges)?.body).toEqual({
        judgeIds: [sampleId(51), sampleId(53)],
      }),
    );
  });

  it("must be enough, and the dialog says how many", async () => {
    const page = open(
      { judging: { judgesPerEntry: 1 } },
      stub(listEntryJudges, {
        judges: [{ _id: sampleId(51), name: "Mina Das", state: "assigned", reason: "" }],
        may: { plan: allowed },
      }),
      {
        endpoint: setEntryJudges,
        answer: () => ({
          status: 422,
          data: {
            error: {
              code: "invalid",
              message: "Check the highlighted fields.",
              fields: { judgeIds: "Choose at least 1 judge." },
            },
          },
        }),
      },
    );
    const entry = within(await screen.findByRole("article", { name: "Entry 412" }));
    await page.user.click(entry.getByRole("button", { name: "Judges" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Judges of Entry 412" }));
    await page.user.click(await dialog.findByRole("checkbox", { name: /Mina Das/ }));
    await page.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Choose at least 1 judge.")).toBeVisible();
    expect(dialog.queryByText(/highlighted/)).not.toBeInTheDocument();
  });

  it("show both averages, explained, and who recused themselves", async () => {
    open({ judging: { seesCorrected: true } });
    const entry = within(await screen.findByRole("article", { name: "Entry 412" }));
    expect(entry.getByText("Corrected average")).toBeVisible();
    expect(entry.getByText("3.9/5")).toBeVisible();
    expect(entry.getByText("Recused")).toBeVisible();
    expect(await entry.findByText(/z-score/)).toBeInTheDocument();
    expect(entry.getByText(/That's 1 of 2 ratings here\.$/)).toBeInTheDocument();
  });

  it("can be ranked by either average", async () => {
    const page = open({ judging: { seesCorrected: true } });
    await page.user.click(await screen.findByRole("button", { name: "View ranking" }));
    expect(await screen.findByRole("columnheader", { name: "Corrected average" })).toBeVisible();
    await page.user.click(screen.getByRole("button", { name: "Sort by corrected average" }));
    expect(await screen.findByText(/^Sorted by corrected average\./)).toBeVisible();
    const sorts = page.calls.filter(({ endpoint }) => endpoint === listJudgedEntries).map(({ query }) => query?.sort);
    expect(sorts).toContain("corrected");
  });

  it("shows no corrected average where there is none", async () => {
    const page = open({});
    await page.user.click(await screen.findByRole("button", { name: "View ranking" }));
    expect(await screen.findByRole("columnheader", { name: "Average rating" })).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: "Corrected average" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Sort by corrected average" })).not.toBeInTheDocument();
  });
});

describe("a judge", () => {
  it("recuses themselves from an entry with a reason and goes on with the next one", async () => {
    const page = open(
      { as: "judge", judging: { seesJudges: false, isAssigned: true, ratingsDueAt: "2026-03-09T17:59:00.000Z" } },
      stub(recuse, { modifiedCount: 1 }),
    );
    expect(await screen.findByText("These entries are assigned to you.")).toBeVisible();
    expect(screen.getByText(/^Ratings are due/)).toBeVisible();
    await page.user.click(await screen.findByRole("button", { name: "Recuse yourself from this entry" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Recuse yourself from Entry 412?" }));
    await page.user.click(dialog.getByRole("button", { name: "Recuse myself" }));
    expect(await dialog.findByText("This field is required")).toBeVisible();
    await page.user.type(dialog.getByLabelText("Reason"), "My student");
    await page.user.click(dialog.getByRole("button", { name: "Recuse myself" }));
    expect(await screen.findByRole("article", { name: "Entry 107" })).toBeVisible();
    expect(screen.queryByRole("option", { name: /^Entry 412/ })).not.toBeInTheDocument();
    expect(page.calls.find(({ endpoint }) => endpoint === recuse)?.body).toMatchObject({ reason: "My student" });
  });

  it("comes back to the entry if recusing fails", async () => {
    const page = open(
      { as: "judge", judging: { seesJudges: false } },
      stubError(recuse, 409, "winner_declared", "The winner was picked."),
    );
    await page.user.click(await screen.findByRole("button", { name: "Recuse yourself from this entry" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await page.user.type(dialog.getByLabelText("Reason"), "My student");
    await page.user.click(dialog.getByRole("button", { name: "Recuse myself" }));
    expect(await dialog.findByText("The winner was picked.")).toBeVisible();
    expect(screen.getByRole("option", { name: /^Entry 412/, hidden: true })).toBeInTheDocument();
    expect(await screen.findByRole("article", { name: "Entry 412", hidden: true })).toBeInTheDocument();
  });

  it("reads that no entry is assigned", async () => {
    open({ as: "judge", judging: { seesJudges: false, isAssigned: true, entryCount: 0 } });
    expect(await screen.findByText("No entries for you")).toBeVisible();
  });

  it("can't recuse themselves with older servers or as the creator", async () => {
    open({});
    expect(await screen.findByRole("article", { name: "Entry 412" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Recuse yourself from this entry" })).not.toBeInTheDocument();
  });
});
