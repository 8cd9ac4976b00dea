import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { readEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { createContest, deleteContest, updateContest } from "@conquest/shared/contracts/publishing";
import { commentOnContest, getContestReview } from "@conquest/shared/contracts/review";
import { saveUser } from "@conquest/shared/contracts/session";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listCovers, uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { deleteUser, getUser, updateProfile } from "@conquest/shared/contracts/users";
import { files } from "../../database/schema/files";
import { MARKER_FILE } from "./store/mount-marker";
import { testServer, type Person } from "../../testing/test-server";
import { aContestForm, contestSteps } from "../../testing/contest-steps";

const folder = mkdtempSync(path.join(tmpdir(), "conquest-pictures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const site = testServer({ config: { files: { kind: "folder", folder } } });
const { api, people, clock } = site;
const steps = contestSteps(site);
const DAY = 24 * 60 * 60_000;

const countFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== MARKER_FILE,
  ).length;
const createPicture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: "#0b5f47" } })
    .jpeg()
    .toBuffer();
const upload = async (person: Person, content?: Buffer) =>
  (await api.as(person).call(uploadPicture, { query: { name: "cover.jpg" }, body: content ?? (await createPicture()) }))
    .address;
const fetchPicture = (address: string, headers: Record<string, string> = {}) =>
  api.send({ method: "GET", url: address, headers });
const exists = async (address: string) => (await fetchPicture(address)).statusCode === 200;
const change = (person: Person, id: string, image: string) =>
  api.as(person).call(updateContest, { params: { id }, body: { image } });
const refusal = { status: 422, fields: { image: expect.stringContaining("Upload it again") as string } };

describe("an uploaded picture", () => {
  it("is public in every width, in the best format the browser accepts", async () => {
    const address = await upload(await people.creator(), await createPicture(2400, 1200));
    expect(address).toMatch(/^\/media\/pictures\/[0-9a-f-]{36}\.jpg$/);
    const whole = await fetchPicture(address);
    expect(whole.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=86400",
      "x-content-type-options": "nosniff",
    });
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ width: 1920, height: 960 });
    for (const [accept, type] of [
      ["image/avif,image/webp,*/*", "image/avif"],
      ["image/webp,*/*", "image/webp"],
      ["*/*", "image/webp"],
    ] as const) {
      const small = await fetchPicture(`${address}?w=480&v=abc`, { accept });
      expect(small.headers).toMatchObject({ "content-type": type, vary: expect.stringContaining("Accept") });
      expect((await sharp(small.rawPayload).metadata()).width).toBe(480);
      expect(
        (await fetchPicture(`${address}?w=480`, { accept, "if-none-match": String(small.headers["etag"]) })).statusCode,
      ).toBe(304);
    }
  });

  it.each(["?w=481", "?w=", "?w=0"])("responds 404 for the width %s", async (query) => {
    expect((await fetchPicture((await upload(await people.user())) + query)).statusCode).toBe(404);
  });

  it.each(["none.jpg", "..%2f..%2fetc%2fpasswd", "00000000-0000-4000-8000-000000000000.jpg", "%00.jpg", ""])(
    "responds 404 for /media/pictures/%s",
    async (name) => {
      const answer = await fetchPicture(`/media/pictures/${name}`);
      expect(answer.statusCode).toBe(404);
      errorBody.parse(answer.json());
    },
  );

  it("must be a picture of a signed-in user", async () => {
    const person = await people.user();
    const call = { query: { name: "cover.pdf" }, body: Buffer.from("%PDF-1.7\n%%EOF") };
    expect(await api.as(person).expectError(uploadPicture, call)).toMatchObject({
      status: 422,
      message: "This is a PDF. Choose an image.",
    });
    expect(
      await api.expectError(uploadPicture, { query: { name: "cover.jpg" }, body: await createPicture() }),
    ).toMatchObject({ status: 401 });
    expect(await site.db.select().from(files)).toEqual([]);
  });

  it("responds 404 for another extension", async () => {
    const address = await upload(await people.user());
    expect(await exists(address.replace(".jpg", ".png"))).toBe(false);
  });

  it("is not usable as an entry file, nor the other way round", async () => {
    const [creator, person] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await steps.join(person, contestId);
    const address = await upload(person);
    const id = /[0-9a-f-]{36}/.exec(address)![0];
    expect(
      await api.as(person).expectError(submitEntry, { params: { contestId }, body: { text: "Mine", files: [id] } }),
    ).toMatchObject({ status: 422 });
    expect(await api.as(person).expectError(readEntryFile, { params: { id } })).toMatchObject({ status: 404 });
    const { _id } = await api
      .as(creator)
      .call(uploadEntryFile, { query: { name: "mine.jpg" }, body: await createPicture() });
    expect(await exists(`/media/pictures/${_id}.jpg`)).toBe(false);
    expect(
      await api.as(creator).expectError(createContest, { body: aContestForm({ image: `/media/pictures/${_id}.jpg` }) }),
    ).toMatchObject(refusal);
  });
});

describe("a contest's picture", () => {
  it("is deleted with the contest or when replaced", async () => {
    const creator = await people.creator();
    const [first, second] = [await upload(creator), await upload(creator)];
    const id = await steps.create(creator, { image: first });
    expect((await change(creator, id, second)).contest.image).toBe(second);
    await site.app.files.sweep();
    expect(await site.db.select().from(files)).toMatchObject([{ contestId: id }]);
    clock.advance(2 * DAY);
    await site.app.files.sweep();
    expect(await exists(second)).toBe(true);
    const back = await site.signInAgain(creator);
    await change(back, id, "https://pictures.example/poster.png");
    await site.app.files.sweep();
    expect(countFiles()).toBe(0);

    const third = await upload(back);
    const other = await steps.create(back, { image: third, deadline: "2026-03-20T08:00:00Z" });
    await api.as(back).call(deleteContest, { params: { id: other }, body: {} });
    await site.app.files.sweep();
    expect([countFiles(), await site.db.select().from(files)]).toEqual([0, []]);
  });

  it("is kept for admins while a review compares with it", async () => {
    const [creator, admin] = [await people.creator(), await people.admin()];
    const [first, second, third] = [await upload(creator), await upload(creator), await upload(creator)];
    const id = await steps.create(creator, { image: first });
    const decide = () =>
      api
        .as(admin)
        .call(commentOnContest, {
          params: { id },
          body: { text: "Another picture, please.", decision: "changes_requested" },
        });
    const before = async () => (await api.as(admin).call(getContestReview, { params: { id } })).base!.pictureId;
    const picture = (pictureId: string, person: Person) =>
      api.as(person).send({ method: "GET", url: `/api/contest-pictures/${pictureId}?w=320` });
    const sweep = () => site.app.files.sweep();

    await decide();
    for (const image of [second, "https://pictures.example/poster.png", third]) {
      await change(creator, id, image);
      await sweep();
    }
    const baseId = (await before())!;
    expect(first).toContain(baseId);
    expect([await exists(first), await exists(second), await exists(third)]).toEqual([false, false, true]);
    const shown = await picture(baseId, admin);
    expect(shown).toMatchObject({
      statusCode: 200,
      headers: { "content-type": "image/webp", "cache-control": "private, no-cache" },
    });
    for (const person of [creator, await people.user()]) expect((await picture(baseId, person)).statusCode).toBe(403);
    expect(await api.as(creator).expectError(createContest, { body: aContestForm({ image: first }) })).toMatchObject(
      refusal,
    );
    await change(creator, id, first);
    const fourth = await upload(creator);
    await change(creator, id, fourth);

    await decide();
    await sweep();
    expect(fourth).toContain((await before())!);
    expect((await picture(baseId, admin)).statusCode).toBe(404);
    expect(await site.db.select().from(files)).toHaveLength(1);

    await change(creator, id, await upload(creator));
    expect(await site.db.select().from(files)).toHaveLength(2);
    await api.as(creator).call(deleteContest, { params: { id }, body: {} });
    await sweep();
    expect(await site.db.select().from(files)).toEqual([]);
  });

  it("must be uploaded by the creator and used only once", async () => {
    const [creator, other] = [await people.creator(), await people.creator()];
    const [used, strange] = [await upload(creator), await upload(other)];
    const id = await steps.create(creator, { image: used });
    for (const image of [used, strange, `/media/pictures/${crypto.randomUUID()}.jpg`, used.replace(".jpg", ".png")]) {
      expect(await api.as(creator).expectError(createContest, { body: aContestForm({ image }) })).toMatchObject(
        refusal,
      );
    }
    expect(
      await api.as(creator).expectError(updateContest, { params: { id }, body: { image: strange } }),
    ).toMatchObject(refusal);
    expect((await steps.stored(id))?.image).toBe(used);
    expect((await change(creator, id, used)).modifiedCount).toBe(0);
  });

  it("is deleted if unused for a day", async () => {
    const creator = await people.creator();
    const address = await upload(creator);
    clock.advance(DAY + 1);
    await site.app.files.sweep();
    expect(countFiles()).toBe(0);
    const back = await site.signInAgain(creator);
    expect(
      await api
        .as(back)
        .expectError(createContest, { body: aContestForm({ image: address, deadline: "2026-03-20T08:00:00Z" }) }),
    ).toMatchObject(refusal);
  });
});

describe("a profile picture", () => {
  const update = (person: Person, photoUrl: string) => api.as(person).call(updateProfile, { body: { photoUrl } });

  it("is deleted when replaced and with the user, like unused uploads", async () => {
    const [person, admin] = [await people.user(), await people.admin()];
    const [first, second] = [await upload(person), await upload(person)];
    expect((await update(person, first)).image).toBe(first);
    expect((await update(person, second)).image).toBe(second);
    expect((await update(person, second)).image).toBe(second);
    await site.app.files.sweep();
    expect(await site.db.select().from(files)).toMatchObject([{ userId: person.id }]);
    const [unused, anothers] = [await upload(person), await upload(admin)];
    await api.as(admin).call(deleteUser, { params: { id: person.id } });
    expect([await exists(unused), await exists(anothers)]).toEqual([false, true]);
    await site.app.files.sweep();
    expect(await site.db.select().from(files)).toMatchObject([{ uploaderId: admin.id }]);
  });

  it("is rejected if it belongs to another user or a contest", async () => {
    const [person, creator] = [await people.user(), await people.creator()];
    const [own, used] = [await upload(person), await upload(creator)];
    await steps.create(creator, { image: used });
    for (const [who, photoUrl] of [
      [creator, own],
      [creator, used],
    ] as const) {
      expect(await api.as(who).expectError(updateProfile, { body: { name: "Another", photoUrl } })).toMatchObject({
        status: 422,
        fields: { photoUrl: refusal.fields.image },
      });
    }
    expect((await api.as(creator).call(getUser, { params: { email: creator.email } })).name).toBe(creator.name);
  });

  it("is not taken from a sign-in", async () => {
    const [person, other] = [await people.user(), await people.user()];
    const address = await upload(other);
    expect((await api.as(person).call(saveUser, { body: { image: address } })).image).toBe("");
  });
});

it("lists the site's covers for every tag, and all exist", async () => {
  const covers = await api.call(listCovers, {});
  expect(new Set(covers.map(({ tag }) => tag))).toEqual(new Set(TAGS));
  for (const { address } of covers) expect(await exists(address)).toBe(true);
});
