import { screen, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { createContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, allowed, aMyContest, samplePermissions, sampleId } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { loadContestForm } from "../contest-form";
import { counts, openStep } from "../testing/contest-pages";

const { deadline } = aMyContest();
const saved = { _id: sampleId(4), revision: 1, savedAt: "2026-03-02T06:00:00Z" };
const BECAUSE = "People have joined, so you can only make the contest less visible.";

beforeAll(loadContestForm);
beforeEach(() => sessionStorage.clear());

async function edit(details: Partial<ContestDetails>) {
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest({ visibility: details.visibility })]),
      stub(getContestDetails, aContestDetails({ deadline, ...details })),
      stub(updateContest, { modifiedCount: 1, contest: aMyContest() }),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Update Contest" })) };
}
const free = samplePermissions({ edit: { ...allowed, frozen: {} } });

it("sends a changed visibility alone", async () => {
  const { dialog, user, calls } = await edit({ may: free, visibility: undefined });
  expect(dialog.getByRole("radio", { name: /^Public/ })).toBeChecked();
  await user.click(dialog.getByRole("radio", { name: /^Private/ }));
  await user.click(dialog.getByRole("button", { name: "Update Contest" }));
  await screen.findByText("Contest updated successfully");
  expect(calls.filter(({ endpoint }) => endpoint === updateContest).map(({ body }) => body)).toEqual([
    { visibility: "private" },
  ]);
});

it("offers only less visible choices once someone joined", async () => {
  const frozen = { prize: "You can't change the prize after people join." };
  const { dialog } = await edit({ may: samplePermissions({ edit: { ...allowed, frozen } }), visibility: "unlisted" });
  const isDisabled = (name: RegExp) => (dialog.getByRole("radio", { name }) as HTMLInputElement).disabled;
  expect([/^Public/, /^Unlisted/, /^Private/].map(isDisabled)).toEqual([true, false, false]);
  expect(dialog.getByText(BECAUSE)).toBeVisible();
});

it("shows a private contest read-only once someone joined", async () => {
  const { dialog } = await edit({
    may: samplePermissions({ edit: { ...allowed, frozen: { visibility: BECAUSE } } }),
    visibility: "private",
  });
  expect(dialog.getByLabelText("Who can see it")).toHaveValue("Private");
  expect(dialog.getByText(BECAUSE)).toBeVisible();
});

it("is public in a new form, and in its summary", async () => {
  const { user } = renderAt("/dashboard/add_contest", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(createDraft, saved),
      stub(saveDraft, saved),
      stub(createContest, { insertedId: "id", contest: aMyContest() }),
    ],
  });
  expect(await screen.findByRole("radio", { name: /^Public/ })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: /^Unlisted/ }));
  await openStep(user, /Check and submit/);
  expect(await screen.findByText("Unlisted", { selector: "dd" })).toBeVisible();
});

it("marks contests that are not public in the creator's list", async () => {
  renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [counts, stub(listMyContests, [aMyContest({ visibility: "private" })])],
  });
  expect(await screen.findByText("Private")).toBeVisible();
});
