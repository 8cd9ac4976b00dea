import { createDraft, duplicateContest, getDraft, previewDraft } from "@conquest/shared/contracts/drafts";
import { toFieldsText, type EntryField } from "@conquest/shared/contracts/entry-fields";
import { createContest, listMyContests, updateContest } from "@conquest/shared/contracts/publishing";
import { confirmContest, getContestReview } from "@conquest/shared/contracts/review";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { testServer } from "../../testing/test-server";

const server = testServer();
const { api, people } = server;
const steps = contestSteps(server);

const TITLE: EntryField = { help: "As on the card.", kind: "short", label: "Title", options: [], isRequired: true };
const SIZE: EntryField = { help: "", kind: "one", label: "Size", options: ["A3", "A2"], isRequired: false };

const refusal = async (entryFields: unknown) =>
  api
    .as(await people.creator())
    .expectError(createContest, { body: aContestForm({ entryFields: entryFields as string }) });

describe("the entry form of a contest", () => {
  it("is stored and sent in its order, as a list or a text", async () => {
    const creator = await people.creator();
    const typed = toFieldsText([
      { ...TITLE, label: "  Title ", options: ["left over from another kind"] },
      { kind: "short", label: " ", help: "", isRequired: true, options: [] },
      { ...SIZE, options: ["A3", "", " A2 "] },
    ]);
    for (const entryFields of [[TITLE, SIZE], typed]) {
      const { insertedId, contest } = await api
        .as(creator)
        .call(createContest, { body: aContestForm({ entryFields }) });
      expect(contest.entryFields).toEqual([TITLE, SIZE]);
      expect((await steps.details(creator, insertedId)).entryFields).toEqual([TITLE, SIZE]);
      const [listed] = await api.as(creator).call(listMyContests, { params: { email: creator.email } });
      expect(listed!.entryFields).toEqual([TITLE, SIZE]);
    }
    const plain = await steps.create(creator);
    expect((await steps.details(creator, plain)).entryFields).toEqual([]);
  });

  const options = (count: number) => Array.from({ length: count }, (_, n) => `Option ${n}`);
  it.each([
    ["eleven fields", options(11).map((label) => ({ ...TITLE, label })), "Add at most 10 fields"],
    ["a missing label", [TITLE, { ...SIZE, label: " " }], "Enter a label for field 2"],
    ["a long label", [{ ...TITLE, label: "x".repeat(151) }], "Use at most 150 characters for the label of field 1"],
    ["a long help", [{ ...TITLE, help: "x".repeat(301) }], "Use at most 300 characters for the help text of field 1"],
    ["equal labels", [TITLE, { ...SIZE, label: "title" }], "Give each field a different label"],
    ["line breaks", [{ ...TITLE, label: "One\ntwo" }], "Remove line breaks and hidden control characters"],
    ["an unknown kind", [{ ...TITLE, kind: "date" }], "Choose the kind of field 1"],
    ["one option", [{ ...SIZE, options: ["A3", " "] }], "Enter at least 2 options for field 1, one per line"],
    ["many options", [{ ...SIZE, options: options(21) }], "Enter at most 20 options for field 1"],
    ["equal options", [{ ...SIZE, options: ["A3", "A3 "] }], "Enter each option of field 1 only once"],
    [
      "a long option",
      [{ ...SIZE, options: ["A3", "x".repeat(81)] }],
      "Use at most 80 characters for each option of field 1",
    ],
    ["an unreadable text", "not JSON", "This entry form can't be read. Add its fields again."],
    ["a text with other content", '{"a":1}', "This entry form can't be read. Add its fields again."],
  ])("is refused with %s", async (_, entryFields, because) => {
    expect(await refusal(entryFields)).toMatchObject({ status: 422, fields: { entryFields: because } });
  });

  it.each([[[{ label: 7 }]], [{}], [7], [[null]]])("is refused as %j", async (entryFields) => {
    expect(await refusal(entryFields)).toMatchObject({ status: 422 });
  });

  it("is reviewed again after a change, and frozen once someone has joined", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { entryFields: [TITLE] });
    const change = (entryFields: EntryField[]) => ({ params: { id }, body: { entryFields } });
    expect(await api.as(creator).call(updateContest, change([TITLE]))).toMatchObject({ modifiedCount: 0 });
    const { contest } = await api.as(creator).call(updateContest, change([TITLE, SIZE]));
    expect(contest).toMatchObject({ entryFields: [TITLE, SIZE], phase: "in_review" });
    const admin = await people.admin();
    const review = await api.as(admin).call(getContestReview, { params: { id } });
    expect(review.base?.terms.entryFields).toEqual([TITLE]);
    expect(review.asVisitors.entryFields).toEqual([TITLE, SIZE]);
    await api.as(admin).call(confirmContest, { params: { id }, body: { status: "open" } });
    await steps.join(await people.user(), id);

    const because = "You can't change the entry form after people join.";
    expect(await api.as(creator).expectError(updateContest, change([]))).toMatchObject({
      status: 409,
      code: "terms_frozen",
      fields: { entryFields: because },
    });
    expect((await steps.details(creator, id)).may.edit.frozen).toMatchObject({ entryFields: because });
    expect((await steps.details(creator, id)).entryFields).toEqual([TITLE, SIZE]);
  });

  it("is kept by edits of older pages, which do not send it", async () => {
    const creator = await people.creator();
    const id = await steps.open(creator, { entryFields: [TITLE] });
    await api.as(creator).call(updateContest, { params: { id }, body: { name: "Another name" } });
    expect((await steps.details(creator, id)).entryFields).toEqual([TITLE]);
  });

  it("is part of drafts, their preview, and copies of the contest", async () => {
    const creator = await people.creator();
    const entryFields = toFieldsText([TITLE, SIZE]);
    const { _id } = await api
      .as(creator)
      .call(createDraft, { body: { form: { ...(aContestForm() as object), entryFields } } });
    expect((await api.as(creator).call(getDraft, { params: { id: _id } })).form.entryFields).toBe(entryFields);
    const preview = await api.as(creator).call(previewDraft, { params: { id: _id } });
    expect(preview.contest?.entryFields).toEqual([TITLE, SIZE]);

    const id = await steps.open(creator, { entryFields });
    const copy = await api.as(creator).call(duplicateContest, { params: { id } });
    const { form } = await api.as(creator).call(getDraft, { params: { id: copy._id } });
    expect(JSON.parse(form.entryFields)).toEqual([TITLE, SIZE]);
  });

  it("names an unfinished field in the preview of a draft", async () => {
    const creator = await people.creator();
    const form = { ...(aContestForm() as object), entryFields: toFieldsText([{ ...SIZE, options: [] }]) };
    const { _id } = await api.as(creator).call(createDraft, { body: { form } });
    expect((await api.as(creator).call(previewDraft, { params: { id: _id } })).missing).toMatchObject({
      entryFields: "Enter at least 2 options for field 1, one per line",
    });
  });
});
