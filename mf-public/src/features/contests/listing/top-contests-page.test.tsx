import { screen } from "@testing-library/react";
import { listTopContests } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContest, sampleId } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

it("ranks contests in server order, under its subtitle", async () => {
  const contests = [
    aContest({ name: "First", participantCount: 9 }),
    aContest({ _id: sampleId(2), name: "Second", participantCount: 4 }),
  ];
  renderAt("/top_contests", PublicRoutes, { answers: [stub(listTopContests, contests)] });
  expect(screen.getByText("Top Contests by number of participants")).toBeVisible();
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => card.textContent)).toEqual([
    expect.stringContaining("First"),
    expect.stringContaining("Second"),
  ]);
  expect(cards[0]).toHaveTextContent("Rank 1");
  expect(cards[0]).toHaveTextContent("9 participants");
});

it("shows an empty state without contests", async () => {
  renderAt("/top_contests", PublicRoutes, { answers: [stub(listTopContests, [])] });
  expect(await screen.findByText("No contests yet")).toBeVisible();
});
