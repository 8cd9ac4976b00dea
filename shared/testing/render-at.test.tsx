import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { Link, Route, Routes, useParams } from "react-router-dom";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { markNoticesRead } from "@conquest/shared/contracts/messages";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { aContestDetails, sampleId } from "./samples";
import { renderAt } from "./render-at";
import { stubError, stub } from "./stubs";

function ContestPage() {
  const { id = "" } = useParams();
  const { data, error } = useQuery(query(getContestDetails, { params: { id } }));
  const read = useCall(markNoticesRead);
  return (
    <>
      <p>{error?.message ?? data?.name}</p>
      <button onClick={() => read.mutate({})}>Read</button>
      <Link to="/elsewhere?q=1">Go</Link>
    </>
  );
}
const Site = () => (
  <Routes>
    <Route path="/contest-details/:id" element={<ContestPage />} />
    <Route path="*" element={<p>Elsewhere</p>} />
  </Routes>
);

it("renders a path with stubbed responses and follows links", async () => {
  const page = renderAt(`/contest-details/${sampleId(1)}`, Site, {
    answers: [
      stub(getContestDetails, ({ params }) => aContestDetails({ name: `Contest ${params.id}` })),
      stub(markNoticesRead, { modifiedCount: 0 }),
    ],
  });
  expect(await screen.findByText(`Contest ${sampleId(1)}`)).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Read" }));
  // The mutation refetches everything on the screen.
  await page.user.click(screen.getByRole("link", { name: "Go" }));
  expect(screen.getByText("Elsewhere")).toBeVisible();
  expect(page.address()).toBe("/elsewhere?q=1");
  expect(page.calls.map(({ endpoint }) => endpoint.path)).toEqual([
    "/contest-details/:id",
    "/notices/read",
    "/contest-details/:id",
  ]);
});

it("shows the message of an error response", async () => {
  renderAt(`/contest-details/${sampleId(1)}`, Site, {
    answers: [stubError(getContestDetails, 404, "not_found", "No such contest.")],
  });
  expect(await screen.findByText("No such contest.")).toBeVisible();
});
