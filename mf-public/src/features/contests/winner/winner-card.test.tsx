import { screen, within } from "@testing-library/react";
import { allowed, sampleId } from "@conquest/shared/testing/samples";
import { aViewer, renderContest } from "../testing/render-contest";

const winner = {
  name: "River Foxes",
  photo: "",
  note: "",
  at: "2026-03-01T06:00:00.000Z",
  byAdmin: false,
  members: ["Rafi", "Mitu"],
};

it("lets visitors report the name of a winning team whose entry isn't published", async () => {
  const reportable = { entryId: sampleId(7), hasReported: false, may: { report: allowed } };
  const { user } = renderContest({ phase: "completed", winner: { ...winner, reportable }, viewer: aViewer() }, {}, []);
  const card = within(await screen.findByRole("region", { name: "Winner" }));
  await user.click(card.getByRole("button", { name: "Report the entry by River Foxes" }));
  expect(await screen.findByRole("dialog", { name: "Report the entry by River Foxes" })).toBeVisible();
});

it("offers no report of its own if the entry is published", async () => {
  renderContest({ phase: "completed", winner, viewer: aViewer() }, {}, []);
  const card = within(await screen.findByRole("region", { name: "Winner" }));
  expect(card.queryByRole("button", { name: /^Report/ })).not.toBeInTheDocument();
});
