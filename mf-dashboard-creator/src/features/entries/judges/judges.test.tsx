import { cleanup, screen, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { inviteJudge, listJudges, withdrawJudge, type ContestJudge } from "@conquest/shared/contracts/judging/judges";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  aContestEntry,
  aContestJudge,
  samplePermissions,
  aJudgedEntry,
  allowed,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";

const ME = {
  isOwner: true,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};
const chooses = samplePermissions({ readEntries: allowed, rateEntries: allowed, declareWinner: allowed });
const rates = samplePermissions({ readEntries: allowed, rateEntries: allowed });
const counts = { entryCount: 1, ratedCount: 0, shortlistedCount: 0, areNamesHidden: true, seesJudges: false };

interface Setup {
  contest?: Partial<ContestDetails>;
  entry?: Partial<ContestEntry>;
  seesJudges?: boolean;
  as?: "owner" | "judge";
}

function open({ contest, entry, seesJudges = false, as = "owner" }: Setup, ...answers: Stub[]) {
  const viewer = as === "owner" ? ME : { ...ME, isOwner: false, isJudge: true };
  return renderAt(`/dashboard/${as === "owner" ? "contest_submitted" : "judging"}/${sampleId(1)}`, CreatorRoutes, {
    session: { role: as === "owner" ? "creator" : "user" },
    answers: [
      stub(
        getContestDetails,
        aContestDetails({
          may: as === "owner" ? chooses : rates,
          phase: "judging",
          viewer,
          criteria: ["Readable"],
          ...contest,
        }),
      ),
      stub(getJudging, { ...counts, seesJudges }),
      stub(listJudgedEntries, [aJudgedEntry({ label: "Entry 412", mean: seesJudges ? 3.5 : null })]),
      stub(getJudgedEntry, aContestEntry({ label: "Entry 412", name: "", ownCriteria: [null], ...entry })),
      ...answers,
    ],
  });
}

const judgesAre = (judges: ContestJudge[], invite = allowed) => stub(listJudges, { judges, may: { invite } });
const panel = async () => within(await screen.findByRole("region", { name: "Judges" }));

describe("the judges of a contest", () => {
  it("are invited by email address", async () => {
    let judges: ContestJudge[] = [];
    const page = open(
      {},
      stub(listJudges, () => ({ judges, may: { invite: allowed } })),
      stub(inviteJudge, ({ body }) => ({
        judges: (judges = [aContestJudge({ email: body.email })]),
        may: { invite: allowed },
      })),
    );
    expect(await (await panel()).findByText(/You're the only judge/)).toBeVisible();
    await page.user.click((await panel()).getByRole("button", { name: "Invite a judge" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Invite a judge" }));
    await page.user.click(dialog.getByRole("button", { name: "Send invitation" }));
    expect(await dialog.findByText("This field is required")).toBeVisible();
    await page.user.type(dialog.getByLabelText("Email address"), "mina@example.com");
    await page.user.click(dialog.getByRole("button", { name: "Send invitation" }));
    expect(await (await panel()).findByText("mina@example.com")).toBeVisible();
    expect((await panel()).getByText("Invited")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === inviteJudge)?.body).toEqual({ email: "mina@example.com" });
  });

  it("cannot be the creator or exceed the limit; the dialog keeps the input", async () => {
    let times = 0;
    const page = open({}, judgesAre([]), {
      endpoint: inviteJudge,
      answer: () =>
        (times += 1) === 1
          ? {
              status: 422,
              data: {
                error: {
                  code: "bad_input",
                  message: "Check the form.",
                  fields: { email: "That's your own email address." },
                },
              },
            }
          : { status: 409, data: { error: { code: "no_seat", message: "You can have at most five judges." } } },
    });
    await page.user.click(await (await panel()).findByRole("button", { name: "Invite a judge" }));
    const dialog = within(await screen.findByRole("dialog"));
    await page.user.type(dialog.getByLabelText("Email address"), "me@example.com{Enter}");
    expect(await dialog.findByText("That's your own email address.")).toBeVisible();
    await page.user.type(dialog.getByLabelText("Email address"), "{Enter}");
    expect(await dialog.findByRole("alert")).toHaveTextContent("You can have at most five judges.");
    expect(dialog.getByLabelText("Email address")).toHaveValue("me@example.com");
  });

  it("are shown with their state and withdrawn after confirmation", async () => {
    const accepted = aContestJudge({ _id: sampleId(82), state: "accepted", name: "Mina Das", ratedCount: 3 });
    let judges = [
      aContestJudge({ email: "other@example.com", state: "declined", may: { withdraw: deniedBecause("Over.") } }),
      accepted,
    ];
    const page = open(
      {},
      stub(listJudges, () => ({ judges, may: { invite: deniedBecause("You can have at most five judges.") } })),
      stub(withdrawJudge, () => ({ judges: (judges = []), may: { invite: allowed } })),
    );
    expect(await (await panel()).findByText("Mina Das")).toBeVisible();
    expect((await panel()).getByText("3 rated")).toBeVisible();
    expect((await panel()).getByText("Declined")).toBeVisible();
    expect((await panel()).getByText("You can have at most five judges.")).toBeVisible();
    expect((await panel()).queryByRole("button", { name: "Invite a judge" })).toBeNull();
    await page.user.click((await panel()).getByRole("button", { name: "Remove Mina Das as a judge" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Remove Mina Das as a judge?" }));
    expect(dialog.getByText(/Their ratings of 3 entries/)).toBeVisible();
    await page.user.click(dialog.getByRole("button", { name: "Remove judge and delete 3 ratings" }));
    expect(await (await panel()).findByText(/You're the only judge/)).toBeVisible();
  });

  it("show why withdrawing failed", async () => {
    const page = open(
      {},
      judgesAre([aContestJudge()]),
      stubError(withdrawJudge, 409, "winner_declared", "The winner was chosen."),
    );
    await page.user.click(
      await (await panel()).findByRole("button", { name: `Withdraw the invitation for ${aContestJudge().email}` }),
    );
    await page.user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Withdraw invitation" }),
    );
    expect(await within(await screen.findByRole("alertdialog")).findByRole("alert")).toHaveTextContent(
      "The winner was chosen.",
    );
  });
});

describe("other judges' ratings", () => {
  const judges = {
    mean: 3.5,
    ratingCount: 2,
    criteriaMeans: [4],
    others: [
      { by: "judge" as const, name: "Mina Das", rating: 4, word: "A calm river", criteria: [4] },
      { by: "judge" as const, name: "Rafi Ahmed", rating: null, word: "", criteria: [null] },
    ],
  };

  it("are shown with their average, which entries can be sorted by", async () => {
    const page = open({ seesJudges: true, entry: { judges } }, judgesAre([]));
    const said = within(await screen.findByRole("region", { name: "Ratings and feedback Entry 412" }));
    expect(said.getByText("Average rating").closest("dl")).toHaveTextContent(
      /^Average rating from .*3\.5\/5Readable4\/5$/,
    );
    const [mina, rafi] = said.getAllByRole("listitem");
    expect(mina).toHaveTextContent(/Mina Das4 out of 5Readable: 4A calm river/);
    expect(rafi).toHaveTextContent("Rafi AhmedNot rated");
    expect(screen.getByRole("option", { name: /average rating 3\.5/ })).toBeVisible();
    await page.user.selectOptions(screen.getByLabelText("Sort by"), "mean");
    expect(page.calls.findLast(({ endpoint }) => endpoint === listJudgedEntries)?.query).toMatchObject({
      sort: "mean",
    });
  });

  it("are shown as final once the winner is chosen", async () => {
    const entry = { judges: { ...judges, mean: null, ratingCount: 0, criteriaMeans: [], others: [judges.others[1]!] } };
    open({ seesJudges: true, entry }, judgesAre([]));
    expect(await screen.findByText("No ratings yet")).toBeVisible();
    cleanup();
    open(
      {
        seesJudges: true,
        entry,
        contest: {
          phase: "completed",
          may: samplePermissions({ readEntries: allowed }),
          winner: { name: "Mina Das", photo: "", note: "", at: "2026-02-01T00:00:00.000Z", byAdmin: false },
        },
      },
      judgesAre([]),
    );
    expect(await screen.findByText("No ratings")).toBeVisible();
  });

  it("are hidden if there are no other judges", async () => {
    open({ entry: { judges: { ...judges, others: [] } } }, judgesAre([]));
    await screen.findByRole("article", { name: "Entry 412" });
    expect(screen.queryByText("Ratings and feedback")).toBeNull();
    expect(screen.queryByRole("option", { name: /average/i })).toBeNull();
  });
});

describe("a co-judge in the judging room", () => {
  it("rates, but sees no winner choice, shortlist, receipt, judges or downloads", async () => {
    const page = open({ as: "judge", entry: { sha256: "" } });
    expect(await screen.findByText("Time to rate the entries")).toBeVisible();
    expect(screen.getByRole("link", { name: "Judging" })).toHaveAttribute("href", "/dashboard/judging");
    const entry = within(await screen.findByRole("article", { name: "Entry 412" }));
    expect(entry.getAllByRole("radio")).toHaveLength(5);
    expect(await entry.findByLabelText(/^Feedback for/)).toBeVisible();
    for (const name of [/Pick/, /Shortlist/, /Invite/]) expect(screen.queryByRole("button", { name })).toBeNull();
    for (const text of ["Receipt", "Progress", "Judges", /shortlisted/]) expect(screen.queryByText(text)).toBeNull();
    expect(screen.queryByRole("option", { name: "Shortlist" })).toBeNull();
    await page.user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
    expect(
      within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).queryByText(/shortlist/i),
    ).toBeNull();
    expect(page.calls.filter(({ endpoint }) => endpoint === listJudges)).toEqual([]);
  });

  it("sees their own rating once the winner is chosen", async () => {
    const contest = {
      phase: "completed",
      may: samplePermissions({ readEntries: allowed }),
      winner: { name: "Mina Das", photo: "", note: "", at: "2026-02-01T00:00:00.000Z", byAdmin: false },
    } as const;
    open({ as: "judge", contest, entry: { sha256: "", ownRating: { rating: 4, word: "Calm" } } });
    expect(await screen.findByText("You rated this entry 4 out of 5")).toBeVisible();
  });

  it("sees before the deadline when entries can be read", async () => {
    const because = "You can read the entries once the deadline has passed.";
    open(
      { as: "judge", contest: { phase: "open", may: samplePermissions({ readEntries: deniedBecause(because) }) } },
      stubError(getJudging, 409, "not_yet", because),
      stubError(listJudgedEntries, 409, "not_yet", because),
    );
    expect(await screen.findByText("Entries aren't available yet")).toBeVisible();
    expect(screen.getByText(because)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  });

  it("sees an error if the contest is not theirs", async () => {
    const message = "We couldn't find that contest in your account.";
    open(
      { as: "judge", contest: { viewer: { ...ME, isOwner: false }, may: samplePermissions() } },
      stubError(getJudging, 404, "not_found", message),
      stubError(listJudgedEntries, 404, "not_found", message),
    );
    expect(await screen.findByText(message)).toBeVisible();
  });
});
