import { screen } from "@testing-library/react";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import { aMyContest } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import { testOtherShapes, testUnknownValues } from "@conquest/shared/testing/unexpected-responses";
import "./alone";
import { loadContestForm } from "./features/contests/contest-form";

jest.mock("@conquest/shared/testing/run-standalone", () => ({ runStandalone: jest.fn() }));

const [remote, Routes, { answers, id = "1" }] = jest.mocked(runStandalone).mock.calls[0]!;
const pages = remote.routes.map(({ path }) => path.replace(/:\w+/g, id));
const page = (path: string) => ({ path, Routes, session: { role: "creator" as const }, answers });

beforeAll(() => loadContestForm());

it.each(pages)("%s shows unknown values in words", (path) => testUnknownValues(page(path)));

it.each(pages)("%s offers Retry for a malformed response and leaves out bad list elements", (path) =>
  testOtherShapes(page(path)),
);

it("shows an unknown contest phase", async () => {
  const paused = aMyContest({ name: "River stories", phase: "paused" as "open" });
  renderAt("/dashboard/my_created_contests", Routes, {
    session: { role: "creator" },
    answers: [...answers, stub(listMyContests, [paused])],
  });
  expect(await screen.findByText("Paused")).toBeVisible();
  expect(screen.getByText("River stories")).toBeVisible();
});
