import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { startBucket, type RunningBucket } from "../../testing/start-bucket";
import type { FilesPlace } from "../../config";
import { openFileStore, type FileStore } from "./file-store";

const CONTENT = Buffer.from([0, 1, 2, 250, 255]);

/** What holds of every place that files can lie in. */
function keepsFiles(open: () => FileStore) {
  it("answers what was put, and nothing once it was removed", async () => {
    const store = open();
    await store.put("ab/abcd-whole.jpg", CONTENT, "image/webp");
    await store.put("ab/abcd-320.webp", Buffer.alloc(0), "image/webp");
    expect(await buffer(await store.read("ab/abcd-whole.jpg"))).toEqual(CONTENT);
    expect(await buffer(await store.read("ab/abcd-320.webp"))).toEqual(Buffer.alloc(0));
    await store.remove(["ab/abcd-whole.jpg", "ab/abcd-320.webp", "ab/never-there"]);
    await expect(store.read("ab/abcd-whole.jpg")).rejects.toThrow();
    store.close();
  });

  it("has a large file whole", async () => {
    const store = open();
    const large = Buffer.alloc(9_000_000, "conquest");
    await store.put("cd/large", large, "application/zip");
    expect((await buffer(await store.read("cd/large"))).equals(large)).toBe(true);
    store.close();
  });

  it.each(["../outside", "ab/../../outside", "/../outside"])("keeps nothing at %s, which leads elsewhere", async (key) => {
    const store = open();
    await expect(store.put(key, CONTENT, "text/plain")).rejects.toThrow();
    await expect(store.read(key)).rejects.toThrow();
    store.close();
  });
}

describe("in a folder", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "conquest-store-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  keepsFiles(() => openFileStore({ kind: "folder", folder: path.join(folder, "files") }));

  it("is made when the first file comes", async () => {
    const store = openFileStore({ kind: "folder", folder: path.join(folder, "files") });
    expect(readdirSync(folder)).toEqual([]);
    await store.put("ab/abcd", CONTENT, "application/zip");
    expect(existsSync(path.join(folder, "files/ab/abcd"))).toBe(true);
  });
});

describe("in memory", () => {
  keepsFiles(() => openFileStore({ kind: "memory" }));
});

describe("in a bucket", () => {
  let bucket: RunningBucket;
  beforeAll(async () => {
    bucket = await startBucket();
  });
  afterAll(() => bucket.stop());

  keepsFiles(() => openFileStore(bucket.place));

  it("signs what it asks for, and tells the type", async () => {
    await openFileStore(bucket.place).put("ab/abcd.pdf", CONTENT, "application/pdf");
    expect(bucket.objects.get("ab/abcd.pdf")).toMatchObject({ contentType: "application/pdf", content: CONTENT });
    const stranger: FilesPlace = { ...bucket.place, credentials: { accessKeyId: "somebody-else", secretAccessKey: "test-secret" } };
    await expect(openFileStore(stranger).read("ab/abcd.pdf")).rejects.toThrow();
  });

  it("fails soon where nobody answers", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const mute: FilesPlace = { ...bucket.place, endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
    await expect(openFileStore(mute, 200).put("ab/abcd.pdf", CONTENT, "application/pdf")).rejects.toThrow("The place of files did not answer within 200 ms.");
    silent.close();
    const away: FilesPlace = { ...bucket.place, endpoint: "http://127.0.0.1:9" };
    await expect(openFileStore(away).put("ab/abcd", CONTENT, "application/zip")).rejects.toThrow();
  }, 60_000);
});
