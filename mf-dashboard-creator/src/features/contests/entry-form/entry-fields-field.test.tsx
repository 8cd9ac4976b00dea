import { act, screen, waitFor, within } from "@testing-library/react";
import { MAX_ENTRY_FIELDS, toFieldsText, type EntryField } from "@conquest/shared/contracts/entry-fields";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { createContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aMyContest, allowed, sampleId, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { loadContestForm } from "../contest-form";
import { counts, openStep } from "../testing/contest-pages";

const kept = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };
const created = stub(createContest, { insertedId: sampleId(5), contest: aMyContest({ _id: sampleId(5) }) });
const listed = stub(listMyContests, [aMyContest({ _id: sampleId(5) })]);

/** Loads every picture immediately. */
class FakeImage {
  onload?: () => void;
  set src(_: string) {
    queueMicrotask(() => this.onload?.());
  }
}

const { Image } = globalThis;
beforeAll(loadContestForm);
beforeAll(() => void (globalThis.Image = FakeImage as unknown as typeof Image));
afterAll(() => void (globalThis.Image = Image));
beforeEach(() => sessionStorage.clear());

const group = () => within(screen.getByRole("group", { name: /^Entry form/ }));
const row = (n: number) => within(screen.getByRole("group", { name: `Field ${n}` }));

async function open(answers: readonly Stub[] = []) {
  const page = renderAt("/dashboard/add_contest", CreatorRoutes, {
    session: { role: "creator" },
    answers: [counts, stub(createDraft, kept), stub(saveDraft, kept), ...answers],
  });
  await openStep(page.user, /Task and judging/);
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;

const addField = ({ user }: Page) => user.click(screen.getByRole("button", { name: "Add a field" }));
const sent = ({ calls }: Page, endpoint: typeof createContest | typeof updateContest) =>
  calls.filter((call) => call.endpoint === endpoint).map(({ body }) => body as { entryFields?: string });

async function fillIn({ user }: Page) {
  const texts = {
    Name: "River stories",
    "Image URL": "https://example.com/river.webp",
    Description: "Tell a story of a river.",
    "Registration price": "200",
    Prize: "25000",
    Task: "Two pages.",
  };
  for (const [label, text] of Object.entries(texts)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByLabelText("Tags"), "Article Writing");
  await user.clear(screen.getByLabelText("Deadline"));
  await user.type(screen.getByLabelText("Deadline"), `31/12/${new Date().getFullYear() + 1}`);
}

describe("the editor of the entry form", () => {
  it("adds, moves and removes fields, shows them before submitting and sends them", async () => {
    const page = await open([created, listed]);
    await fillIn(page);
    await openStep(page.user, /Task and judging/);
    expect(group().queryByRole("textbox")).not.toBeInTheDocument();
    await addField(page);
    expect(row(1).getByLabelText("Label")).toHaveFocus();
    await page.user.keyboard("Title");
    await page.user.type(row(1).getByLabelText("Help text (optional)"), "As on the card.");
    await addField(page);
    await page.user.keyboard("Mistake");
    await addField(page);
    await page.user.keyboard("Size");
    await page.user.selectOptions(row(3).getByLabelText("Kind"), "One choice");
    await page.user.type(row(3).getByLabelText("Options"), "A3\nA2");
    await page.user.click(row(3).getByLabelText("Required"));
    await page.user.click(screen.getByRole("button", { name: "Remove field 2" }));
    expect(row(2).getByLabelText("Label")).toHaveFocus();
    expect(row(2).getByLabelText("Label")).toHaveValue("Size");
    await page.user.click(screen.getByRole("button", { name: "Move field 2 up" }));
    expect(row(1).getByLabelText("Label")).toHaveValue("Size");
    expect(row(1).getByLabelText("Label")).toHaveFocus();
    expect(screen.getByRole("button", { name: "Move field 1 up" })).toBeDisabled();
    await addField(page);
    await page.user.selectOptions(row(3).getByLabelText("Kind"), "Consent");
    await page.user.type(row(3).getByLabelText("What people agree to"), "I drew it myself.");

    await openStep(page.user, /Check and submit/);
    const summary = (await screen.findByText(/^Size \(One choice, optional\)/)).textContent;
    expect(summary).toBe(
      "Size (One choice, optional)\nTitle (Short text, required)\nI drew it myself. (Consent, required)",
    );
    await page.user.click(screen.getByRole("button", { name: "Add Contest" }));
    await screen.findByText("Contest created successfully");
    expect(JSON.parse(sent(page, createContest)[0]!.entryFields!)).toEqual([
      { kind: "one", label: "Size", help: "", isRequired: false, options: ["A3", "A2"] },
      { kind: "short", label: "Title", help: "As on the card.", isRequired: true, options: [] },
      { kind: "consent", label: "I drew it myself.", help: "", isRequired: true, options: [] },
    ]);
  });

  it("explains each problem at its input, and keeps what was typed", async () => {
    const page = await open();
    await fillIn(page);
    await openStep(page.user, /Task and judging/);
    await addField(page);
    await page.user.keyboard("Title");
    await addField(page);
    await page.user.type(row(2).getByLabelText("Help text (optional)"), "Without a label");
    await addField(page);
    await page.user.keyboard("title");
    await page.user.selectOptions(row(3).getByLabelText("Kind"), "One choice");
    await page.user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await group().findByText("Enter a label for field 2")).toBeVisible();
    expect(row(2).getByLabelText("Label")).toHaveAccessibleDescription("Enter a label for field 2");
    expect(row(2).getByLabelText("Label")).toHaveFocus();
    expect(row(3).getByLabelText("Label")).toHaveAccessibleDescription("Give each field a different label");
    expect(row(3).getByLabelText("Options")).toHaveAccessibleDescription(
      expect.stringContaining("Enter at least 2 options for field 3, one per line"),
    );
    expect(row(1).getByLabelText("Label")).toBeValid();
    expect(screen.getByRole("group", { name: /^Entry form/ })).not.toHaveAccessibleDescription(/Enter a label/);
    expect(row(2).getByLabelText("Help text (optional)")).toHaveValue("Without a label");
    expect(sent(page, createContest)).toEqual([]);
  });

  it("has at most ten fields, and gets the focus after removing the last", async () => {
    const page = await open();
    for (let n = 1; n <= MAX_ENTRY_FIELDS; n += 1) await addField(page);
    expect(screen.queryByRole("button", { name: "Add a field" })).not.toBeInTheDocument();
    for (let n = MAX_ENTRY_FIELDS; n >= 1; n -= 1)
      await page.user.click(screen.getByRole("button", { name: `Remove field ${n}` }));
    expect(screen.getByRole("group", { name: /^Entry form/ })).toHaveFocus();
  });
});

describe("the entry form of an existing contest", () => {
  const FIELD: EntryField = { help: "", kind: "short", label: "Title", options: [], isRequired: true };
  const because = "You can't change the entry form after people join.";

  async function edit(isLocked: boolean, entryFields: EntryField[], answers: Stub[] = []) {
    const may = samplePermissions({ edit: { ...allowed, frozen: isLocked ? { entryFields: because } : {} } });
    const page = renderAt("/dashboard/my_created_contests", CreatorRoutes, {
      session: { role: "creator" },
      answers: [
        counts,
        stub(listMyContests, [aMyContest({ may })]),
        stub(getContestDetails, aContestDetails({ may, entryFields })),
        ...answers,
      ],
    });
    await page.user.click(await screen.findByRole("button", { name: /^Edit/ }));
    await screen.findByLabelText("Task");
    return page;
  }

  it("is readable but locked once someone has joined, and hidden if there is none", async () => {
    const page = await edit(true, [FIELD]);
    const form = screen.getByLabelText("Entry form");
    expect(form).toHaveValue("Title (Short text, required)");
    expect(form).toHaveAttribute("readonly");
    expect(form).toHaveAccessibleDescription(because);
    page.unmount();
    await edit(true, []);
    expect(screen.queryByLabelText("Entry form")).not.toBeInTheDocument();
  });

  it("is sent alone if nothing else changed", async () => {
    const saved = stub(updateContest, { modifiedCount: 1, contest: aMyContest() });
    const page = await edit(false, [FIELD], [saved]);
    await act(() => loadContestForm());
    await page.user.type(await screen.findByLabelText("Label"), " of your work");
    await page.user.click(screen.getByRole("button", { name: "Update Contest" }));
    await waitFor(() =>
      expect(sent(page, updateContest)).toEqual([
        { entryFields: toFieldsText([{ ...FIELD, label: "Title of your work" }]) },
      ]),
    );
  });
});
