import { fireEvent, screen, waitFor } from "@testing-library/react";
import { previewDraft } from "@conquest/shared/contracts/drafts";
import { getContestDetails, getCreator, listCreatorContests } from "@conquest/shared/contracts/listing";
import { getContestReview } from "@conquest/shared/contracts/review";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, sampleId } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "./routes";

const broken = [getContestDetails, getCreator, listCreatorContests, previewDraft, getContestReview].map((call) =>
  stubError(call, 500, "unexpected", "Something broke."),
);

it.each([
  "/contest-details/:id",
  "/contest-details/:id/winner",
  "/contest-details/:id/payment",
  "/creators/:id",
  "/contest-preview/:id",
  "/review-preview/:id",
])("%s shows one heading and the error if loading fails", async (path) => {
  renderAt(path.replace(":id", sampleId(1)), PublicRoutes, { session: {}, answers: broken });
  expect(await screen.findByText("Something broke.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveAttribute("tabindex", "-1");
});

it("focuses the heading that appears after a successful retry", async () => {
  renderAt(`/contest-details/${sampleId(1)}`, PublicRoutes, { session: "signed-out", answers: broken });
  const retry = await screen.findByRole("button", { name: "Retry" });
  installStubs([stub(getContestDetails, aContestDetails({ name: "A river" }))]);
  retry.focus();
  fireEvent.click(retry);
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "A river" })).toHaveFocus());
});
