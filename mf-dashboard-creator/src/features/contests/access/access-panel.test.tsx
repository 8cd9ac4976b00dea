import { screen, waitFor, within } from "@testing-library/react";
import * as contract from "@conquest/shared/contracts/contest-access";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, allowed, aProgress, deniedBecause, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";

const CODE = "7KQ2M9X4PABC";
const access = (overrides: Partial<contract.ContestAccess> = {}): contract.ContestAccess => ({
  code: null,
  codeUses: 0,
  invitations: [],
  may: { invite: allowed, renewCode: allowed },
  ...overrides,
});
const invitation = (overrides: Partial<contract.ContestInvitation> = {}): contract.ContestInvitation => ({
  _id: sampleId(5),
  email: "ann@example.com",
  invitedAt: "2026-03-02T06:00:00Z",
  hasJoined: false,
  ...overrides,
});
const viewer: ContestDetails["viewer"] = {
  isOwner: true,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};

async function open(answers: Stub[], contest: Partial<ContestDetails> = {}) {
  const page = renderAt(`/dashboard/contest_progress/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stub(getContestDetails, aContestDetails({ viewer, visibility: "private", ...contest })),
      stub(getProgress, aProgress()),
      stub(listParticipants, []),
      ...answers,
    ],
  });
  return { ...page, panel: within(await screen.findByRole("region", { name: "Who can see this" })) };
}

it("shows the link of an unlisted contest", async () => {
  const { panel } = await open([], { visibility: "unlisted" });
  expect(panel.getByText(`${location.origin}/contest-details/${sampleId(1)}`)).toBeVisible();
  expect(panel.queryByText("Join code")).not.toBeInTheDocument();
});

it("is not shown for a public contest", async () => {
  renderAt(`/dashboard/contest_progress/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stub(getContestDetails, aContestDetails({ viewer })),
      stub(getProgress, aProgress()),
      stub(listParticipants, []),
    ],
  });
  await screen.findByText("Collected");
  expect(screen.queryByText("Who can see this")).not.toBeInTheDocument();
});

it("creates a join code and shows it with its link", async () => {
  let code: string | null = null;
  const { panel, user } = await open([
    stub(contract.getContestAccess, () => access({ code })),
    stub(contract.renewJoinCode, () => access({ code: (code = CODE) })),
  ]);
  await user.click(await panel.findByRole("button", { name: "Create join code" }));
  expect(await panel.findByText("7KQ2-M9X4-PABC")).toBeVisible();
  expect(panel.getByText(`${location.origin}/join#7KQ2-M9X4-PABC`)).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Copy: Join code" }));
  expect(await navigator.clipboard.readText()).toBe("7KQ2-M9X4-PABC");
});

it("asks before it removes the join code", async () => {
  const { panel, user, calls } = await open([
    stub(contract.getContestAccess, access({ code: CODE, codeUses: 2 })),
    stub(contract.removeJoinCode, access()),
  ]);
  expect(await panel.findByText("2 people entered it.")).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Remove code" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Remove the join code?" }));
  expect(dialog.getByText(/participants keep their spot/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Remove code" }));
  expect(await screen.findByText("Join code removed")).toBeVisible();
  expect(calls.some(({ endpoint }) => endpoint === contract.removeJoinCode)).toBe(true);
});

it("shows which line is wrong and keeps the addresses", async () => {
  const message = "Line 2: “bo.example.com” isn't an email address like name@example.com";
  const { panel, user } = await open([
    stub(contract.getContestAccess, access()),
    stubError(contract.inviteToContest, 422, "invalid", "Check the fields.", { addresses: message }),
  ]);
  const field = await panel.findByLabelText(/^Email addresses/);
  await user.type(field, "ann@example.com\nbo.example.com");
  await user.click(panel.getByRole("button", { name: "Send invitations" }));
  expect(await panel.findByText(message)).toBeVisible();
  expect(field).toHaveValue("ann@example.com\nbo.example.com");
});

it.each([
  ["says that invitations were sent", [invitation(), invitation({ _id: sampleId(6) })], "Invitations sent"],
  ["says that none was sent to known addresses", [invitation()], /^No invitation sent/],
])("%s", async (_, invitations, text) => {
  const { panel, user } = await open([
    stub(contract.getContestAccess, access({ invitations: [invitation()] })),
    stub(contract.inviteToContest, access({ invitations })),
  ]);
  await user.type(await panel.findByLabelText(/^Email addresses/), "ann@example.com");
  await user.click(panel.getByRole("button", { name: "Send invitations" }));
  expect(await screen.findByText(text)).toBeVisible();
});

it("does not promise that a removed invitation ends all access", async () => {
  const { panel, user } = await open([stub(contract.getContestAccess, access({ invitations: [invitation()] }))]);
  await user.click(await panel.findByRole("button", { name: "Remove ann@example.com" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Remove this invitation?" }));
  expect(dialog.getByText(/joined before, entered the join code or judge still see/)).toBeVisible();
});

it("lists invited people and removes one", async () => {
  const { panel, user, calls } = await open([
    stub(
      contract.getContestAccess,
      access({
        invitations: [invitation(), invitation({ _id: sampleId(6), email: "bo@example.com", hasJoined: true })],
      }),
    ),
    stub(contract.removeContestInvitation, access()),
  ]);
  expect(await panel.findByText("1 of 2 joined")).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Remove bo@example.com" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Remove this invitation?" }));
  expect(dialog.getByText(/they keep their spot/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Remove invitation" }));
  await waitFor(() =>
    expect(calls.filter(({ endpoint }) => endpoint === contract.removeContestInvitation)).toMatchObject([
      { params: { id: sampleId(6) } },
    ]),
  );
});

it("says why no one can be invited any more", async () => {
  const closed = deniedBecause("This contest is closed. Its deadline has passed.");
  const { panel } = await open([
    stub(contract.getContestAccess, access({ code: CODE, may: { invite: closed, renewCode: closed } })),
  ]);
  expect(await panel.findByText("This contest is closed. Its deadline has passed.")).toBeVisible();
  expect(panel.queryByRole("button", { name: "Send invitations" })).not.toBeInTheDocument();
  expect(panel.queryByRole("button", { name: "Renew code" })).not.toBeInTheDocument();
});
