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
import { contests } from "../../../database/schema/contests";
import { contestDrafts, files } from "../../../database/schema/files";
import { uploadedAt } from "../../../platform/files/uploaded-pictures";
import { testServer, type Person } from "../../../testing/test-server";
import { aContestForm, contestSteps } from "../../../testing/contest-steps";
import { DAY, HOUR } from "../../../testing/test-clock";

const server = testServer();
const { api, people, clock } = server;
const { create, details, open } = contestSteps(server);

const begin = (person: Person, form: object = { name: "River stories" }) =>
  api.as(person).call(createDraft, { body: { form } });
const read = (person: Person, id: string) => api.as(person).call(getDraft, { params: { id } });
const upload = async (person: Person) => {
  const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#0b5f47" } })
    .jpeg()
    .toBuffer();
  return (await api.as(person).call(uploadPicture, { query: { name: "cover.jpg" }, body: content })).address;
};
const isThere = async (address: string) => (await api.send({ method: "GET", url: address })).statusCode === 200;
/** Also right after it went: what was shown is still known for a moment. */
const isKept = async (address: string) => (await server.db.$count(files, eq(files.id, uploadedAt(address)!))) > 0;
const stateOfFiles = async () =>
  (await server.db.select({ state: files.state, draftId: files.draftId, contestId: files.contestId }).from(files))[0];

describe("a draft", () => {
  it("is kept as it was typed, finished or not, and read on another device", async () => {
    const creator = await people.creator();
    const { _id, revision, savedAt } = await begin(creator, { name: " River ", prize: "a lot", deadline: "31/02" });
    expect({ revision, savedAt }).toEqual({ revision: 1, savedAt: "2026-03-02T06:00:00.000Z" });
    const elsewhere = await server.signedInAgain(creator);
    expect(await read(elsewhere, _id)).toEqual({
      _id,
      revision: 1,
      savedAt,
      form: { ...draftForm.parse({}), name: " River ", prize: "a lot", deadline: "31/02", hidesNames: true },
    });
  });

  it("is saved again and again, and says when", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator);
    clock.advance(HOUR);
    const saved = await api
      .as(creator)
      .call(saveDraft, { params: { id: _id }, body: { form: { name: "River songs" }, revision: 1 } });
    expect(saved).toEqual({ _id, revision: 2, savedAt: "2026-03-02T07:00:00.000Z" });
    expect((await read(creator, _id)).form.name).toBe("River songs");
  });

  it("is not written over by whoever has not seen its last state", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator);
    await api
      .as(creator)
      .call(saveDraft, { params: { id: _id }, body: { form: { name: "On the phone" }, revision: 1 } });
    const refusal = await api
      .as(creator)
      .refusal(saveDraft, { params: { id: _id }, body: { form: { name: "On the desk" }, revision: 1 } });
    expect(refusal).toMatchObject({ status: 409, code: "changed_elsewhere" });
    expect(await read(creator, _id)).toMatchObject({ revision: 2, form: { name: "On the phone" } });
  });

  it("is begun once under the name that its page gave it", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = "0b7d9b5e-5d7c-4c39-9f0d-0c9f2b6f1f11";
    const first = await api.as(creator).call(createDraft, { body: { form: { name: "River" }, id } });
    expect(first).toMatchObject({ _id: id, revision: 1 });
    for (const person of [creator, other]) {
      expect(await api.as(person).refusal(createDraft, { body: { form: { name: "Again" }, id } })).toMatchObject({
        status: 409,
        code: "changed_elsewhere",
      });
    }
    expect(await read(creator, id)).toMatchObject({ revision: 1, form: { name: "River" } });
    expect(await api.as(other).call(listDrafts, {})).toEqual([]);
    const loud = "9ED70000-0000-4000-8000-00000000ABCD";
    expect((await api.as(creator).call(createDraft, { body: { form: {}, id: loud } }))._id).toBe(loud.toLowerCase());
    expect(await api.as(creator).refusal(createDraft, { body: { form: {}, id: "river" } })).toMatchObject({
      status: 422,
    });
  });

  it("is one of several, the last saved first", async () => {
    const creator = await people.creator();
    const first = await begin(creator, { name: "First", image: "/media/covers/book-review-1.webp" });
    clock.advance(HOUR);
    const second = await begin(creator, {});
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

  it("is deleted by its creator, once", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator);
    expect(await api.as(creator).call(deleteDraft, { params: { id: _id } })).toEqual({ deletedCount: 1 });
    expect(await api.as(creator).refusal(deleteDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
    expect(
      await api.as(creator).refusal(saveDraft, { params: { id: _id }, body: { form: {}, revision: 1 } }),
    ).toMatchObject({ status: 404 });
    expect(await api.as(creator).call(listDrafts, {})).toEqual([]);
  });

  it("is nobody's but its creator's, and an admin's neither", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator);
    const body = { form: { name: "Taken" }, revision: 1 };
    for (const other of [await people.creator(), await people.admin(), await people.user()]) {
      expect(await api.as(other).refusal(getDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
      expect(await api.as(other).refusal(saveDraft, { params: { id: _id }, body })).toMatchObject({ status: 404 });
      expect(await api.as(other).refusal(deleteDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
      expect(await api.as(other).call(listDrafts, {})).toEqual([]);
    }
    expect(await api.refusal(getDraft, { params: { id: _id } })).toMatchObject({ status: 401 });
    expect(await read(creator, _id)).toMatchObject({ revision: 1, form: { name: "River stories" } });
  });

  it("is no contest, in no list and for no admin", async () => {
    const creator = await people.creator();
    await begin(creator, aContestForm());
    expect(await api.as(creator).call(listMyContests, { params: { email: creator.email } })).toEqual([]);
    expect(await server.db.select().from(contests)).toEqual([]);
  });

  it("is one of so many at most", async () => {
    const creator = await people.creator();
    for (let count = 0; count < MAX_DRAFTS; count++) await begin(creator);
    const refusal = await api.as(creator).refusal(createDraft, { body: { form: {} } });
    expect(refusal).toMatchObject({
      status: 409,
      code: "too_many_drafts",
      message: `You have ${MAX_DRAFTS} drafts, which is as many as one can. Please submit or delete one first.`,
    });
    await begin(await people.creator());
    const [first] = await api.as(creator).call(listDrafts, {});
    await api.as(creator).call(deleteDraft, { params: { id: first!._id } });
    await begin(creator);
  });

  it("is so long at most, and what is refused changes nothing", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator);
    const body = { form: { description: "x".repeat(MAX_DRAFT_LENGTH - 4999), task: "x".repeat(5000) }, revision: 1 };
    expect(await api.as(creator).refusal(saveDraft, { params: { id: _id }, body })).toMatchObject({ status: 422 });
    expect(
      await api
        .as(creator)
        .refusal(saveDraft, { params: { id: _id }, body: { form: { name: "a\u0000b" }, revision: 1 } }),
    ).toMatchObject({ status: 422 });
    expect(await read(creator, _id)).toMatchObject({ revision: 1, form: { name: "River stories" } });
  });

  it("takes half a sign for the sign of what cannot be written", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator, { name: "River \ud83c" });
    expect((await read(creator, _id)).form.name).toBe("River \ufffd");
  });

  it("keeps a picture that was uploaded for longer than a day, and lets go of it when another is chosen", async () => {
    const creator = await people.creator();
    const image = await upload(creator);
    const { _id } = await begin(creator, { image });
    clock.advance(2 * DAY);
    await server.app.files.sweep();
    expect(await isKept(image)).toBe(true);
    const later = await server.signedInAgain(creator);
    await api.as(later).call(saveDraft, { params: { id: _id }, body: { form: { image: "" }, revision: 1 } });
    await server.app.files.sweep();
    expect(await isKept(image)).toBe(false);
  });

  it("takes no picture of somebody else", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const image = await upload(other);
    const { _id } = await begin(creator, { image });
    expect(await stateOfFiles()).toMatchObject({ state: "here", draftId: null });
    const refusal = await api
      .as(creator)
      .refusal(createContest, { body: { ...aContestForm({ image }), draftId: _id } });
    expect(refusal).toMatchObject({
      status: 422,
      fields: { image: expect.stringContaining("Please upload it again") as string },
    });
    expect((await read(creator, _id)).form.image).toBe(image);
  });

  it("goes with its picture when it is deleted, and when its creator is removed", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [one, other] = [await upload(creator), await upload(creator)];
    const { _id } = await begin(creator, { image: one });
    await begin(creator, { image: other });
    await api.as(creator).call(deleteDraft, { params: { id: _id } });
    await server.app.files.sweep();
    expect([await isKept(one), await isKept(other)]).toEqual([false, true]);
    await api.as(admin).call(deleteUser, { params: { id: creator.id } });
    expect(await server.db.select().from(contestDrafts)).toEqual([]);
    await server.app.files.sweep();
    expect(await isKept(other)).toBe(false);
  });
});

describe("submitting a draft", () => {
  it("makes a contest of it, and the draft is gone", async () => {
    const creator = await people.creator();
    const image = await upload(creator);
    const { _id } = await begin(creator, aContestForm({ image }));
    const { insertedId, contest } = await api
      .as(creator)
      .call(createContest, { body: { ...aContestForm({ image }), draftId: _id } });
    expect(contest).toMatchObject({ status: "pending", phase: "in_review", image });
    expect(await stateOfFiles()).toEqual({ state: "here", draftId: null, contestId: insertedId });
    expect((await details(creator, insertedId)).name).toBe("Poster for a river festival");
    expect(await api.as(creator).call(listDrafts, {})).toEqual([]);
  });

  it("keeps the rules of every contest, and the draft where they refuse it", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator, { name: "Half" });
    expect(
      await api.as(creator).refusal(createContest, { body: { ...aContestForm({ prize: "" }), draftId: _id } }),
    ).toMatchObject({ status: 422 });
    const late = { ...aContestForm({ deadline: "2026-03-01T08:00:00Z" }), draftId: _id };
    expect(await api.as(creator).refusal(createContest, { body: late })).toMatchObject({
      status: 422,
      fields: { deadline: "Please choose a deadline in the future." },
    });
    expect(await read(creator, _id)).toMatchObject({ form: { name: "Half" } });
  });

  it("is refused for one that is gone, or somebody else's", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const { _id } = await begin(other);
    expect(await api.as(creator).refusal(createContest, { body: { ...aContestForm(), draftId: _id } })).toMatchObject({
      status: 409,
      code: "draft_gone",
    });
    const own = await begin(creator);
    await api.as(creator).call(createContest, { body: { ...aContestForm(), draftId: own._id } });
    expect(
      await api.as(creator).refusal(createContest, { body: { ...aContestForm(), draftId: own._id } }),
    ).toMatchObject({ status: 409, code: "draft_gone" });
    expect(await server.db.select().from(contests).where(eq(contests.creatorId, creator.id))).toHaveLength(1);
    expect(await read(other, _id)).toMatchObject({ revision: 1 });
  });
});

describe("a preview", () => {
  const preview = (person: Person, id: string) => api.as(person).call(previewDraft, { params: { id } });

  it("is the contest's page as visitors get it once it is open", async () => {
    const creator = await people.creator({ name: "Rahima" });
    const criteria = "Colour\nLine";
    const { _id } = await begin(creator, aContestForm({ criteria }));
    const shown = (await preview(creator, _id)).contest!;
    const id = await open(creator, { criteria });
    // Only its id, its creator's page and the number of contests that it now adds to differ.
    const now = await details(null, id);
    expect({
      ...shown,
      _id: id,
      creator: { ...shown.creator, publicId: now.creator.publicId, record: now.creator.record },
    }).toEqual(now);
  });

  it("says of each field that it is not fit yet", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator, aContestForm({ prize: "a lot", image: "" }));
    expect(await preview(creator, _id)).toEqual({
      contest: null,
      missing: { image: "This field is required", prize: expect.stringContaining("whole amount") as string },
    });
    const late = await begin(creator, aContestForm({ deadline: "2026-03-01T08:00:00Z", image: "" }));
    expect(await preview(creator, late._id)).toEqual({
      contest: null,
      missing: { image: "This field is required", deadline: "Please choose a deadline in the future." },
    });
  });

  it("leaves room for what is not written yet where a page can be without it, and says so", async () => {
    const creator = await people.creator();
    const { _id } = await begin(creator, aContestForm({ name: "River stories", description: "", image: "no address" }));
    const { contest, missing } = await preview(creator, _id);
    expect(contest).toMatchObject({ name: "River stories", description: "", image: "" });
    expect(Object.keys(missing).sort()).toEqual(["description", "image"]);
  });

  it("is its creator's alone", async () => {
    const { _id } = await begin(await people.creator(), aContestForm());
    for (const other of [await people.creator(), await people.admin(), await people.user()]) {
      expect(await api.as(other).refusal(previewDraft, { params: { id: _id } })).toMatchObject({ status: 404 });
    }
    expect(await api.refusal(previewDraft, { params: { id: _id } })).toMatchObject({ status: 401 });
    // At the address of contests there is none for anybody.
    expect(await api.refusal(getContestDetails, { params: { id: _id } })).toMatchObject({ status: 404 });
  });
});

describe("duplicating a contest", () => {
  it("begins a draft with all that it says, but for the deadline", async () => {
    const creator = await people.creator();
    const id = await open(creator, { hidesNames: false, criteria: ["Colour", "Line"] });
    const { _id } = await api.as(creator).call(duplicateContest, { params: { id } });
    expect((await read(creator, _id)).form).toEqual({
      ...aContestForm({ hidesNames: false, criteria: "Colour\nLine" }),
      deadline: "",
    });
    expect((await details(creator, id)).phase).toBe("open");
  });

  it("gives it a picture of its own, which stays when the contest goes", async () => {
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
    const later = await server.signedInAgain(creator);
    await api
      .as(later)
      .call(createContest, {
        body: { ...form, registrationPrice: "1", deadline: "2026-04-01T08:00:00Z", draftId: _id } as never,
      });
  });

  it("is for its owner, of whom there is room for one more", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const id = await open(creator);
    expect(await api.as(other).refusal(duplicateContest, { params: { id } })).toMatchObject({ status: 404 });
    expect(await api.as(await people.admin()).refusal(duplicateContest, { params: { id } })).toMatchObject({
      status: 403,
    });
    for (let count = 0; count < MAX_DRAFTS; count++) await begin(creator);
    expect(await api.as(creator).refusal(duplicateContest, { params: { id } })).toMatchObject({
      status: 409,
      code: "too_many_drafts",
    });
  });
});
