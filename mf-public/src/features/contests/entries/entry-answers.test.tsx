import { screen, waitFor, within } from "@testing-library/react";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getMyEntry, submitEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { aContestDetails, allowed, anEntry, deniedBecause, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, CLOSED, renderContest } from "../testing/render-contest";

const field = (kind: EntryField["kind"], label: string, overrides: Partial<EntryField> = {}): EntryField => ({
  help: "",
  kind,
  label,
  options: [],
  isRequired: false,
  ...overrides,
});
const FIELDS = [
  field("short", "Title", { isRequired: true, help: "As on the card." }),
  field("long", "Story"),
  field("number", "Height"),
  field("one", "Technique", { options: ["Ink", "Pencil"] }),
  field("several", "Materials", { options: ["Bamboo", "Cloth", "Rope"] }),
  field("link", "Earlier work"),
  field("consent", "I drew it myself.", { isRequired: true }),
];
const ANSWERS: EntryAnswer[] = [
  { kind: "short", label: "Title", value: "A roof" },
  { kind: "long", label: "Story", value: "First the frame." },
  { kind: "number", label: "Height", value: 3.2 },
  { kind: "one", label: "Technique", value: "Ink" },
  { kind: "several", label: "Materials", value: ["Bamboo", "Rope"] },
  { kind: "link", label: "Earlier work", value: "https://a.example" },
  { kind: "consent", label: "I drew it myself.", value: true },
];
const joined = {
  viewer: aViewer({ hasJoined: true }),
  may: samplePermissions({ submit: allowed }),
  entryFields: FIELDS,
};

beforeEach(() => sessionStorage.clear());

const open = (answers: Stub[], contest: object = joined) => renderContest(contest, {}, answers);
const section = async () => within(await screen.findByRole("region", { name: "Your entry" }));

describe("the entry form of a contest", () => {
  it("is filled in, sent in its order and shown afterwards", async () => {
    let entry: MyEntry | null = null;
    const { user, calls } = open([
      stub(getMyEntry, () => ({ entry })),
      stub(submitEntry, ({ body }) => (entry = anEntry({ text: body.text, answers: ANSWERS }))),
    ]);
    await user.type(await screen.findByLabelText("Text"), "My stall");
    await user.type(await screen.findByLabelText("Title"), "A roof");
    expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("As on the card.");
    await user.type(screen.getByLabelText("Story (optional)"), "First the frame.");
    await user.type(screen.getByLabelText("Height (optional)"), "3.2");
    await user.selectOptions(screen.getByLabelText("Technique (optional)"), "Ink");
    const materials = within(screen.getByRole("group", { name: "Materials (optional)" }));
    await user.click(materials.getByLabelText("Rope"));
    await user.click(materials.getByLabelText("Bamboo"));
    await user.type(screen.getByLabelText("Earlier work (optional)"), "https://a.example");
    await user.click(screen.getByLabelText("I drew it myself."));
    await user.click(screen.getByRole("button", { name: "Submit entry" }));

    const own = await section();
    await own.findByText("Your entry was submitted");
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).toMatchObject({
      answers: [
        { label: "Title", value: "A roof" },
        { label: "Story", value: "First the frame." },
        { label: "Height", value: "3.2" },
        { label: "Technique", value: "Ink" },
        { label: "Materials", value: ["Bamboo", "Rope"] },
        { label: "Earlier work", value: "https://a.example" },
        { label: "I drew it myself.", value: true },
      ],
    });
    expect((await own.findAllByRole("definition")).map(({ textContent }) => textContent)).toEqual([
      "A roof",
      "First the frame.",
      "3.2",
      "Ink",
      "BambooRope",
      "https://a.example",
      "Yes",
    ]);
    expect(own.getByRole("link", { name: "https://a.example" })).toHaveAttribute("rel", expect.stringContaining("ugc"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("shows what is wrong at each field and sends nothing", async () => {
    const { user, calls } = open([stub(getMyEntry, { entry: null })]);
    await user.type(await screen.findByLabelText("Text"), "My stall");
    await user.type(await screen.findByLabelText("Height (optional)"), "tall");
    await user.type(screen.getByLabelText("Earlier work (optional)"), "a.example");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await waitFor(() => expect(screen.getByLabelText("Title")).toBeInvalid());
    expect(screen.getByLabelText("Title")).toHaveAccessibleDescription("This field is required As on the card.");
    expect(screen.getByLabelText("Title")).toHaveFocus();
    expect(screen.getByLabelText("Height (optional)")).toBeInvalid();
    expect(screen.getByLabelText("Earlier work (optional)")).toHaveAccessibleDescription(/starts with https:/);
    expect(screen.getByLabelText("I drew it myself.")).toHaveAccessibleDescription(
      "You can submit only if you agree to this",
    );
    expect(calls.filter(({ endpoint }) => endpoint === submitEntry)).toEqual([]);
  });

  it("shows the server's errors at their fields and keeps the answers", async () => {
    const { user } = open(
      [
        stub(getMyEntry, { entry: null }),
        stubError(submitEntry, 422, "bad_input", "Check the highlighted fields and try again.", {
          "answers.0": "This title is taken",
        }),
      ],
      { ...joined, entryFields: [FIELDS[0]!] },
    );
    await user.type(await screen.findByLabelText("Text"), "My stall");
    await user.type(await screen.findByLabelText("Title"), "A roof");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("This title is taken")).toBeVisible();
    expect(screen.getByLabelText("Title")).toHaveValue("A roof");
  });

  it("appears if the server has one that this page did not know", async () => {
    let entryFields: EntryField[] = [];
    const { user, calls } = renderContest({}, {}, [
      stub(getContestDetails, () => aContestDetails({ ...joined, entryFields })),
      stub(getMyEntry, { entry: null }),
      stubError(submitEntry, 409, "entry_form_missing", "This contest has an entry form. Reload the page."),
    ]);
    await user.type(await screen.findByLabelText("Text"), "My stall");
    entryFields = FIELDS;
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await user.type(await screen.findByLabelText("Title"), "A roof");
    expect(screen.getByLabelText("Text")).toHaveValue("My stall");
    await user.click(screen.getByLabelText("Cloth"));
    await user.click(screen.getByLabelText("I drew it myself."));
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    const sent = () => calls.flatMap(({ endpoint, body }) => (endpoint === submitEntry ? [body] : []));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({
      answers: expect.arrayContaining([
        { label: "Title", value: "A roof" },
        { label: "Materials", value: ["Cloth"] },
        { label: "I drew it myself.", value: true },
      ]),
    });
  });

  it("is restored after a reload, from the draft of this tab", async () => {
    const answers = [stub(getMyEntry, { entry: null })];
    const first = open(answers);
    await first.user.type(await screen.findByLabelText("Title"), "A roof");
    await first.user.click(screen.getByLabelText("Cloth"));
    await first.user.click(screen.getByLabelText("I drew it myself."));
    first.unmount();
    open(answers);
    expect(await screen.findByDisplayValue("A roof")).toBeVisible();
    expect(screen.getByLabelText("Cloth")).toBeChecked();
    expect(screen.getByLabelText("Rope")).not.toBeChecked();
    expect(screen.getByLabelText("I drew it myself.")).toBeChecked();
  });

  it("keeps unsent answers with their questions after the form changed", async () => {
    const answers = [stub(getMyEntry, { entry: null })];
    const first = open(answers);
    await first.user.type(await screen.findByLabelText("Title"), "A roof");
    await first.user.type(screen.getByLabelText(/^Story/), "First the frame.");
    await first.user.click(screen.getByLabelText("I drew it myself."));
    first.unmount();
    const changed = [
      field("short", "Place"),
      field("long", "Story"),
      field("short", "Title"),
      field("consent", "I give all rights to my work.", { isRequired: true }),
    ];
    open(answers, { ...joined, entryFields: changed });
    expect(await screen.findByDisplayValue("A roof")).toHaveAccessibleName(/^Title/);
    expect(screen.getByLabelText(/^Story/)).toHaveValue("First the frame.");
    expect(screen.getByLabelText(/^Place/)).toHaveValue("");
    expect(screen.getByLabelText("I give all rights to my work.")).not.toBeChecked();
  });

  it("opens with the answers of the entry that is edited", async () => {
    const { user } = open([stub(getMyEntry, { entry: anEntry({ answers: ANSWERS }) })]);
    await user.click(await screen.findByRole("button", { name: "Edit entry" }));
    expect(await screen.findByLabelText("Title")).toHaveValue("A roof");
    expect(screen.getByLabelText("Height (optional)")).toHaveValue("3.2");
    expect(screen.getByLabelText("Technique (optional)")).toHaveValue("Ink");
    expect(screen.getByLabelText("Bamboo")).toBeChecked();
    expect(screen.getByLabelText("Cloth")).not.toBeChecked();
  });

  it("shows both versions if only the answers differ from another tab", async () => {
    let entry: MyEntry | null = null;
    const fromElsewhere = anEntry({
      text: "My stall",
      link: "",
      answers: [{ kind: "short", label: "Title", value: "From the other tab" }],
    });
    const first = open([stub(getMyEntry, () => ({ entry }))], { ...joined, entryFields: [FIELDS[0]!] });
    await first.user.type(await screen.findByLabelText("Text"), "My stall");
    await first.user.type(await screen.findByLabelText("Title"), "From this tab");
    first.unmount();
    entry = fromElsewhere;
    open([stub(getMyEntry, () => ({ entry }))], { ...joined, entryFields: [FIELDS[0]!] });
    const note = within(await screen.findByRole("alert"));
    expect(note.getByText("You submitted from another tab or device")).toBeVisible();
    expect(await note.findByText("From the other tab")).toBeInTheDocument();
    expect(await screen.findByLabelText("Title")).toHaveValue("From this tab");
  });

  it("asks nothing if the answers are equal, too", async () => {
    let entry: MyEntry | null = null;
    const answers = [stub(getMyEntry, () => ({ entry }))];
    const contest = { ...joined, entryFields: [FIELDS[0]!, FIELDS[2]!] };
    const first = open(answers, contest);
    await first.user.type(await screen.findByLabelText("Text"), "My stall");
    await first.user.type(await screen.findByLabelText("Title"), " A roof ");
    await first.user.type(screen.getByLabelText("Height (optional)"), "03.20");
    first.unmount();
    entry = anEntry({ text: "My stall", link: "", answers: [ANSWERS[0]!, ANSWERS[2]!] });
    open(answers, contest);
    expect(await screen.findByText("Your entry was submitted")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is shown to visitors before they join", async () => {
    renderContest({ entryFields: FIELDS });
    const form = within(await screen.findByRole("region", { name: "Entry form" }));
    expect(await form.findByText("Title")).toBeVisible();
    expect(form.getByText(/Short text, required/)).toBeVisible();
    expect(form.getByText("Ink · Pencil")).toBeVisible();
    expect(screen.queryByLabelText("Title")).not.toBeInTheDocument();
  });

  it("is missing in contests without one, which send no answers", async () => {
    const { user, calls } = open([stub(getMyEntry, { entry: null }), stub(submitEntry, anEntry())], {
      ...joined,
      entryFields: undefined,
    });
    await user.type(await screen.findByLabelText("Text"), "My stall");
    expect(screen.queryByText("Entry form")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === submitEntry)).toBe(true));
    expect(calls.find(({ endpoint }) => endpoint === submitEntry)?.body).not.toHaveProperty("answers");
  });

  it("shows the answers of a late entry", async () => {
    const at = "2026-03-02T08:00:00.000Z";
    const late = { text: "Almost in time", link: "", answers: [ANSWERS[0]!], arrivedAt: at, deadline: at };
    open([stub(getMyEntry, { entry: null, late })], {
      ...joined,
      may: samplePermissions({ submit: deniedBecause(CLOSED) }),
      phase: "judging",
    });
    expect(await screen.findByText("Almost in time")).toBeVisible();
    expect(await screen.findByText("A roof")).toBeVisible();
  });
});
