import { screen, waitFor } from "@testing-library/react";
import { previewDraft } from "@conquest/shared/contracts/drafts";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, samplePermissions, allowed, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";

const ID = sampleId(7);
const FORM = `/dashboard/add_contest?draft=${ID}`;
const open = (...answers: Stub[]) =>
  renderAt(`/contest-preview/${ID}`, PublicRoutes, { session: { role: "creator" }, answers });
const aPreview = () =>
  aContestDetails({
    _id: ID,
    name: "River stories",
    participantCount: 0,
    participants: [],
    may: samplePermissions({ join: allowed }),
  });

it("shows the visitors' page, with a link back to the form", async () => {
  const page = open(stub(previewDraft, { contest: aPreview(), missing: {} }));
  expect(await screen.findByRole("heading", { level: 1, name: "River stories" })).toBeVisible();
  expect(screen.getByText("This is a preview")).toBeVisible();
  expect(screen.getByRole("link", { name: "Register" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Task" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to the form" })).toHaveAttribute("href", FORM);
  expect(document.title).toBe("Preview | Conquest");
  // Questions cannot be asked before publication.
  expect(screen.queryByRole("heading", { name: "Questions" })).not.toBeInTheDocument();
  expect(page.calls).toHaveLength(1);
});

it("blocks clicks inside the preview and says so", async () => {
  const page = open(stub(previewDraft, { contest: aPreview(), missing: {} }));
  await page.user.click(await screen.findByRole("link", { name: "Register" }));
  await page.user.click(screen.getByRole("link", { name: "Follow" }));
  expect(page.address()).toBe(`/contest-preview/${ID}`);
  expect(screen.getByText(/Buttons and links don't work in a preview\./)).toBeVisible();
  await page.user.click(screen.getByRole("link", { name: "Back to the form" }));
  await waitFor(() => expect(page.address()).toBe(FORM));
});

it("lists missing fields by label", async () => {
  open(
    stub(previewDraft, {
      contest: null,
      missing: { prize: "This field is required", tags: "Please choose one of: …" },
    }),
  );
  expect(await screen.findByText("Not ready for a preview yet")).toBeVisible();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Prize: This field is required",
    "Tags: Please choose one of: …",
  ]);
  expect(screen.getByRole("link", { name: "Back to the form" })).toHaveAttribute("href", FORM);
});

it("shows an incomplete draft and lists what is missing", async () => {
  open(stub(previewDraft, { contest: { ...aPreview(), image: "" }, missing: { image: "This field is required" } }));
  expect(await screen.findByRole("heading", { level: 1, name: "River stories" })).toBeVisible();
  expect(screen.getByText("Still missing:").nextElementSibling).toHaveTextContent(
    /^Image URL: This field is required$/,
  );
});

it("shows that a draft is missing", async () => {
  open(stubError(previewDraft, 404, "not_found", "No such draft of yours."));
  expect(await screen.findByText("We couldn't find that draft")).toBeVisible();
  expect(screen.getByRole("link", { name: "Your drafts" })).toHaveAttribute("href", "/dashboard/contest_drafts");
});

it("shows a loading state, and offers a retry if loading fails", async () => {
  const page = open(stubPending(previewDraft));
  expect(screen.getByText("Loading the preview")).toBeInTheDocument();
  page.unmount();
  open(stubError(previewDraft, 500, "failed", "Something went wrong on our side."));
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});
