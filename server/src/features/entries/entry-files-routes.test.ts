import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { getMyEntry, listPublishedEntries, publishEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { listContestEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { deleteContest } from "@conquest/shared/contracts/publishing";
import { deleteUser } from "@conquest/shared/contracts/users";
import { buildApp } from "../../app";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { users } from "../../database/schema/people";
import { createDecompressionBomb } from "../../testing/decompression-bomb";
import { MARKER_FILE } from "../../platform/files/store/mount-marker";
import { anOfficeFile, aZip } from "../../testing/hostile-files";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";

const folder = mkdtempSync(path.join(tmpdir(), "conquest-entry-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const site = testServer({ config: { files: { kind: "folder", folder } } });
const { api, people, clock } = site;
const steps = contestSteps(site);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const storedNames = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MARKER_FILE)
    .map(({ name }) => name);
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const PDF = Buffer.from("%PDF-1.7\nA poster\n%%EOF");
const createPicture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: "#0b5f47" } })
    .png()
    .toBuffer();

const upload = (person: Person, name = "poster.pdf", content: Buffer = PDF) =>
  api.as(person).call(uploadEntryFile, { query: { name }, body: content });
const read = (person: Person | null, id: string, query = "", headers: Record<string, string> = {}) =>
  (person ? api.as(person) : api).send({ method: "GET", url: `/api/entry-files/${id}${query}`, headers });
const submit = (person: Person, contestId: string, body: { text?: string; files?: string[]; showIfWins?: boolean }) =>
  api.as(person).call(submitEntry, { params: { contestId }, body: { text: "My poster", ...body } });
const rejectedSubmit = (person: Person, contestId: string, ids: string[]) =>
  api.as(person).expectError(submitEntry, { params: { contestId }, body: { text: "My poster", files: ids } });

async function createJoinedContest() {
  const [creator, participant] = [await people.creator(), await people.user()];
  const contestId = await steps.open(creator, { deadline: "2026-03-20T08:00:00Z" });
  await steps.join(participant, contestId);
  return { creator, participant, contestId };
}

describe("the files of an entry", () => {
  it("are submitted in the given order, and stay if an edit omits them", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const [first, second] = [await upload(participant, "sketch.txt", Buffer.from("A line")), await upload(participant)];
    expect(second).toEqual({
      _id: second._id,
      name: "poster.pdf",
      kind: "pdf",
      bytes: PDF.length,
      width: null,
      height: null,
    });
    const entry = await submit(participant, contestId, { files: [second._id, first._id] });
    expect(entry.files).toEqual([second, first]);
    expect(await submit(participant, contestId, { text: "Another text" })).toMatchObject({
      _id: entry._id,
      files: [second, first],
    });
    expect((await api.as(participant).call(getMyEntry, { params: { contestId } })).entry?.files).toEqual([
      second,
      first,
    ]);
    expect((await api.as(creator).call(listContestEntries, { params: { contestId } }))[0]?.files).toMatchObject(
      [second, first].map(({ _id, bytes }) => ({ _id, bytes })),
    );
  });

  it("are gone once replaced, as HEAD requests show", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const [before, now] = [
      await upload(participant, "before.pdf"),
      await upload(participant, "now.txt", Buffer.from("Now")),
    ];
    await submit(participant, contestId, { files: [before._id] });
    const head = async (person: Person, id: string) =>
      (await api.as(person).send({ method: "HEAD", url: `/api/entry-files/${id}` })).statusCode;
    expect(await head(creator, before._id)).toBe(200);
    await submit(participant, contestId, { files: [now._id] });
    expect([
      await head(creator, before._id),
      await head(creator, now._id),
      await head(await people.user(), now._id),
    ]).toEqual([404, 200, 404]);
  });

  it("are covered by the receipt as originally uploaded", async () => {
    const { participant, contestId } = await createJoinedContest();
    const picture = await createPicture();
    const { _id } = await upload(participant, "poster.png", picture);
    const plain = await submit(participant, contestId, { files: [] });
    const entry = await submit(participant, contestId, { files: [_id] });
    const sum = createHash("sha256").update(picture).digest("hex");
    expect(entry.sha256).toBe(createHash("sha256").update(`My poster\n\n${sum}`).digest("hex"));
    expect(entry.sha256).not.toBe(plain.sha256);
    clock.advance(MINUTE);
    expect(await submit(participant, contestId, { files: [_id] })).toEqual(entry);
  });

  it("are replaced and removed by an edit, and then deleted from storage", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const [first, second] = [await upload(participant, "poster.png", await createPicture()), await upload(participant)];
    await submit(participant, contestId, { files: [first._id] });
    expect((await submit(participant, contestId, { files: [second._id] })).files).toEqual([second]);
    for (const person of [participant, creator, await people.admin()])
      expect((await read(person, first._id)).statusCode).toBe(404);
    expect(await rejectedSubmit(participant, contestId, [first._id])).toMatchObject({ status: 422 });
    await site.app.files.sweep();
    expect(storedNames()).toEqual([`${second._id}-whole.pdf`]);
    expect(await site.db.select({ id: files.id }).from(files)).toEqual([{ id: second._id }]);
    expect((await submit(participant, contestId, { files: [] })).files).toEqual([]);
    await site.app.files.sweep();
    expect(storedNames()).toEqual([]);
  });

  it("are limited to five distinct, own, unused files", async () => {
    const { participant, contestId } = await createJoinedContest();
    const other = await people.user();
    await steps.join(other, contestId);
    const ids: string[] = [];
    for (const number of [1, 2, 3, 4, 5, 6]) ids.push((await upload(participant, `${number}.pdf`))._id);
    const stranger = await upload(other);
    const used = await upload(other);
    await submit(other, contestId, { files: [used._id] });
    for (const [tried, sentence] of [
      [ids, "You can add up to 5 files"],
      [[ids[0]!, ids[0]!], "Add each file only once"],
      [[ids[0]!, stranger._id], expect.stringContaining("has expired")],
      [[used._id], expect.stringContaining("has expired")],
      [[crypto.randomUUID()], expect.stringContaining("has expired")],
      [["../../etc/passwd"], expect.stringContaining("has expired")],
    ] as const) {
      expect(await rejectedSubmit(participant, contestId, [...tried])).toMatchObject({
        status: 422,
        fields: { files: sentence },
      });
    }
    expect((await site.db.select().from(entries)).length).toBe(1);
    expect((await submit(participant, contestId, { files: ids.slice(0, 5) })).files).toHaveLength(5);
  });

  it("are named by position if missing, and the others stay", async () => {
    const { participant, contestId } = await createJoinedContest();
    const [first, second, third] = [await upload(participant), await upload(participant), await upload(participant)];
    for (const { _id } of [first, third]) await api.as(participant).call(removeEntryFile, { params: { id: _id } });
    expect((await rejectedSubmit(participant, contestId, [first._id, second._id, third._id])).fields).toEqual({
      files: expect.stringContaining("has expired") as string,
      "files.0": "This file has expired",
      "files.2": "This file has expired",
    });
    expect((await submit(participant, contestId, { files: [second._id] })).files).toEqual([second]);
  });

  it("cannot be submitted to a second contest", async () => {
    const { participant, contestId } = await createJoinedContest();
    const second = await steps.open(await people.creator());
    await steps.join(participant, second);
    const { _id } = await upload(participant);
    await submit(participant, contestId, { files: [_id] });
    expect(await rejectedSubmit(participant, second, [_id])).toMatchObject({ status: 422 });
  });

  it("stay unchanged after the deadline", async () => {
    const { participant, contestId } = await createJoinedContest();
    const [first, late] = [await upload(participant), await upload(participant, "late.pdf")];
    await submit(participant, contestId, { files: [first._id] });
    await site.db.update(contests).set({ deadline: clock.now() }).where(eq(contests.id, contestId));
    const body = { text: "Another poster", files: [late._id] };
    expect(await api.as(participant).expectError(submitEntry, { params: { contestId }, body })).toMatchObject({
      status: 409,
      code: "contest_closed",
    });
    expect((await api.as(participant).call(getMyEntry, { params: { contestId } })).entry?.files).toEqual([first]);
  });
});

describe("access to a file", () => {
  it("is limited to the author, the contest's owner and admins", async () => {
    const { creator, participant, contestId } = await createJoinedContest();
    const { _id } = await upload(participant);
    await submit(participant, contestId, { files: [_id] });
    for (const person of [participant, creator, await people.admin()])
      expect((await read(person, _id)).statusCode).toBe(200);
    const other = await people.user();
    await steps.join(other, contestId);
    for (const person of [null, other, await people.user(), await people.creator()]) {
      const answer = await read(person, _id);
      expect(answer.statusCode).toBe(404);
      expect(errorBody.parse(answer.json()).error.message).toBe("We couldn't find that file.");
    }
    await site.db.update(users).set({ status: "blocked" }).where(eq(users.id, participant.id));
    expect((await read(participant, _id)).statusCode).toBe(404);
  });

  it("is denied to participating admins until the contest is decided", async () => {
    const { participant, contestId } = await createJoinedContest();
    const { _id } = await upload(participant);
    await submit(participant, contestId, { files: [_id] });
    const rival = await people.admin();
    await steps.join(rival, contestId);
    expect((await read(rival, _id)).statusCode).toBe(404);
    await site.db
      .update(contests)
      .set({ cancelledAt: clock.now(), cancelReason: "" })
      .where(eq(contests.id, contestId));
    expect((await read(rival, _id)).statusCode).toBe(200);
  });

  it("is limited to the uploader before submission, who can also delete it", async () => {
    const { creator, participant } = await createJoinedContest();
    const { _id } = await upload(participant);
    expect((await read(participant, _id)).statusCode).toBe(200);
    for (const person of [creator, await people.admin(), await people.user()]) {
      expect((await read(person, _id)).statusCode).toBe(404);
      expect(await api.as(person).expectError(removeEntryFile, { params: { id: _id } })).toMatchObject({ status: 404 });
    }
    expect(await api.expectError(removeEntryFile, { params: { id: _id } })).toMatchObject({ status: 401 });
    expect(await api.as(participant).call(removeEntryFile, { params: { id: _id } })).toEqual({ deletedCount: 1 });
    expect((await read(participant, _id)).statusCode).toBe(404);
    await site.app.files.sweep();
    expect(storedNames()).toEqual([]);
  });

  it("does not allow deleting a submitted file", async () => {
    const { participant, contestId } = await createJoinedContest();
    const { _id } = await upload(participant);
    await submit(participant, contestId, { files: [_id] });
    expect(await api.as(participant).expectError(removeEntryFile, { params: { id: _id } })).toMatchObject({
      status: 404,
    });
  });

  it.each(["no-id", "..%2f..%2fetc%2fpasswd", "%00", "whole.jpg"])("returns 404 for id %s", async (id) => {
    expect((await read(await people.admin(), id)).statusCode).toBe(404);
  });
});

describe("the files of a published entry", () => {
  async function createClosedContest(showIfWins = true) {
    const [creator, winner, other] = [await people.creator(), await people.user(), await people.user()];
    const contestId = await steps.open(creator);
    for (const person of [winner, other]) await steps.join(person, contestId);
    const [won, lost] = [await upload(winner), await upload(other, "sketch.png", await createPicture())];
    const { _id: entryId } = await submit(winner, contestId, { files: [won._id], showIfWins });
    await submit(other, contestId, { files: [lost._id] });
    clock.set("2026-03-02T08:01:00Z");
    const choose = () => steps.choose(creator, contestId, entryId);
    return { creator, winner, other, contestId, won, lost, choose };
  }

  const publish = (person: Person, contestId: string, isPublished = true) =>
    api.as(person).call(publishEntry, { params: { contestId }, body: { isPublished } });
  const setPerson = (person: Person, fields: Partial<typeof users.$inferInsert>) =>
    site.db.update(users).set(fields).where(eq(users.id, person.id));
  const statusFor = async (person: Person | null, { _id }: { _id: string }) => (await read(person, _id)).statusCode;

  it("are public from the choice on if the winner agreed, others are not", async () => {
    const { creator, winner, other, contestId, won, lost, choose } = await createClosedContest();
    const strangers = [null, await people.user(), await people.creator()];
    for (const person of [...strangers, other]) expect(await statusFor(person, won)).toBe(404);
    await choose();
    for (const person of [...strangers, other, winner, creator, await people.admin()])
      expect(await statusFor(person, won)).toBe(200);
    for (const person of [...strangers, winner]) expect(await statusFor(person, lost)).toBe(404);
    expect(await api.call(listPublishedEntries, { params: { contestId } })).toMatchObject([
      { isWinner: true, files: [won] },
    ]);
    const { headers } = await read(null, won._id);
    expect(headers).toMatchObject({
      "content-disposition": expect.stringMatching(/^attachment/) as string,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
    });
  });

  it("stay private if the winner declined", async () => {
    const { won, choose } = await createClosedContest(false);
    await choose();
    for (const person of [null, await people.user()]) expect(await statusFor(person, won)).toBe(404);
  });

  it("are public while published, and gone at once when unpublished", async () => {
    const { creator, winner, other, contestId, lost, choose } = await createClosedContest();
    await choose();
    await publish(other, contestId);
    const small = await read(null, lost._id, "?w=320", { accept: "image/webp" });
    expect(small.headers).toMatchObject({ "content-type": "image/webp", "content-disposition": "inline" });
    for (const person of [null, winner, await people.user()]) expect(await statusFor(person, lost)).toBe(200);
    await publish(other, contestId, false);
    for (const person of [null, winner, await people.user()]) {
      expect(await statusFor(person, lost)).toBe(404);
      expect(
        (
          await read(person, lost._id, "?w=320", {
            accept: "image/webp",
            "if-none-match": String(small.headers["etag"]),
          })
        ).statusCode,
      ).toBe(404);
    }
    for (const person of [other, creator, await people.admin()]) expect(await statusFor(person, lost)).toBe(200);
  });

  it("are hidden while the author is blocked or deleted, except from judges", async () => {
    const { creator, winner, other, contestId, won, lost, choose } = await createClosedContest();
    await choose();
    await publish(other, contestId);
    await setPerson(other, { status: "blocked" });
    for (const person of [null, other, winner, await people.user()]) expect(await statusFor(person, lost)).toBe(404);
    for (const person of [creator, await people.admin()]) expect(await statusFor(person, lost)).toBe(200);
    await setPerson(other, { status: "verified" });
    expect(await statusFor(null, lost)).toBe(200);
    await api.as(await people.admin()).call(deleteUser, { params: { id: winner.id } });
    for (const person of [null, winner, other]) expect(await statusFor(person, won)).toBe(404);
    expect(await statusFor(creator, won)).toBe(200);
    expect(await api.call(listPublishedEntries, { params: { contestId } })).toMatchObject([{ files: [lost] }]);
  });

  it("are hidden with their contest, except from participants", async () => {
    const { creator, other, won, choose } = await createClosedContest();
    await choose();
    await setPerson(creator, { status: "blocked" });
    for (const person of [null, creator, await people.user()]) expect(await statusFor(person, won)).toBe(404);
    for (const person of [other, await people.admin()]) expect(await statusFor(person, won)).toBe(200);
  });

  it("are not public in a cancelled contest", async () => {
    const { creator, winner, other, contestId, won } = await createClosedContest();
    await api.as(creator).call(deleteContest, { params: { id: contestId } });
    for (const person of [null, other, await people.user()]) expect(await statusFor(person, won)).toBe(404);
    for (const person of [winner, creator]) expect(await statusFor(person, won)).toBe(200);
    await site.db.update(entries).set({ publishedAt: clock.now() });
    for (const person of [null, await people.user()]) expect(await statusFor(person, won)).toBe(404);
  });

  it("do not publish the author's other uploads", async () => {
    const { winner, choose } = await createClosedContest();
    const loose = await upload(winner, "another.pdf");
    await choose();
    for (const person of [null, await people.user(), await people.admin()])
      expect(await statusFor(person, loose)).toBe(404);
  });

  it("are unpublished at once even while cached responses still list them", async () => {
    const { other, contestId, lost, choose } = await createClosedContest();
    await choose();
    await publish(other, contestId);
    const cachingApp = await buildApp({
      db: site.db,
      identity: site.identity,
      clock,
      config: { ...site.config, publicAnswersKeptMs: 3_600_000 },
    });
    const readList = () => cachingApp.inject({ url: `/api/published-entries/${contestId}` });
    const readFile = () => cachingApp.inject({ url: `/api/entry-files/${lost._id}` });
    expect([(await readList()).body.includes(lost._id), (await readFile()).statusCode]).toEqual([true, 200]);
    await publish(other, contestId, false);
    expect([(await readList()).body.includes(lost._id), (await readFile()).statusCode]).toEqual([true, 404]);
    await cachingApp.close();
  });
});

describe("downloading a file", () => {
  it("serves an inert attachment that is only cached privately", async () => {
    const person = await people.user();
    const { _id } = await upload(person, "আমার লেখা.md", Buffer.from("javascript:alert(1)"));
    const answer = await read(person, _id);
    expect(answer.body).toBe("javascript:alert(1)");
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="____ ____.md"; filename*=UTF-8''${encodeURIComponent("আমার লেখা.md")}`,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "cross-origin-resource-policy": "same-origin",
      "content-length": "19",
    });
    expect(answer.headers["vary"]).toMatch(/Cookie/);
    expect((await read(person, _id, "", { "if-none-match": String(answer.headers["etag"]) })).statusCode).toBe(304);
    // A cached copy does not bypass the permission check.
    expect((await read(null, _id, "", { "if-none-match": String(answer.headers["etag"]) })).statusCode).toBe(404);
  });

  it("serves resized pictures and the whole picture without metadata", async () => {
    const person = await people.user();
    const taken = await sharp(await createPicture(1600, 400))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: "Telephone" } })
      .toBuffer();
    const stored = await upload(person, "my photo.jpg", taken);
    expect(stored).toMatchObject({ kind: "picture", name: "my photo.jpg" });
    const small = await read(person, stored._id, "?w=320", { accept: "image/avif,image/webp,*/*" });
    expect(small.headers).toMatchObject({ "content-type": "image/avif", "content-disposition": "inline" });
    expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
    const older = await read(person, stored._id, "?w=320", { accept: "image/webp,*/*" });
    expect(older.headers).toMatchObject({ "content-type": "image/webp" });
    expect(older.headers["etag"]).not.toBe(small.headers["etag"]);
    const whole = await read(person, stored._id);
    expect(whole.headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": expect.stringContaining(`filename="my photo.jpg"`),
    });
    expect(whole.rawPayload).toHaveLength(stored.bytes);
    expect((await sharp(whole.rawPayload).metadata()).exif).toBeUndefined();
    const wide = await read(person, stored._id, "?w=1280");
    expect((await sharp(wide.rawPayload).metadata()).width).toBe(stored.width);
    expect((await read(person, stored._id, "?w=321")).statusCode).toBe(422);
  });

  it("allows embedding on the same site only, if it has other origins", async () => {
    const person = await people.user();
    const { _id } = await upload(person);
    const config = { ...site.config, corsOrigins: ["https://app.conquest.example"] };
    const other = await buildApp({ db: site.db, identity: site.identity, clock, config });
    const answer = await other.inject({
      url: `/api/entry-files/${_id}`,
      headers: { cookie: person.cookie, origin: "https://evil.example" },
    });
    expect(answer.headers).toMatchObject({ "cross-origin-resource-policy": "same-site" });
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    await other.close();
  });
});

describe("the name of a file", () => {
  const TEXT = Buffer.from('<p align="center">\n  <b>আমার নদী</b>\r\n</p>');

  it.each<[string, () => Buffer, string, string]>([
    [
      "report.docx",
      () => anOfficeFile("docx"),
      "zip",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    [
      "Budget.v2.XLSX",
      () => anOfficeFile("xlsx"),
      "zip",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ],
    [
      "আমার উপস্থাপনা.pptx",
      () => anOfficeFile("pptx"),
      "zip",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ],
    ["essay.odt", () => anOfficeFile("odt"), "zip", "application/vnd.oasis.opendocument.text"],
    ["sums.ods", () => anOfficeFile("ods"), "zip", "application/vnd.oasis.opendocument.spreadsheet"],
    ["talk.odp", () => anOfficeFile("odp"), "zip", "application/vnd.oasis.opendocument.presentation"],
    ["book.epub", () => anOfficeFile("epub"), "zip", "application/epub+zip"],
    ["report.zip", () => anOfficeFile("docx"), "zip", "application/zip"],
    ["README.md", () => TEXT, "text", "text/plain; charset=utf-8"],
    ["NOTES.TXT", () => TEXT, "text", "text/plain; charset=utf-8"],
    ["table.csv", () => Buffer.from("\ufeff<a>,b\r\n", "utf16le"), "text", "text/plain; charset=utf-8"],
    ["data.json", () => Buffer.from("{}"), "text", "text/plain; charset=utf-8"],
  ])("stays %s from upload to download", async (name, content, kind, type) => {
    const { creator, participant, contestId } = await createJoinedContest();
    const file = await upload(participant, name, content());
    expect(file).toMatchObject({ name, kind, bytes: content().length });
    await submit(participant, contestId, { files: [file._id] });
    const saved = await read(participant, file._id);
    expect(saved.headers).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox") as string,
      "content-disposition": expect.stringMatching(
        new RegExp(`^attachment; .*filename\\*=UTF-8''${encodeURIComponent(name)}$`),
      ) as string,
    });
    expect(saved.rawPayload.equals(content())).toBe(true);
    const seen = (await api.as(creator).call(listContestEntries, { params: { contestId } }))[0]!.files[0]!;
    expect(seen.name).toMatch(kind === "text" ? /\.txt$/ : new RegExp(`\\.${/\w+$/.exec(name)![0].toLowerCase()}$`));
  });

  it("stays as uploaded, in lists too", async () => {
    const { participant, contestId } = await createJoinedContest();
    const [program, photo] = [
      await upload(participant, "main.py", Buffer.from("a = 1")),
      await upload(
        participant,
        "PHOTO.JPG",
        await sharp(await createPicture(40, 40))
          .jpeg()
          .toBuffer(),
      ),
    ];
    expect([program.name, photo.name]).toEqual(["main.py", "PHOTO.JPG"]);
    expect((await submit(participant, contestId, { files: [program._id] })).files[0]!.name).toBe("main.py");
  });
});

describe("uploading a file", () => {
  const png = () => createPicture(40, 40);

  it.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      "an SVG with a script named as a picture",
      "logo.png",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
      /can contain scripts/,
    ],
    ["a program", "evil.exe", () => Buffer.from("MZ"), /can contain programs or scripts/],
    [
      "an HTML page",
      "notes.html",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
      /can contain scripts/,
    ],
    [
      "an XHTML page",
      "notes.xhtml",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
      /can contain scripts/,
    ],
    [
      "an HTML page in UTF-16",
      "notes.htm",
      () => Buffer.from("\ufeff<script>alert(1)</script>", "utf16le"),
      /can contain scripts/,
    ],
    ["a zip named as a document", "report.docx", () => aZip("a.txt"), /is actually a ZIP/],
    ["a document named as another type", "report.odt", () => anOfficeFile("xlsx"), /is actually an Excel workbook/],
    [
      "a document with macros",
      "report.docm",
      () => anOfficeFile("docx", { "word/vbaProject.bin": "x" }),
      /contains macros. Export it as PDF/,
    ],
    [
      "a document with macros under another name",
      "report.docx",
      () => anOfficeFile("docx", { "word/vbaProject.bin": "x" }),
      /contains macros/,
    ],
    ["a template", "report.dotx", () => anOfficeFile("docx"), /ending in “.dotx” aren't supported. Export it as PDF/],
    [
      "an old or encrypted document",
      "report.docx",
      () => Buffer.from("d0cf11e0a1b11ae1", "hex"),
      /has a password or an older format.*Export it as PDF/,
    ],
    ["Rich Text", "report.rtf", () => Buffer.from("{\\rtf1 Mine}"), /Export it as PDF/],
    [
      "a truncated document",
      "report.docx",
      () => Buffer.concat([anOfficeFile("docx"), Buffer.alloc(70_000)]),
      /This ZIP is damaged or incomplete|is actually/,
    ],
    [
      "another program's zip-based format",
      "talk.key",
      () => aZip("Index/Document.iwa"),
      /Export it as PDF, or put it in a ZIP/,
    ],
    [
      "a script named as a picture",
      "photo.jpg",
      () => Buffer.from("alert(document.cookie)"),
      /is actually a text file/,
    ],
    ["a zip named as a PDF", "paper.pdf", () => Buffer.from("PK\u0003\u0004evil"), /is actually a ZIP/],
    ["a program", "poster.png", () => Buffer.from("MZ\u0090\u0000\u0003"), /file type isn't supported/],
    [
      "a picture with immense dimensions",
      "poster.png",
      () => createDecompressionBomb(60_000, 60_000),
      /more than 50 megapixels/,
    ],
    [
      "a truncated picture",
      "poster.png",
      async () => (await createPicture(900, 900)).subarray(0, 300),
      /can't read this image/,
    ],
    [
      "a picture header followed by a script",
      "poster.jpg",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<script>alert(1)</script>")]),
      /can't read this image/,
    ],
    ["a truncated PDF", "paper.pdf", () => Buffer.from("%PDF-1.4"), /This PDF is damaged or incomplete/],
    ["a truncated zip", "sketches.zip", () => Buffer.from("PK\u0003\u0004"), /This ZIP is damaged or incomplete/],
    ["an empty file", "poster.png", () => Buffer.alloc(0), /empty/],
  ])("rejects %s with a reason and stores nothing", async (_, name, content, sentence) => {
    const person = await people.user();
    const refusal = await api.as(person).expectError(uploadEntryFile, { query: { name }, body: await content() });
    expect(refusal).toMatchObject({
      status: 422,
      code: "bad_input",
      message: expect.stringMatching(sentence) as string,
      fields: { file: expect.stringMatching(sentence) as string },
    });
    expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
  });

  it.each([
    "../../etc/passwd",
    "C:\\poster.png",
    "/etc/passwd",
    "..",
    "a\u0000.png",
    "a\r\nb.png",
    " ",
    "",
    "x".repeat(256),
  ])("rejects the file name %j", async (name) => {
    const refusal = await api
      .as(await people.user())
      .expectError(uploadEntryFile, { query: { name }, body: await png() });
    expect(refusal).toMatchObject({ status: 422, fields: { name: expect.any(String) as string } });
    expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
  });

  it("rejects a file one byte too large", async () => {
    const person = await people.user();
    const content = Buffer.alloc(MAX_FILE_BYTES + 1, "a");
    expect(
      await api.as(person).expectError(uploadEntryFile, { query: { name: "long.txt" }, body: content }),
    ).toMatchObject({ status: 413, code: "too_large" });
    expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
    expect(await upload(person, "long.txt", content.subarray(1))).toMatchObject({ bytes: MAX_FILE_BYTES });
  });

  it.each(["application/json", "multipart/form-data; boundary=x", "image/png", "text/plain", undefined])(
    "rejects a body of type %s",
    async (type) => {
      const person = await people.user();
      const answer = await api
        .as(person)
        .send({
          method: "POST",
          url: "/api/entry-files?name=a.txt",
          payload: "Mine",
          headers: type ? { "content-type": type } : {},
        });
      expect(answer.statusCode).toBe(415);
      errorBody.parse(answer.json());
      expect(await site.db.select().from(files)).toEqual([]);
    },
  );

  it("is not possible where JSON is expected", async () => {
    const person = await people.user();
    const answer = await api
      .as(person)
      .send({
        method: "PUT",
        url: "/api/update-profile",
        payload: Buffer.from(`{"name":"X"}`),
        headers: { "content-type": "application/octet-stream" },
      });
    expect(answer.statusCode).toBe(415);
  });

  it("rejects an interrupted upload and stores nothing", async () => {
    const person = await people.user();
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((site.app.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
    const head = [
      "POST /api/entry-files?name=a.txt HTTP/1.1",
      "Host: x",
      `Cookie: ${person.cookie}`,
      "Content-Type: application/octet-stream",
      "Content-Length: 1000",
      "",
      "",
    ];
    socket.write(head.join("\r\n") + "Only the beginning");
    socket.end();
    await text(socket);
    expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
    expect(await upload(person)).toMatchObject({ name: "poster.pdf" });
  });

  it("rejects visitors", async () => {
    expect(await api.expectError(uploadEntryFile, { query: { name: "a.pdf" }, body: PDF })).toMatchObject({
      status: 401,
    });
    expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
  });

  it("limits the unused files of a user", async () => {
    const person = await people.user();
    const uploaded = [];
    for (let number = 0; number < 20; number += 1) uploaded.push(await upload(person));
    const call = { query: { name: "one-more.pdf" }, body: PDF };
    expect(await api.as(person).expectError(uploadEntryFile, call)).toMatchObject({
      status: 409,
      code: "too_many_files",
    });
    await api.as(person).call(removeEntryFile, { params: { id: uploaded[0]!._id } });
    await upload(person);
    expect(await upload(await people.user())).toMatchObject({ name: "poster.pdf" });
  });

  it("limits uploads to thirty a minute", async () => {
    const person = await people.user();
    for (let number = 0; number < 30; number += 1)
      await api.as(person).call(removeEntryFile, { params: { id: (await upload(person))._id } });
    expect(await api.as(person).expectError(uploadEntryFile, { query: { name: "a.pdf" }, body: PDF })).toMatchObject({
      status: 429,
    });
  });
});

describe("unused files", () => {
  it("are deleted after a day, and nothing else is", async () => {
    const { participant, contestId } = await createJoinedContest();
    const used = await upload(participant);
    await upload(participant, "poster.png", await createPicture());
    await submit(participant, contestId, { files: [used._id] });
    clock.advance(DAY);
    await site.app.files.sweep();
    expect(storedNames()).toHaveLength(4);
    clock.advance(1);
    const young = await upload(await site.signInAgain(participant), "young.pdf");
    await site.app.files.sweep();
    expect(storedNames().sort()).toEqual([`${used._id}-whole.pdf`, `${young._id}-whole.pdf`].sort());
    expect((await site.db.select({ id: files.id }).from(files)).map(({ id }) => id).sort()).toEqual(
      [used._id, young._id].sort(),
    );
  });

  it("are deleted even if the server stopped during the upload", async () => {
    const { _id } = await upload(await people.user());
    await site.db.update(files).set({ state: "coming" });
    clock.advance(DAY + 1);
    await site.app.files.sweep();
    expect([storedNames(), await site.db.select().from(files).where(eq(files.id, _id))]).toEqual([[], []]);
  });

  it("are removed from the database if their bytes are gone", async () => {
    const person = await people.user();
    const { _id } = await upload(person);
    await api.as(person).call(removeEntryFile, { params: { id: _id } });
    for (const name of storedNames()) rmSync(path.join(folder, name.slice(0, 2), name));
    await site.app.files.sweep();
    expect(await site.db.select().from(files)).toEqual([]);
  });
});
