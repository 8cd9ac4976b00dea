import { eq } from "drizzle-orm";
import sharp from "sharp";
import {
  MAX_DRAFTS,
  MAX_DRAFT_LENGTH,
  createDraft,
  deleteDraft,
  draftForm,
  duplicateContest,
  getDraft,
  listDrafts,
  previewDraft,
  saveDraft,
} from "@conquest/shared/contracts/drafts";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { createContest, deleteContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { deleteUser } from "@conquest/shared/contracts/users";
import { contests } from "../../database/schema/contests";
import { contestDrafts, files } from "../../database/schema/files";
import { pictureIdOf } from "../../platform/files/uploaded-pictures";
import { testServer, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";
import { DAY, HOUR } from "../../testing/test-clock";

const server = testServer({ config: { languages: ["en", "bn"] } });
const { api, people, clock } = server;
const { create, details, open } = contestSteps(server);

const beginDraft = (person: Person, form: object = { name: "River stories" }) =>
  api.as(person).call(createDraft, { body: { form } });
const read = (person: Person, id: string) => api.as(person).call(getDraft, { params: { id } });
const upload = async (person: Person) => {
  const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#0b5f47" } })
    .jpeg()
    .toBuffer();
  return (await api.as(person).call(uploadPicture, { query: { name: "cover.jpg" }, body: content })).address;
};
const isThere = async (address: string) => (await api.send({ method: "GET", url: address })).statusCode === 200;
/** Checks the row, because a shown picture stays cached for a moment after its deletion. */
const isStored = async (address: string) => (await server.db.$count(files, eq(files.id, pictureIdOf(address)!))) > 0;
const stateOfFiles = async () =>
  (await server.db.select({ state: files.state, draftId: files.draftId, contestId: files.contestId }).from(files))[0];

describe("a draft", () => {
  it("is saved as typed, complete or not, and readable on another device", async () => {
    const creator = await people.creator();
    const { _id, revision, savedAt } = await beginDraft(creator, {
      name: " River ",
      prize: "a lot",
      deadline: "31/02",
    });
    expect({ revision, savedAt }).toEqual({ revision: 1, savedAt: "2026-03-02T06:00:00.000Z" });
    const elsewhere = await server.signInAgain(creator);
    expect(await read(elsewhere, _id)).toEqual({
      _id,
      revision: 1,
      savedAt,
      form: { ...draftForm.parse({}), name: " River ", prize: "a lot", deadline: "31/02", hidesNames: true },
    });
  });

  it("is saved repeatedly with the time of the save", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    clock.advance(HOUR);
    const saved = await api
      .as(creator)
      .call(saveDraft, { params: { id: _id }, body: { form: { name: "River songs" }, revision: 1 } });
    expect(saved).toEqual({ _id, revision: 2, savedAt: "2026-03-02T07:00:00.000Z" });
    expect((await read(creator, _id)).form.name).toBe("River songs");
  });

  it("rejects a save based on an outdated revision", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    await api
      .as(creator)
      .call(saveDraft, { params: { id: _id }, body: { form: { name: "On the phone" }, revision: 1 } });
    const refusal = await api
      .as(creator)
      .expectError(saveDraft, { params: { id: _id }, body: { form: { name: "On the desk" }, revision: 1 } });
    expect(refusal).toMatchObject({ status: 409, code: "changed_elsewhere" });
    expect(await read(creator, _id)).toMatchObject({ revision: 2, form: { name: "On the phone" } });
  });

  it("is created once under a client-generated id", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = "0b7d9b5e-5d7c-4c39-9f0d-0c9f2b6f1f11";
    const first = await api.as(creator).call(createDraft, { body: { form: { name: "River" }, id } });
    expect(first).toMatchObject({ _id: id, revision: 1 });
    for (const person of [creator, other]) {
      expect(await api.as(person).expectError(createDraft, { body: { form: { name: "Again" }, id } })).toMatchObject({
        status: 409,
        code: "changed_elsewhere",
      });
    }
    expect(await read(creator, id)).toMatchObject({ revision: 1, form: { name: "River" } });
    expect(await api.as(other).call(listDrafts, {})).toEqual([]);
    const uppercaseId = "9ED70000-0000-4000-8000-00000000ABCD";
    expect((await api.as(creator).call(createDraft, { body: { form: {}, id: uppercaseId } }))._id).toBe(
      uppercaseId.toLowerCase(),
    );
    expect(await api.as(creator).expectError(createDraft, { body: { form: {}, id: "river" } })).toMatchObject({
      status: 422,
    });
  });

  it("is listed by last save, newest first", async () => {
    const creator = await people.creator();
    const first = await beginDraft(creator, { name: "First", image: "/media/covers/book-review-1.webp" });
    clock.advance(HOUR);
    const second = await beginDraft(creator, {});
    expect(await api.as(creator).call(listDrafts, {})).toEqual([
      { _id: second._id, name: "", image: "", savedAt: second.savedAt },
      { _id: first._id, name: "First", image: "/media/covers/book-review-1.webp", savedAt: first.savedAt },
    ]);
    clock.advance(HOUR);
    await api
      .as(creator)
      .call(saveDraft, { params: { id: first._id }, body: { form: { name: "First" }, revision: 1 } });
    expect((await api.as(creator).call(listDrafts, {})).map(({ _id }) => _id)).toEqual([first._id, second._id]);
  });

  it("is deleted by its creator once", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    expect(await api.as(creator).call(deleteDraft, { params: { id: _id } })).toEqual({ deletedCount: 1 });
    expect(await api.as(creator).expectError(deleteDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
    expect(
      await api.as(creator).expectError(saveDraft, { params: { id: _id }, body: { form: {}, revision: 1 } }),
    ).toMatchObject({ status: 404 });
    expect(await api.as(creator).call(listDrafts, {})).toEqual([]);
  });

  it("is hidden from other users and admins", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    const body = { form: { name: "Taken" }, revision: 1 };
    for (const other of [await people.creator(), await people.admin(), await people.user()]) {
      expect(await api.as(other).expectError(getDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
      expect(await api.as(other).expectError(saveDraft, { params: { id: _id }, body })).toMatchObject({ status: 404 });
      expect(await api.as(other).expectError(deleteDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
      expect(await api.as(other).call(listDrafts, {})).toEqual([]);
    }
    expect(await api.expectError(getDraft, { params: { id: _id } })).toMatchObject({ status: 401 });
    expect(await read(creator, _id)).toMatchObject({ revision: 1, form: { name: "River stories" } });
  });

  it("appears in no contest list", async () => {
    const creator = await people.creator();
    await beginDraft(creator, aContestForm());
    expect(await api.as(creator).call(listMyContests, { params: { email: creator.email } })).toEqual([]);
    expect(await server.db.select().from(contests)).toEqual([]);
  });

  it("is limited in number", async () => {
    const creator = await people.creator();
    for (let count = 0; count < MAX_DRAFTS; count++) await beginDraft(creator);
    const refusal = await api.as(creator).expectError(createDraft, { body: { form: {} } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "too_many_drafts",
      message: `You've reached the limit of ${MAX_DRAFTS} drafts. Submit or delete one first.`,
    });
    await beginDraft(await people.creator());
    const [first] = await api.as(creator).call(listDrafts, {});
    await api.as(creator).call(deleteDraft, { params: { id: first!._id } });
    await beginDraft(creator);
  });

  it("is limited in length, and a rejected save changes nothing", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator);
    const body = { form: { description: "x".repeat(MAX_DRAFT_LENGTH - 4999), task: "x".repeat(5000) }, revision: 1 };
    expect(await api.as(creator).expectError(saveDraft, { params: { id: _id }, body })).toMatchObject({ status: 422 });
    expect(
      await api
        .as(creator)
        .expectError(saveDraft, { params: { id: _id }, body: { form: { name: "a\u0000b" }, revision: 1 } }),
    ).toMatchObject({ status: 422 });
    expect(await read(creator, _id)).toMatchObject({ revision: 1, form: { name: "River stories" } });
  });

  it("replaces a lone surrogate", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator, { name: "River \ud83c" });
    expect((await read(creator, _id)).form.name).toBe("River \ufffd");
  });

  it("keeps an uploaded picture until another one is chosen", async () => {
    const creator = await people.creator();
    const image = await upload(creator);
    const { _id } = await beginDraft(creator, { image });
    clock.advance(2 * DAY);
    await server.app.files.sweep();
    expect(await isStored(image)).toBe(true);
    const later = await server.signInAgain(creator);
    await api.as(later).call(saveDraft, { params: { id: _id }, body: { form: { image: "" }, revision: 1 } });
    await server.app.files.sweep();
    expect(await isStored(image)).toBe(false);
  });

  it("does not attach another user's picture", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const image = await upload(other);
    const { _id } = await beginDraft(creator, { image });
    expect(await stateOfFiles()).toMatchObject({ state: "here", draftId: null });
    const refusal = await api
      .as(creator)
      .expectError(createContest, { body: { ...aContestForm({ image }), draftId: _id } });
    expect(refusal).toMatchObject({
      status: 422,
      fields: { image: expect.stringContaining("Upload it again") as string },
    });
    expect((await read(creator, _id)).form.image).toBe(image);
  });

  it("is deleted with its picture, also when its creator is removed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [one, other] = [await upload(creator), await upload(creator)];
    const { _id } = await beginDraft(creator, { image: one });
    await beginDraft(creator, { image: other });
    await api.as(creator).call(deleteDraft, { params: { id: _id } });
    await server.app.files.sweep();
    expect([await isStored(one), await isStored(other)]).toEqual([false, true]);
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    expect(await server.db.select().from(contestDrafts)).toEqual([]);
    await server.app.files.sweep();
    expect(await isStored(other)).toBe(false);
  });
});

describe("submitting a draft", () => {
  it("creates a contest and deletes the draft", async () => {
    const creator = await people.creator();
    const image = await upload(creator);
    const { _id } = await beginDraft(creator, aContestForm({ image }));
    const { insertedId, contest } = await api
      .as(creator)
      .call(createContest, { body: { ...aContestForm({ image }), draftId: _id } });
    expect(contest).toMatchObject({ status: "pending", phase: "in_review", image });
    expect(await stateOfFiles()).toEqual({ state: "here", draftId: null, contestId: insertedId });
    expect((await details(creator, insertedId)).name).toBe("Poster for a river festival");
    expect(await api.as(creator).call(listDrafts, {})).toEqual([]);
  });

  it("applies the rules of contests and keeps a rejected draft", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator, { name: "Half" });
    expect(
      await api.as(creator).expectError(createContest, { body: { ...aContestForm({ prize: "" }), draftId: _id } }),
    ).toMatchObject({ status: 422 });
    const late = { ...aContestForm({ deadline: "2026-03-01T08:00:00Z" }), draftId: _id };
    expect(await api.as(creator).expectError(createContest, { body: late })).toMatchObject({
      status: 422,
      fields: { deadline: "Choose a deadline in the future." },
    });
    expect(await read(creator, _id)).toMatchObject({ form: { name: "Half" } });
  });

  it("rejects a deleted draft and another user's", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const { _id } = await beginDraft(other);
    expect(
      await api.as(creator).expectError(createContest, { body: { ...aContestForm(), draftId: _id } }),
    ).toMatchObject({ status: 409, code: "draft_gone" });
    const own = await beginDraft(creator);
    await api.as(creator).call(createContest, { body: { ...aContestForm(), draftId: own._id } });
    expect(
      await api.as(creator).expectError(createContest, { body: { ...aContestForm(), draftId: own._id } }),
    ).toMatchObject({ status: 409, code: "draft_gone" });
    expect(await server.db.select().from(contests).where(eq(contests.creatorId, creator.id))).toHaveLength(1);
    expect(await read(other, _id)).toMatchObject({ revision: 1 });
  });
});

describe("previewing a draft", () => {
  const preview = (person: Person, id: string) => api.as(person).call(previewDraft, { params: { id } });

  it("shows the contest page as visitors would see it", async () => {
    const creator = await people.creator({ name: "Rahima" });
    const criteria = "Colour\nLine";
    const { _id } = await beginDraft(creator, aContestForm({ criteria }));
    const shown = (await preview(creator, _id)).contest!;
    const id = await open(creator, { criteria });
    // Only the id, the opening, the creator's page and the creator's record differ.
    const now = await details(null, id);
    expect({
      ...shown,
      _id: id,
      openedAt: now.openedAt,
      creator: { ...shown.creator, publicId: now.creator.publicId, record: now.creator.record },
    }).toEqual(now);
  });

  it("reports each invalid field", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator, aContestForm({ prize: "a lot", image: "" }));
    expect(await preview(creator, _id)).toEqual({
      contest: null,
      missing: { image: "This field is required", prize: expect.stringContaining("whole number") as string },
    });
    const late = await beginDraft(creator, aContestForm({ deadline: "2026-03-01T08:00:00Z", image: "" }));
    expect(await preview(creator, late._id)).toEqual({
      contest: null,
      missing: { image: "This field is required", deadline: "Choose a deadline in the future." },
    });
  });

  it("reports invalid fields in the language of the page", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(creator, aContestForm({ image: "" }));
    const response = await api
      .as(creator)
      .send({
        method: previewDraft.method,
        url: `/api${previewDraft.path.replace(":id", _id)}`,
        headers: { "accept-language": "bn" },
      });
    expect(response.json()).toMatchObject({ missing: { image: "এই ঘরটি পূরণ করতে হবে" } });
  });

  it("leaves optional fields empty and reports them", async () => {
    const creator = await people.creator();
    const { _id } = await beginDraft(
      creator,
      aContestForm({ name: "River stories", description: "", image: "no address" }),
    );
    const { contest, missing } = await preview(creator, _id);
    expect(contest).toMatchObject({ name: "River stories", description: "", image: "" });
    expect(Object.keys(missing).sort()).toEqual(["description", "image"]);
  });

  it("is limited to the creator", async () => {
    const { _id } = await beginDraft(await people.creator(), aContestForm());
    for (const other of [await people.creator(), await people.admin(), await people.user()]) {
      expect(await api.as(other).expectError(previewDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
    }
    expect(await api.expectError(previewDraft, { params: { id: _id } })).toMatchObject({ status: 401 });
    expect(await api.expectError(getContestDetails, { params: { id: _id } })).toMatchObject({ status: 404 });
  });
});

describe("duplicating a contest", () => {
  it("copies everything except the deadline", async () => {
    const creator = await people.creator();
    const id = await open(creator, { hidesNames: false, criteria: ["Colour", "Line"] });
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    expect((await read(creator, _id)).form).toEqual({
      ...aContestForm({
        hidesNames: false,
        criteria: "Colour\nLine",
        criteriaWeights: "",
        morePrizes: "",
        rules: "",
        entryFields: "",
        visibility: "public",
        maxParticipants: "",
        maxTeamSize: "",
      }),
      deadline: "",
    });
    expect((await details(creator, id)).phase).toBe("open");
  });

  it("copies the picture, which survives deleting the contest", async () => {
    const creator = await people.creator();
    const image = await upload(creator);
    const id = await create(creator, { image });
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    const { form } = await read(creator, _id);
    expect(form.image).toMatch(/^\/media\/pictures\/.*\.jpg$/);
    expect(form.image).not.toBe(image);
    await api.as(creator).call(deleteContest, { params: { id }, body: {} });
    clock.advance(2 * DAY);
    await server.app.files.sweep();
    expect([await isThere(image), await isThere(form.image), await isThere(`${form.image}?w=480`)]).toEqual([
      false,
      true,
      true,
    ]);
    const later = await server.signInAgain(creator);
    await api
      .as(later)
      .call(createContest, {
        body: { ...form, registrationPrice: "1", deadline: "2026-04-01T08:00:00Z", draftId: _id } as never,
      });
  });

  it("is limited to the owner and the draft limit", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = await open(creator);
    expect(await api.as(other).expectError(duplicateContest, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.as(await people.admin()).expectError(duplicateContest, { params: { id } })).toMatchObject({
      status: 403,
    });
    for (let count = 0; count < MAX_DRAFTS; count++) await beginDraft(creator);
    expect(await api.as(creator).expectError(duplicateContest, { params: { id } })).toMatchObject({
      status: 409,
      code: "too_many_drafts",
    });
  });
});
