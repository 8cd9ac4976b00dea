import { screen } from "@testing-library/react";
import { countParticipations, listParticipatedContests } from "@conquest/shared/contracts/participation";
import { renderAt } from "@conquest/shared/testing/render-at";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import { aParticipation } from "@conquest/shared/testing/samples";
import { listWaitingContests } from "@conquest/shared/contracts/waiting-list";
import { stub } from "@conquest/shared/testing/stubs";
import { testOtherShapes, testUnknownValues } from "@conquest/shared/testing/unexpected-responses";
import "./alone";

jest.mock("@conquest/shared/testing/run-standalone", () => ({ runStandalone: jest.fn() }));

const [remote, Routes, { answers, id = "1" }] = jest.mocked(runStandalone).mock.calls[0]!;
const pages = remote.routes.map(({ path }) => path.replace(/:\w+/g, id));
const page = (path: string) => ({ path, Routes, session: {}, answers });

it.each(pages)("%s shows unknown values in words", (path) => testUnknownValues(page(path)));

it.each(pages)("%s offers Retry for a malformed response and ignores invalid list elements", (path) =>
  testOtherShapes(page(path)),
);

it.each(["creator", "admin"] as const)("the overview of a %s copes with unexpected responses", async (role) => {
  const overview = { path: "/dashboard", Routes, session: { role }, answers };
  await testUnknownValues(overview);
  await testOtherShapes(overview);
});

it("shows an unknown contest phase", async () => {
  const paused = { ...aParticipation({ name: "River stories" }), phase: "paused" as "open" };
  renderAt("/dashboard/my_participated_contests", Routes, {
    session: {},
    answers: [
      stub(listParticipatedContests, [paused, aParticipation({ _id: "2" })]),
      stub(countParticipations, { to_do: 2, waiting: 0, finished: 0 }),
      stub(listWaitingContests, []),
    ],
  });
  expect(await screen.findByText("Paused")).toBeVisible();
  expect(screen.getByRole("link", { name: "River stories" })).toBeVisible();
});
