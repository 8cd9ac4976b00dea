import { screen, within } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { listWaitingPeople } from "@conquest/shared/contracts/waiting-list";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aParticipant, aProgress, sampleId } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import CreatorRoutes from "../../../routes";

const since = "2026-03-01T08:00:00.000Z";
const offerEndsAt = "2026-03-03T08:00:00.000Z";

const open = (spots: object | undefined) =>
  renderAt(`/dashboard/contest_progress/${sampleId(1)}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      stub(getContestDetails, aContestDetails({ participantCount: 1 })),
      stub(getProgress, { ...aProgress(), ...(spots && { spots: spots as never }) }),
      stub(listParticipants, [aParticipant()]),
      stub(listWaitingPeople, [
        { _id: "1", name: "Nusrat", photo: "", position: null, since, offerEndsAt },
        { _id: "2", name: "", photo: "", position: 1, since, offerEndsAt: null },
      ]),
    ],
  });

it("lists who waits in order, and offers the table", async () => {
  open({ max: 2, offered: 1, waiting: 1 });
  const section = within(await screen.findByRole("region", { name: "Spots and waiting list" }));
  expect(section.getByText("At most 2 participants. 1 person is waiting. 1 spot is offered.")).toBeVisible();
  expect(await section.findByRole("row", { name: /Nusrat/ })).toHaveTextContent(
    `Offered until ${formatDateTime(offerEndsAt)}`,
  );
  expect(section.getByRole("row", { name: /Unnamed user/ })).toHaveTextContent("Number 1");
  expect(section.getByRole("link", { name: /Waiting list \(CSV\)/ })).toHaveAttribute(
    "href",
    expect.stringContaining(`/waiting-list/${sampleId(1)}/table`),
  );
});

it("shows only the limit while no one waits, and nothing without a limit", async () => {
  const { unmount } = open({ max: 2, offered: 0, waiting: 0 });
  const section = within(await screen.findByRole("region", { name: "Spots and waiting list" }));
  expect(section.getByText("At most 2 participants. No one is waiting.")).toBeVisible();
  expect(section.queryByRole("table")).not.toBeInTheDocument();
  unmount();
  open(undefined);
  await screen.findByRole("row", { name: /Rafi Ahmed/ });
  expect(screen.queryByRole("region", { name: "Spots and waiting list" })).not.toBeInTheDocument();
});
