import { screen } from "@testing-library/react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import { aContestDetails, samplePermissions, deniedBecause } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import { testOtherShapes, testUnknownValues } from "@conquest/shared/testing/unexpected-responses";
import "./alone";

jest.mock("@conquest/shared/testing/run-standalone", () => ({ runStandalone: jest.fn() }));

const [remote, Routes, { answers, id = "1" }] = jest.mocked(runStandalone).mock.calls[0]!;
const pages = remote.routes.map(({ path }) => path.replace(/:\w+/g, id));
const page = (path: string) => ({ path, Routes, session: {}, answers });

it.each(pages)("%s shows unknown values in words", (path) => testUnknownValues(page(path)));

it.each(pages)("%s offers Retry for a malformed response and leaves out bad list elements", (path) =>
  testOtherShapes(page(path)),
);

it("shows an unknown contest phase without an offer to join", async () => {
  const paused = aContestDetails({
    phase: "paused" as "open",
    may: samplePermissions({ join: deniedBecause("This contest is paused.") }),
  });
  renderAt(`/contest-details/${paused._id}`, Routes, { answers: [...answers, stub(getContestDetails, paused)] });
  expect(await screen.findByText("Paused")).toBeVisible();
  expect(screen.getByText("This contest is paused.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Register" })).not.toBeInTheDocument();
});
