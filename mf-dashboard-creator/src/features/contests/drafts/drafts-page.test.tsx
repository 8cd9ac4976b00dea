import { screen, within } from "@testing-library/react";
import { deleteDraft, listDrafts, type DraftCard } from "@conquest/shared/contracts/drafts";
import { renderAt } from "@conquest/shared/testing/render-at";
import { sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { counts } from "../testing/contest-pages";

const aCard = (overrides: Partial<DraftCard> = {}): DraftCard => ({
  _id: sampleId(7),
  name: "River stories",
  image: "",
  savedAt: new Date().toISOString(),
  ...overrides,
});
const open = (...answers: Stub[]) =>
  renderAt("/dashboard/contest_drafts", CreatorRoutes, { session: { role: "creator" }, answers: [counts, ...answers] });

it("lists drafts by name with links to each", async () => {
  open(stub(listDrafts, [aCard(), aCard({ _id: sampleId(8), name: " " })]));
  expect(await screen.findByRole("link", { name: "River stories" })).toHaveAttribute(
    "href",
    `/dashboard/add_contest?draft=${sampleId(7)}`,
  );
  expect(screen.getByRole("link", { name: "Untitled contest" })).toBeVisible();
  expect(screen.getByText("2", { exact: false, selector: ".cq-count" })).toHaveTextContent("2 drafts");
});

it("shows an empty state", async () => {
  open(stub(listDrafts, []));
  expect(await screen.findByText("No drafts yet")).toBeVisible();
  expect(screen.getAllByRole("link", { name: "Add contest" })[0]).toHaveAttribute("href", "/dashboard/add_contest");
});

it("shows a skeleton while loading", async () => {
  open(stubPending(listDrafts));
  expect(await screen.findByRole("link", { name: "Drafts 2" })).toHaveAttribute("aria-current", "true");
  expect(screen.getByText("Loading your drafts")).toBeInTheDocument();
});

it("offers a retry if loading fails", async () => {
  const page = open(stubError(listDrafts, 500, "failed", "Something went wrong on our side."));
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
  const before = page.calls.length;
  await page.user.click(screen.getByRole("button", { name: "Retry" }));
  expect(page.calls.length).toBeGreaterThan(before);
});

it("keeps a draft that could not be deleted and shows why", async () => {
  const page = open(
    stub(listDrafts, [aCard()]),
    stubError(deleteDraft, 503, "unavailable", "The site cannot reach its data right now."),
  );
  await page.user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete “River stories”?" });
  await page.user.click(within(dialog).getByRole("button", { name: "Delete draft" }));
  expect(await within(dialog).findByText("The site cannot reach its data right now.")).toBeVisible();
  expect(screen.getByRole("link", { name: "River stories", hidden: true })).toBeInTheDocument();
});

it("deletes a draft after confirmation", async () => {
  let left = [aCard()];
  const page = open(
    stub(listDrafts, () => left),
    stub(deleteDraft, () => ((left = []), { deletedCount: 1 as const })),
  );
  await page.user.click(await screen.findByRole("button", { name: "Delete" }));
  await page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete draft" }));
  expect(await screen.findByText("No drafts yet")).toBeVisible();
});
