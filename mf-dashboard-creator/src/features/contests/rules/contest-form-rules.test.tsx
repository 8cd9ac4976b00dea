import { screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { createContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { toRulesText, type ShownRules } from "@conquest/shared/contracts/rules";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, allowed, aMyContest, samplePermissions, sampleId } from "@conquest/shared/testing/samples";
import { stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { loadContestForm } from "../contest-form";
import { counts, openStep, submitContest } from "../testing/contest-pages";

const RULES: ShownRules = {
  version: 1,
  text: "No teams.",
  countries: ["BD"],
  countryNames: ["Bangladesh"],
  minimumAge: 16,
  disclosesAi: false,
  originalOnly: true,
};
const BECAUSE = "You can't change the rules after people join.";
const free = samplePermissions({ edit: { ...allowed, frozen: {} } });
const joined = samplePermissions({ edit: { ...allowed, frozen: { rules: BECAUSE } } });
const { deadline } = aMyContest();

/** Loads at once. */
class FakeImage {
  onload?: () => void;
  set src(_: string) {
    queueMicrotask(() => this.onload?.());
  }
}

const { Image } = globalThis;
beforeAll(() => void (globalThis.Image = FakeImage as unknown as typeof Image));
afterAll(() => void (globalThis.Image = Image));
beforeAll(loadContestForm);
beforeEach(() => sessionStorage.clear());

describe("editing a contest", () => {
  async function edit(details: Partial<ContestDetails>) {
    const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
      session: { role: "creator" },
      answers: [
        counts,
        stub(listMyContests, [aMyContest()]),
        stub(getContestDetails, aContestDetails({ deadline, ...details })),
        stub(updateContest, { modifiedCount: 1, contest: aMyContest() }),
      ],
    });
    await page.user.click(await screen.findByRole("button", { name: "Edit" }));
    return { ...page, dialog: within(await screen.findByRole("dialog", { name: "Update Contest" })) };
  }
  const sent = ({ calls }: Awaited<ReturnType<typeof edit>>) =>
    calls.filter(({ endpoint }) => endpoint === updateContest).map(({ body }) => body);

  it("shows rules read-only once someone joined", async () => {
    const { dialog } = await edit({ may: joined, rules: RULES });
    const field = await dialog.findByLabelText("Rules");
    expect(field).toHaveValue(
      "You're at least 16 years old.\nYou live in Bangladesh.\nYour entry is your own original work.\nNo teams.",
    );
    expect(field).toHaveAttribute("readonly");
    expect(field).toHaveAccessibleDescription(BECAUSE);
  });

  it("leaves rules out once someone joined without any", async () => {
    const { dialog } = await edit({ may: joined, rules: null });
    await dialog.findByLabelText("Prize");
    expect(dialog.queryByText("Rules")).not.toBeInTheDocument();
  });

  it("sends rules only if changed", async () => {
    const page = await edit({ may: free, rules: RULES });
    await page.user.click(await page.dialog.findByRole("button", { name: "Edit rules" }));
    expect(page.dialog.getByLabelText("Minimum age")).toHaveValue("16");
    await page.user.type(page.dialog.getByLabelText("Other rules"), "!");
    await page.user.click(page.dialog.getByRole("button", { name: "Update Contest" }));
    await waitFor(() => expect(sent(page)).toEqual([{ rules: toRulesText({ ...RULES, text: "No teams.!" }) }]));
  });

  it("sends nothing about unchanged rules", async () => {
    const page = await edit({ may: free, rules: RULES });
    await page.user.type(await page.dialog.findByLabelText("Name"), "!");
    await page.user.click(page.dialog.getByRole("button", { name: "Update Contest" }));
    await waitFor(() => expect(sent(page)).toHaveLength(1));
    expect(Object.keys(sent(page)[0] as object)).toEqual(["name"]);
  });
});

describe("adding a contest", () => {
  const kept = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };
  const open = (...answers: Stub[]) =>
    renderAt("/dashboard/add_contest", CreatorRoutes, {
      session: { role: "creator" },
      answers: [counts, stub(createDraft, kept), stub(saveDraft, kept), ...answers],
    });
  async function fillIn({ user }: ReturnType<typeof open>) {
    for (const [label, text] of Object.entries({
      Name: "River stories",
      "Image URL": "https://example.com/river.webp",
      Description: "Tell a story of a river.",
      "Registration price": "200",
      Prize: "25000",
      Task: "Two pages.",
    })) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.selectOptions(screen.getByLabelText("Tags"), "Article Writing");
    await user.clear(screen.getByLabelText("Deadline"));
    await user.type(screen.getByLabelText("Deadline"), `31/12/${new Date().getFullYear() + 1}`);
  }

  it("shows the rules before submitting, and sends them", async () => {
    const page = open(
      stub(createContest, { insertedId: sampleId(5), contest: aMyContest() }),
      stub(listMyContests, [aMyContest()]),
    );
    await fillIn(page);
    await openStep(page.user, /Task and judging/);
    await page.user.click(screen.getByRole("button", { name: "Add rules" }));
    await page.user.keyboard("১৬");
    await page.user.click(screen.getByLabelText("AI use must be disclosed"));
    await openStep(page.user, /Check and submit/);
    const summary = await screen.findByText(/If you used AI, your entry says how\.$/);
    expect(summary).toHaveTextContent(/^You're at least/);
    await submitContest(page.user);
    await screen.findByText("Contest created successfully");
    const [body] = page.calls.filter(({ endpoint }) => endpoint === createContest).map((call) => call.body);
    expect(JSON.parse((body as { rules: string }).rules)).toMatchObject({ minimumAge: "১৬", disclosesAi: true });
  });

  it("explains what is wrong with an age, and keeps it", async () => {
    const page = open(stubUnreachable(createDraft));
    await fillIn(page);
    await openStep(page.user, /Task and judging/);
    await page.user.click(screen.getByRole("button", { name: "Add rules" }));
    await page.user.keyboard("200");
    await page.user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Enter a minimum age from 1 to 99")).toBeVisible();
    const age = screen.getByLabelText("Minimum age");
    expect(age).toHaveValue("200");
    expect(age).toHaveAccessibleDescription(/^Enter a minimum age from 1 to 99/);
    expect(age).toHaveFocus();
    await page.user.keyboard("{Backspace}");
    expect(age).toHaveFocus();
    expect(age).toBeValid();
    expect(screen.getByRole("button", { name: /Task and judging/ })).toHaveAttribute("aria-current", "step");
  });
});
