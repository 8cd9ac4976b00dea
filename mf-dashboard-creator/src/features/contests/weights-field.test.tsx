import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  const may = samplePermissions({ edit: { ...allowed, frozen } });
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
  await dialog.findByLabelText(/^Judging criteria/);
  const sent = () => page.calls.filter(({ endpoint }) => endpoint === updateContest).map(({ body }) => body);
  const save = () => page.user.click(dialog.getByRole("button", { name: "Update Contest" }));
  return { ...page, dialog, sent, save };
}

it("offers a weight for each of at least two criteria", async () => {
  const { user, dialog, sent, save } = await edit({ criteria: ["Colour"] });
  expect(dialog.queryByRole("group", { name: /^Weights of the criteria/ })).not.toBeInTheDocument();
  fireEvent.change(dialog.getByLabelText(/^Judging criteria/), { target: { value: "Colour\nForm" } });
  const weights = within(await dialog.findByRole("group", { name: /^Weights of the criteria/ }));
  await user.selectOptions(weights.getByLabelText("Form"), "2: counts 2 times");
  await save();
  await waitFor(() => expect(sent()).toEqual([{ criteria: "Colour\nForm", criteriaWeights: "1\n2" }]));
});

it("keeps weights with their criteria when a line is removed", async () => {
  const { dialog, sent, save } = await edit({ criteria: ["Colour", "Form", "Line"], criteriaWeights: [1, 5, 2] });
  fireEvent.change(dialog.getByLabelText(/^Judging criteria/), { target: { value: "Form\nLine" } });
  await waitFor(() => expect(dialog.getByLabelText("Form")).toHaveValue("5"));
  await save();
  await waitFor(() => expect(sent()).toEqual([{ criteria: "Form\nLine", criteriaWeights: "5\n2" }]));
});

it("shows the weights that can't be changed, but no empty field", async () => {
  const because = "You can't change the weights.";
  const frozen = { criteria: because, criteriaWeights: because };
  const page = await edit({ criteria: ["Colour", "Form"], criteriaWeights: [3, 1] }, frozen);
  expect(page.dialog.getByLabelText(/^Weights of the criteria/)).toHaveValue("Colour: weight 3\nForm: weight 1");
  page.unmount();
  const { dialog } = await edit({ criteria: ["Colour", "Form"], criteriaWeights: [] }, frozen);
  expect(dialog.queryByText("Weights of the criteria")).not.toBeInTheDocument();
});
