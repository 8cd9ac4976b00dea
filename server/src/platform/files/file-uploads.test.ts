import sharp from "sharp";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { files } from "../../database/schema/files";
import { testServer } from "../../testing/test-server";
import { startBucket, type RunningBucket } from "../../testing/start-bucket";

let bucket: RunningBucket;
let isAway = false;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());
beforeEach(() => {
  isAway = false;
  bucket.objects.clear();
});

const site = testServer({
  config: {
    files: {
      kind: "bucket",
      bucket: "files",
      region: "us-east-1",
      credentials: { accessKeyId: "test-key", secretAccessKey: "test-secret" },
      get endpoint() {
        return isAway ? "http://127.0.0.1:9" : bucket.place.endpoint;
      },
    },
  },
});
const { api, people } = site;
const PDF = { query: { name: "poster.pdf" }, body: Buffer.from("%PDF-1.7\n%%EOF") };

it("stores, reads and deletes files in a bucket", async () => {
  const person = await people.user();
  const picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#0b5f47" } })
    .jpeg()
    .toBuffer();
  const { _id } = await api.as(person).call(uploadEntryFile, { query: { name: "poster.jpg" }, body: picture });
  expect(
    [...bucket.objects].map(([key, { contentType }]) => [key.replace(/^.*-(?=[\w]+\.\w+$)/, ""), contentType]).sort(),
  ).toEqual([
    ["320.avif", "image/avif"],
    ["320.webp", "image/webp"],
    ["720.avif", "image/avif"],
    ["720.webp", "image/webp"],
    ["whole.jpg", "image/jpeg"],
  ]);
  const small = await api
    .as(person)
    .send({ method: "GET", url: `/api/entry-files/${_id}?w=320`, headers: { accept: "image/webp" } });
  expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
  await api.as(person).call(removeEntryFile, { params: { id: _id } });
  await site.app.files.sweep();
  expect([bucket.objects.size, await site.db.select().from(files)]).toEqual([0, []]);
});

describe("while the storage is unavailable", () => {
  it("rejects uploads and downloads, and deletes remains later", async () => {
    const person = await people.user();
    isAway = true;
    expect(await api.as(person).expectError(uploadEntryFile, PDF)).toMatchObject({ status: 503, code: "files_away" });
    const [row] = await site.db.select().from(files);
    expect(row).toMatchObject({ state: "going" });
    expect((await api.as(person).send({ method: "GET", url: `/api/entry-files/${row!.id}` })).statusCode).toBe(404);
    await expect(site.app.files.sweep()).rejects.toThrow();
    expect(await site.db.select().from(files)).toHaveLength(1);
  }, 60_000);

  it("does not count failed uploads towards the user's limit", async () => {
    const person = await people.user();
    const going = {
      uploaderId: person.id,
      use: "entry",
      state: "going",
      whole: "whole.zip",
      name: "a",
      kind: "zip",
      bytes: 1,
      sha256: "0".repeat(64),
      createdAt: site.clock.now(),
    } as const;
    await site.db.insert(files).values(Array.from({ length: 25 }, () => going));
    expect(await api.as(person).call(uploadEntryFile, PDF)).toMatchObject({ name: "poster.pdf" });
  });
});

it("processes a user's picture before the last of another user's", async () => {
  const [many, one] = [await people.user(), await people.user()];
  const content = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#0b5f47" } })
    .jpeg()
    .toBuffer();
  const done: string[] = [];
  const take = (name: string, { id }: { id: string }) =>
    site.app.files.take({ content, name, uploaderId: id, use: "picture", widths: [320] }).then(() => done.push(name));
  await Promise.all([...["1.jpg", "2.jpg", "3.jpg"].map((name) => take(name, many)), take("one.jpg", one)]);
  expect(done.indexOf("one.jpg")).toBeLessThan(done.indexOf("3.jpg"));
});
