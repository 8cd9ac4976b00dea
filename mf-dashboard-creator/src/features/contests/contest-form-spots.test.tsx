import { screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, allowed, aMyContest, samplePermissions } from "@conquest/shared/testing/samples";
import { stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";
import { loadContestForm } from "./contest-form";
import { counts } from "./testing/contest-pages";

beforeAll(loadContestForm);
beforeEach(() => sessionStorage.clear());

async function edit(details: Partial<ContestDetails>) {
  const may = samplePermissions({ edit: { ...allowed, frozen: { prize: "You can't change the prize." } } });
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest()]),
      stub(getContestDetails, aContestDetails({ deadline: aMyContest().deadline, may, ...details })),
      stub(updateContest, { modifiedCount: 1, contest: aMyContest() }),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Update Contest" }));
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === updateContest).map(({ body }) => body);
  return { ...page, dialog, sent, field: await dialog.findByLabelText(/^Maximum participants/) };
}

it.each([
  ["30", "30"],
  ["", ""],
])("changes the limit to “%s” after people joined", async (typed, expected) => {
  const { user, dialog, sent, field } = await edit({ maxParticipants: 20 });
  expect(field).toHaveValue("20");
  await user.clear(field);
  if (typed) await user.type(field, typed);
  await user.click(dialog.getByRole("button", { name: "Update Contest" }));
  await waitFor(() => expect(sent()).toEqual([{ maxParticipants: expected }]));
});

it("explains which limits are possible", async () => {
  const { user, dialog, sent, field } = await edit({ maxParticipants: null });
  await user.type(field, "1");
  await user.click(dialog.getByRole("button", { name: "Update Contest" }));
  expect(await dialog.findByText(/^Enter a whole number from 2 to 1,00,000$/)).toBeVisible();
  expect(sent()).toEqual([]);
});
