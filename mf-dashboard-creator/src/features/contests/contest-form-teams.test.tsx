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

async function edit(details: Partial<ContestDetails>, frozen: Record<string, string> = {}) {
  const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
    session: { role: "creator" },
    answers: [
      counts,
      stub(listMyContests, [aMyContest()]),
      stub(
        getContestDetails,
        aContestDetails({
          deadline: aMyContest().deadline,
          may: samplePermissions({ edit: { ...allowed, frozen } }),
          ...details,
        }),
      ),
      stub(updateContest, { modifiedCount: 1, contest: aMyContest() }),
    ],
  });
  await page.user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Update Contest" }));
  await dialog.findByLabelText(/^Maximum participants/);
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === updateContest).map(({ body }) => body);
  return { ...page, dialog, sent };
}

it.each([
  [3, "3", "5", "5"],
  [3, "3", "", ""],
  [1, "", "2", "2"],
])("changes the team size %s", async (maxTeamSize, shown, typed, expected) => {
  const { user, dialog, sent } = await edit({ maxTeamSize });
  const field = dialog.getByLabelText(/^Team size/);
  expect(field).toHaveValue(shown);
  await user.clear(field);
  if (typed) await user.type(field, typed);
  await user.click(dialog.getByRole("button", { name: "Update Contest" }));
  await waitFor(() => expect(sent()).toEqual([{ maxTeamSize: expected }]));
});

it("explains which team sizes are possible", async () => {
  const { user, dialog, sent } = await edit({ maxTeamSize: 1 });
  await user.type(dialog.getByLabelText(/^Team size/), "11");
  await user.click(dialog.getByRole("button", { name: "Update Contest" }));
  expect(await dialog.findByText(/^Enter a whole number from 1 to 10$/)).toBeVisible();
  expect(sent()).toEqual([]);
});

it("can't change after people join", async () => {
  const frozen = { maxTeamSize: "You can't change the size of teams after people join." };
  const { dialog } = await edit({ maxTeamSize: 3 }, frozen);
  expect(dialog.getByLabelText(/^Team size/)).toHaveAttribute("readonly");
  expect(dialog.getByText(frozen.maxTeamSize)).toBeVisible();
});

it("is hidden in a contest that people joined without teams", async () => {
  const { dialog } = await edit({ maxTeamSize: 1 }, { maxTeamSize: "You can't change it." });
  expect(dialog.queryByLabelText(/^Team size/)).not.toBeInTheDocument();
});
