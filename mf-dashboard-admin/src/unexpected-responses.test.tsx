import { screen } from "@testing-library/react";
import { listUsersExcept } from "@conquest/shared/contracts/users";
import { renderAt } from "@conquest/shared/testing/render-at";
import { runStandalone } from "@conquest/shared/testing/run-standalone";
import { aUser } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import { testOtherShapes, testUnknownValues } from "@conquest/shared/testing/unexpected-responses";
import "./alone";

jest.mock("@conquest/shared/testing/run-standalone", () => ({ runStandalone: jest.fn() }));

const [remote, Routes, { answers, id = "1" }] = jest.mocked(runStandalone).mock.calls[0]!;
const pages = remote.routes.map(({ path }) => path.replace(/:\w+/g, id));
const page = (path: string) => ({ path, Routes, session: { role: "admin" as const }, answers });

it.each(pages)("%s shows unknown values in words", (path) => testUnknownValues(page(path)));

it.each(pages)("%s offers Retry for a malformed response and ignores invalid list elements", (path) =>
  testOtherShapes(page(path)),
);

it("shows an unknown role and status", async () => {
  const person = aUser({ role: "moderator" as "user", status: "on_leave" as "verified" });
  renderAt("/dashboard/manage_users", Routes, {
    session: { role: "admin" },
    answers: [...answers, stub(listUsersExcept, [person])],
  });
  expect(await screen.findByText("Moderator")).toBeVisible();
  expect(screen.getByText("On leave")).toBeVisible();
});
