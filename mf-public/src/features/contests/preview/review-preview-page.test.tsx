import { screen } from "@testing-library/react";
import { getContestReview } from "@conquest/shared/contracts/review";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestReview, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const ID = sampleId(1);
const open = (...answers: Stub[]) =>
  renderAt(`/review-preview/${ID}`, PublicRoutes, { session: { role: "admin" }, answers });

it("shows admins the visitors' page with disabled buttons and a link back", async () => {
  const page = open(stub(getContestReview, aContestReview()));
  expect(await screen.findByRole("heading", { level: 1, name: "Posters for the book fair" })).toBeVisible();
  expect(screen.queryByText("In review")).not.toBeInTheDocument();
  await page.user.click(screen.getByRole("link", { name: "Follow" }));
  expect(screen.getByText(/Buttons and links don't work in a preview\./)).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the review" })).toHaveAttribute(
    "href",
    `/dashboard/contest_review/${ID}`,
  );
});

it("shows a loading state and errors", async () => {
  const page = open(stubPending(getContestReview));
  expect(screen.getByText("Loading the preview")).toBeInTheDocument();
  page.unmount();
  open(stubError(getContestReview, 500, "failed", "Something went wrong on our side."));
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
});
