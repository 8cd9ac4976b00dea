import { screen, within } from "@testing-library/react";
import { deniedBecause, samplePermissions } from "@conquest/shared/testing/samples";
import { panel, renderContest } from "../testing/render-contest";

const FULL = "This contest is full. A spot becomes free if someone leaves.";

it("shows how many spots are left", async () => {
  renderContest({ maxParticipants: 1500, participantCount: 2, spotsLeft: 1498 });
  const spots = within(await panel()).getByText("Spots left");
  expect(spots.nextElementSibling).toHaveTextContent("1,498 of 1,500");
});

it("shows that a contest is full instead of the way to join", async () => {
  const may = samplePermissions({ join: deniedBecause(FULL) });
  renderContest({ maxParticipants: 2, participantCount: 2, spotsLeft: 0, may });
  const side = within(await panel());
  expect(side.getByRole("button", { name: "Full" })).toBeDisabled();
  expect(side.getByText(FULL)).toBeVisible();
  expect(side.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
  expect(screen.getAllByText("Full").length).toBeGreaterThan(1);
  expect(screen.queryByText("Open")).not.toBeInTheDocument();
});

it("shows nothing about spots without a limit or after the deadline", async () => {
  const { unmount } = renderContest({ maxParticipants: null });
  await panel();
  expect(screen.queryByText("Spots left")).not.toBeInTheDocument();
  unmount();
  renderContest({ maxParticipants: 2, participantCount: 2, spotsLeft: 0, phase: "judging" });
  await panel();
  expect(screen.queryByText("Spots left")).not.toBeInTheDocument();
  expect(screen.queryByText("Full")).not.toBeInTheDocument();
});
