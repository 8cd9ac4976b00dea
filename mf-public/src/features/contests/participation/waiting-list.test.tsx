import { screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { joinWaitingList, leaveWaitingList } from "@conquest/shared/contracts/waiting-list";
import { allowed, deniedBecause, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, panel, renderContest } from "../testing/render-contest";

const FULL = "This contest is full. A spot becomes free if someone leaves.";
const since = "2026-03-01T08:00:00.000Z";
const offerEndsAt = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString();
const full = {
  maxParticipants: 2,
  participantCount: 2,
  spotsLeft: 0,
  waitingCount: 12,
  may: samplePermissions({ join: deniedBecause(FULL), joinWaitingList: allowed }),
};
const render = (contest: Partial<ContestDetails> = {}, session: "signed-out" | object = {}, answers: Stub[] = []) =>
  renderContest({ ...full, ...contest }, session, answers);

it("asks visitors to log in to join the waiting list", async () => {
  render({}, "signed-out");
  const side = within(await panel());
  expect(await side.findByRole("link", { name: "Join the waiting list" })).toHaveAttribute(
    "href",
    expect.stringContaining("/login?from="),
  );
  expect(side.getByText(/12 people are waiting\./)).toBeVisible();
  expect(side.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
});

it("joins the waiting list with one click", async () => {
  const { user, calls } = render({ viewer: aViewer() }, { takesPart: true }, [
    stub(joinWaitingList, { since, position: 13, offerEndsAt: null }),
  ]);
  await user.click(await within(await panel()).findByRole("button", { name: "Join the waiting list" }));
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === joinWaitingList)).toHaveLength(1));
  expect(await screen.findByText("You're on the waiting list")).toBeVisible();
});

it("shows why joining the waiting list failed", async () => {
  const { user } = render({ viewer: aViewer() }, {}, [
    stubError(joinWaitingList, 409, "not_full", "This contest has a free spot. You can join it now."),
  ]);
  await user.click(await within(await panel()).findByRole("button", { name: "Join the waiting list" }));
  expect(await screen.findByText("This contest has a free spot. You can join it now.")).toBeVisible();
});

it("shows the position, and leaves with one click", async () => {
  const viewer = aViewer({ waiting: { since, position: 3, offerEndsAt: null } });
  const { user, calls } = render({ viewer }, {}, [stub(leaveWaitingList, { isWaiting: false })]);
  const side = within(await panel());
  expect(await side.findByText("You're number 3 of 12 on the waiting list.")).toBeVisible();
  await user.click(side.getByRole("button", { name: "Leave the waiting list" }));
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === leaveWaitingList)).toHaveLength(1));
});

it("shows an offered spot with its end, to take or to decline", async () => {
  const viewer = aViewer({ waiting: { since, position: null, offerEndsAt } });
  render({ viewer, may: samplePermissions({ join: allowed }) });
  const side = within(await panel());
  expect(await side.findByText("A spot is held for you.")).toBeVisible();
  expect(side.getByRole("group", { name: "Time left to join" })).toBeVisible();
  expect(side.getByRole("link", { name: "Register" })).toHaveAttribute("href", expect.stringMatching(/payment$/));
  expect(side.getByRole("button", { name: "Decline the spot" })).toBeVisible();
});
