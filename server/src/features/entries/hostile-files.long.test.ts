import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { files } from "../../database/schema/files";
import { createDecompressionBomb } from "../../testing/decompression-bomb";
import { MARKER_FILE } from "../../platform/files/store/mount-marker";
import { testServer, type Person } from "../../testing/test-server";
import { contestSteps } from "../../testing/contest-steps";
import { aPolyglot, aZip } from "../../testing/hostile-files";

const outside = mkdtempSync(path.join(tmpdir(), "conquest-hostile-"));
const folder = path.join(outside, "a", "b", "files");
afterAll(() => rmSync(outside, { recursive: true, force: true }));
beforeEach(() => rmSync(path.join(outside, "a"), { recursive: true, force: true }));

const site = testServer({ config: { files: { kind: "folder", folder } } });
const { api, people } = site;
const steps = contestSteps(site);

const createPicture = (width = 40, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: "#0b5f47" } });
const storedNames = () =>
  readdirSync(outside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MARKER_FILE)
    .map(({ name }) => name);
const expectNothingStored = async () => expect([await site.db.select().from(files), storedNames()]).toEqual([[], []]);
const endpoints = { "a file of an entry": uploadEntryFile, "a picture": uploadPicture } as const;

describe.each(Object.entries(endpoints))("uploading %s", (_, endpoint) => {
  const uploadRejected = async (name: string, body: Buffer) =>
    api.as(await people.creator()).expectError(endpoint, { query: { name }, body });

  it.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      "an SVG with a script",
      "logo.svg",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
      /HTML, SVG and XML files aren't supported/,
    ],
    [
      "an SVG with a script far down",
      "logo.svg",
      () => Buffer.from(`${"\n".repeat(5000)}<?xml version="1.0"?><svg onload="alert(1)"/>`),
      /HTML, SVG and XML files aren't supported/,
    ],
    [
      "an SVG in UTF-16",
      "logo.svg",
      () => Buffer.from(`\ufeff<svg onload="alert(1)"/>`, "utf16le"),
      /HTML, SVG and XML files aren't supported/,
    ],
    [
      "a compressed SVG",
      "logo.svgz",
      () => gzipSync(`<svg onload="alert(1)"/>`),
      /(?:file|image) type isn't supported/,
    ],
    ["a script named as a picture", "photo.png", () => Buffer.from("alert(document.cookie)"), /a text file/],
    [
      "a script after a picture header",
      "photo.gif",
      () => Buffer.from("GIF89a=1;alert(document.cookie)"),
      /can't read this image|damaged or incomplete|more than 50 megapixels/,
    ],
    [
      "HTML after a picture header",
      "photo.png",
      () => Buffer.from("\u0089PNG\r\n\u001a\n<script>alert(1)</script>", "latin1"),
      /can't read this image/,
    ],
    [
      "a program named as a picture",
      "photo.jpg",
      () => Buffer.from("\u007fELF\u0002\u0001", "latin1"),
      /(?:file|image) type isn't supported/,
    ],
    ["a PDF named as a picture", "photo.jpg", () => Buffer.from("%PDF-1.7\n"), /a PDF/],
    ["an archive named as a picture", "photo.jpg", () => aZip("../../evil"), /a ZIP/],
    ["a polyglot file named as a picture", "photo.jpg", aPolyglot, /a PDF/],
    [
      "a decompression bomb of billions of pixels",
      "photo.png",
      () => createDecompressionBomb(60_000, 60_000),
      /more than 50 megapixels/,
    ],
    [
      "a picture with overstated dimensions",
      "photo.png",
      () => createDecompressionBomb(5_000, 5_000),
      /can't read this image/,
    ],
    [
      "a truncated picture",
      "photo.jpg",
      async () => (await createPicture(900, 900).jpeg().toBuffer()).subarray(0, 400),
      /can't read this image/,
    ],
    ["a picture truncated in its header", "photo.jpg", () => Buffer.from([0xff, 0xd8, 0xff]), /can't read this image/],
    ["an empty file", "photo.jpg", () => Buffer.alloc(0), /empty/],
  ])("rejects %s with a reason and stores nothing", async (_what, name, content, sentence) => {
    expect(await uploadRejected(name, await content())).toMatchObject({
      status: 422,
      code: "bad_input",
      fields: { file: expect.stringMatching(sentence) as string },
    });
    await expectNothingStored();
  });

  it.each([
    "../../../etc/passwd",
    "..\\..\\boot.ini",
    "/dev/null",
    "C:\\poster.png",
    "..",
    "\u202e..",
    ".\u200b.",
    "a\u0000.png",
    "a\r\nSet-Cookie: x.png",
    " ",
    "\u200b",
    "x".repeat(256),
  ])("rejects the file name %j", async (name) => {
    expect(await uploadRejected(name, await createPicture().png().toBuffer())).toMatchObject({
      status: 422,
      fields: { name: expect.any(String) as string },
    });
    await expectNothingStored();
  });

  it("rejects files that are too large, even without a declared size", async () => {
    const person = await people.creator();
    const tooLarge = Buffer.alloc(MAX_FILE_BYTES + 1, "a");
    expect(await api.as(person).expectError(endpoint, { query: { name: "a.txt" }, body: tooLarge })).toMatchObject({
      status: 413,
      code: "too_large",
    });
    const pieces = Array.from({ length: 11 }, () => tooLarge.subarray(0, 1024 * 1024));
    const answer = await api
      .as(person)
      .send({
        method: "POST",
        url: `/api${endpoint.path}?name=a.txt`,
        headers: { "content-type": "application/octet-stream" },
        payload: Readable.from(pieces),
      });
    expect(answer.statusCode).toBe(413);
    await expectNothingStored();
  });

  it("rejects other content types", async () => {
    const person = await people.creator();
    const payload = await createPicture().png().toBuffer();
    for (const type of [
      "image/png",
      "multipart/form-data; boundary=x",
      "text/html",
      "application/x-www-form-urlencoded",
    ]) {
      const answer = await api
        .as(person)
        .send({ method: "POST", url: `/api${endpoint.path}?name=a.png`, headers: { "content-type": type }, payload });
      expect([type, answer.statusCode]).toEqual([type, 415]);
    }
    await expectNothingStored();
  });

  it("rejects visitors", async () => {
    expect(
      await api.expectError(endpoint, { query: { name: "a.png" }, body: await createPicture().png().toBuffer() }),
    ).toMatchObject({ status: 401 });
    await expectNothingStored();
  });
});

describe("accepted but potentially harmful files", () => {
  const upload = (person: Person, name: string, body: Buffer) =>
    api.as(person).call(uploadEntryFile, { query: { name }, body });
  const HARMLESS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^attachment; /) as string,
  };

  async function submitAndDownload(name: string, content: Buffer) {
    const [creator, author] = [await people.creator(), await people.user()];
    const contestId = await steps.open(creator);
    await steps.join(author, contestId);
    const file = await upload(author, name, content);
    await api.as(author).call(submitEntry, { params: { contestId }, body: { text: "Mine", files: [file._id] } });
    const answers = await Promise.all(
      [author, creator].map((person) => api.as(person).send({ url: `/api/entry-files/${file._id}` })),
    );
    return { file, answers };
  }

  it.each(["../../../etc/cron.d/evil", "/etc/cron.d/evil", "..\\..\\evil"])(
    "stores an archive containing %s unopened and serves it unchanged",
    async (name) => {
      const zip = aZip(name);
      const { file, answers } = await submitAndDownload("sketches.zip", zip);
      expect(storedNames()).toEqual([`${file._id}-whole.zip`]);
      for (const { headers, rawPayload } of answers) {
        expect(headers).toMatchObject({ ...HARMLESS, "content-type": "application/zip" });
        expect(rawPayload.equals(zip)).toBe(true);
      }
    },
  );

  it.each(["page.html", "run.exe"])("rejects a polyglot PDF named %s", async (name) => {
    const author = await people.user();
    expect(await api.as(author).expectError(uploadEntryFile, { query: { name }, body: aPolyglot() })).toMatchObject({
      code: "bad_input",
    });
  });

  it.each(["paper.pdf", "paper"])("serves a polyglot PDF named %s only as a PDF download", async (name) => {
    const { answers } = await submitAndDownload(name, aPolyglot());
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        ...HARMLESS,
        "content-type": "application/pdf",
        "content-disposition": expect.stringMatching(
          /^attachment; filename="(?:paper(?:\.pdf)?|Entry \d+, file 1\.pdf)"/,
        ) as string,
      });
  });

  it("strips an archive and HTML appended to a picture", async () => {
    const behind = Buffer.concat([Buffer.from("<script>alert(1)</script>"), aZip("../../evil")]);
    const { answers } = await submitAndDownload(
      "photo.png",
      Buffer.concat([await createPicture().png().toBuffer(), behind]),
    );
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({ ...HARMLESS, "content-type": "image/png" });
      expect(rawPayload.includes("script")).toBe(false);
      expect(rawPayload.includes("PK\u0003\u0004")).toBe(false);
    }
    expect(existsSync(path.join(outside, "evil"))).toBe(false);
  });
});
