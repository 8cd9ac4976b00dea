import { screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getMyEntry } from "@conquest/shared/contracts/entries";
import { leaveContest } from "@conquest/shared/contracts/participation";
import {
  createTeam,
  getMyTeam,
  joinTeam,
  leaveTeam,
  removeTeamMember,
  renameTeam,
  renewTeamCode,
  type MyTeam,
} from "@conquest/shared/contracts/teams";
import { allowed, deniedBecause, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, renderContest } from "../testing/render-contest";

const CODE = "ABCDEFGH23456789";
const joinedAt = "2026-03-01T08:00:00.000Z";

const member = (name: string, given: Partial<NonNullable<MyTeam["team"]>["members"][number]> = {}) => ({
  _id: name,
  name,
  photo: "",
  joinedAt,
  isCaptain: false,
  isViewer: false,
  ...given,
});
const aTeam = (given: Partial<NonNullable<MyTeam["team"]>> = {}) => ({
  name: "River Foxes",
  members: [member("Rafi", { isCaptain: true, isViewer: true }), member("Mitu")],
  code: CODE,
  hasSubmitted: true,
  ...given,
});
const anInvitation = (given: Partial<NonNullable<MyTeam["invitation"]>> = {}) => ({
  name: "River Foxes",
  captain: "Rafi",
  memberCount: 2,
  isFull: false,
  withdrawsEntry: false,
  ...given,
});

const NO = deniedBecause("You aren't in a team of this contest.");
const free = { createTeam: allowed, joinTeam: allowed, leaveTeam: NO, manageTeam: NO };
const captain = { createTeam: NO, joinTeam: NO, leaveTeam: allowed, manageTeam: allowed };

function render(
  { team = null, invitation = null }: Partial<MyTeam>,
  may: Partial<ContestDetails["may"]>,
  { contest = {}, answers = [] }: { contest?: Partial<ContestDetails>; answers?: Stub[] } = {},
) {
  return renderContest(
    { maxTeamSize: 3, viewer: aViewer({ hasJoined: true }), may: samplePermissions(may), ...contest },
    {},
    [
      stub(getMyTeam, { team, invitation }),
      stub(getMyEntry, { entry: null, late: null, withdrawnAt: null }),
      ...answers,
    ],
  );
}
const section = () => screen.findByRole("region", { name: "Your team" });

it("is renamed by its captain", async () => {
  const { user, calls } = render({ team: aTeam() }, captain, {
    answers: [stub(renameTeam, { team: aTeam({ name: "Day Owls" }), invitation: null })],
  });
  await user.click(await within(await section()).findByRole("button", { name: "Rename the team" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename the team" }));
  const input = dialog.getByLabelText("Team name");
  expect(input).toHaveValue("River Foxes");
  await user.clear(input);
  await user.type(input, "Day Owls");
  await user.click(dialog.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(calls.find(({ endpoint }) => endpoint === renameTeam)?.body).toEqual({ name: "Day Owls" });
});

it("is missing in a contest without teams", async () => {
  const { calls } = render({}, free, { contest: { maxTeamSize: 1 } });
  await screen.findByRole("heading", { name: "Your entry" });
  expect(screen.queryByText(/Teams of up to/)).not.toBeInTheDocument();
  expect(calls.some(({ endpoint }) => endpoint === getMyTeam)).toBe(false);
});

it("is in the page's list of sections for participants", async () => {
  render({}, free);
  expect(await screen.findByRole("link", { name: "Your team" })).toHaveAttribute(
    "href",
    expect.stringMatching(/#team$/),
  );
});

it("creates a team with a name", async () => {
  const { user, calls } = render({}, free, { answers: [stub(createTeam, { team: aTeam(), invitation: null })] });
  expect(await screen.findByText("Teams of up to 3")).toBeVisible();
  const side = within(await section());
  await user.click(await side.findByRole("button", { name: "Create team" }));
  expect(await side.findByText("This field is required")).toBeVisible();
  await user.type(side.getByLabelText("Team name"), "River Foxes");
  await user.click(side.getByRole("button", { name: "Create team" }));
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === createTeam)?.body).toEqual({ name: "River Foxes" }),
  );
});

it("shows that a name is taken, and keeps it", async () => {
  const taken = "Another team of this contest has this name. Choose a different one.";
  const { user } = render({}, free, {
    answers: [stubError(createTeam, 422, "bad_input", "Check it.", { name: taken })],
  });
  const side = within(await section());
  await user.type(await side.findByLabelText("Team name"), "Owls");
  await user.click(side.getByRole("button", { name: "Create team" }));
  expect(await side.findByText(taken)).toBeVisible();
  expect(side.getByLabelText("Team name")).toHaveValue("Owls");
});

it("lists the members, and gives the captain the invite link", async () => {
  const { user, calls } = render({ team: aTeam() }, captain, {
    answers: [
      stub(renewTeamCode, { team: aTeam(), invitation: null }),
      stub(removeTeamMember, { team: aTeam(), invitation: null }),
    ],
  });
  const side = within(await section());
  expect(await side.findByText("2 of 3 members")).toBeVisible();
  expect(side.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Rafi (you)Captain"),
    expect.stringContaining("Mitu"),
  ]);
  expect(side.getByText(/\/join#ABCD-EFGH-2345-6789$/)).toBeVisible();
  await user.click(side.getByRole("button", { name: "Replace the link" }));
  await user.click(side.getByRole("button", { name: "Remove Mitu from the team" }));
  await user.click(await screen.findByRole("button", { name: "Remove member" }));
  await waitFor(() => expect(calls.map(({ endpoint }) => endpoint)).toContain(removeTeamMember));
  expect(calls.map(({ endpoint }) => endpoint)).toContain(renewTeamCode);
});

it("hides the captain's tasks from other members", async () => {
  render({ team: aTeam() }, { ...captain, manageTeam: deniedBecause("Only the team's captain can do this.") });
  const side = within(await section());
  expect(await side.findByText(/\/join#/)).toBeVisible();
  expect(side.queryByRole("button", { name: /Replace|Remove/ })).not.toBeInTheDocument();
  expect(side.getByRole("button", { name: "Leave team" })).toBeVisible();
});

it("explains what happens to the entry of a team that someone leaves", async () => {
  const { user, calls } = render({ team: aTeam() }, captain, {
    answers: [stub(leaveTeam, { team: null, invitation: null })],
  });
  await user.click(await within(await section()).findByRole("button", { name: "Leave team" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave “River Foxes”?" }));
  expect(dialog.getByText(/The team keeps the entry/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Leave team" }));
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === leaveTeam)).toBe(true));
});

it("tells members who leave the contest that the team keeps its entry", async () => {
  const { user, calls } = render(
    { team: aTeam() },
    { ...captain, leave: allowed },
    {
      contest: { viewer: aViewer({ hasJoined: true, hasSubmitted: true, hasTeammates: true }) },
      answers: [stub(leaveContest, { refundedTotal: 0 })],
    },
  );
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("You'll also leave your team. If it has an entry, the team keeps it.")).toBeVisible();
  expect(dialog.queryByText(/will be deleted/)).not.toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Leave" }));
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === leaveContest)?.body).toMatchObject({ withdrawsEntry: false }),
  );
});

it("asks before joining a team withdraws an entry", async () => {
  const { user, calls } = render({ invitation: anInvitation({ withdrawsEntry: true }) }, free, {
    answers: [stub(joinTeam, { team: aTeam(), invitation: null })],
  });
  const side = within(await section());
  expect(await side.findByText(/Your own entry and its files will be deleted\./)).toBeVisible();
  await user.click(side.getByRole("button", { name: "Join team" }));
  await user.click(await screen.findByRole("button", { name: "Join team and withdraw entry" }));
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === joinTeam)?.body).toEqual({ withdrawsEntry: true }),
  );
});

it("shows why joining a team failed", async () => {
  const full = "This team is full. Someone has to leave it before you can join.";
  const { user } = render({ invitation: anInvitation() }, free, {
    answers: [stubError(joinTeam, 409, "team_full", full)],
  });
  await user.click(await within(await section()).findByRole("button", { name: "Join team" }));
  expect(await screen.findByText(full)).toBeVisible();
});

it("tells invited people to join the contest first", async () => {
  render({ invitation: anInvitation() }, free, { contest: { viewer: aViewer() } });
  expect(await within(await section()).findByText(/Join this contest first/)).toBeVisible();
});

it("tells invited people of a full contest to join the waiting list", async () => {
  render({ invitation: anInvitation() }, free, { contest: { viewer: aViewer(), spotsLeft: 0 } });
  expect(await within(await section()).findByText(/Join the waiting list, and then the team/)).toBeVisible();
});
