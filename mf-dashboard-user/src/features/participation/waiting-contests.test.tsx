import { screen, waitFor, within } from "@testing-library/react";
import { countParticipations, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { leaveWaitingList, listWaitingContests, type WaitingContest } from "@conquest/shared/contracts/waiting-list";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import UserRoutes from "../../routes";

const since = "2026-03-01T08:00:00.000Z";
const offerEndsAt = "2026-03-03T08:00:00.000Z";
const waiting = (overrides: Partial<WaitingContest> = {}): WaitingContest => ({
  ...aContest(),
  waiting: { since, position: 3, offerEndsAt: null },
  waitingCount: 12,
  ...overrides,
});
const open = (...answers: Stub[]) =>
  renderAt("/dashboard/my_participated_contests", UserRoutes, {
    session: {},
    answers: [
      stub(countParticipations, { to_do: 0, waiting: 0, finished: 0, left: 0 }),
      stub(listParticipatedContests, []),
      ...answers,
    ],
  });
const lists = async () => within(await screen.findByRole("region", { name: "Waiting lists" }));

it("shows the position on each waiting list, and leaves one", async () => {
  const { user, calls } = open(
    stub(listWaitingContests, [waiting({ name: "Posters" })]),
    stub(leaveWaitingList, { isWaiting: false }),
  );
  const shown = await lists();
  expect(shown.getByRole("link", { name: "Posters" })).toHaveAttribute("href", `/contest-details/${sampleId(1)}`);
  expect(shown.getByText("You're number 3 of 12 on the waiting list.")).toBeVisible();
  expect(shown.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
  await user.click(shown.getByRole("button", { name: "Leave the waiting list" }));
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === leaveWaitingList)).toHaveLength(1));
});

it("lets people leave while the contest is under review again", async () => {
  open(stub(listWaitingContests, [waiting({ name: "Posters", phase: "in_review" })]));
  const shown = await lists();
  expect(shown.getByText(/under review again\. You keep your place/)).toBeVisible();
  expect(shown.queryByRole("link", { name: "Posters" })).not.toBeInTheDocument();
  expect(shown.getByRole("button", { name: "Leave the waiting list" })).toHaveAccessibleDescription("Posters");
});

it("leads from an offered spot to the payment", async () => {
  open(stub(listWaitingContests, [waiting({ waiting: { since, position: null, offerEndsAt } })]));
  const shown = await lists();
  expect(shown.getByRole("listitem")).toHaveTextContent(`A spot is held for you until ${formatDateTime(offerEndsAt)}.`);
  expect(shown.getByRole("link", { name: "Register" })).toHaveAttribute(
    "href",
    `/contest-details/${sampleId(1)}/payment`,
  );
  expect(shown.getByRole("button", { name: "Decline the spot" })).toBeVisible();
});

it.each([
  ["none", stub(listWaitingContests, [])],
  ["an older server", stubError(listWaitingContests, 404, "not_found", "Nothing here.")],
])("shows nothing with %s", async (_, answer) => {
  open(answer);
  expect(await screen.findByText("Participate in a contest to see your progress here")).toBeVisible();
  expect(screen.queryByRole("region", { name: "Waiting lists" })).not.toBeInTheDocument();
});
