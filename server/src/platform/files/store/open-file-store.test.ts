import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { startBucket, type RunningBucket } from "../../../testing/start-bucket";
import type { StorageConfig } from "../../../config/storage-config";
import { type FileStore, FileUnreadable, StorageUnavailable } from "./file-store";
import { openFileStore } from "./open-file-store";

const CONTENT = Buffer.from([0, 1, 2, 250, 255]);

async function contentOf(store: FileStore, key: string): Promise<Buffer> {
  const { content, bytes } = await store.read(key);
  const whole = await buffer(content);
  expect(bytes).toBe(whole.length);
  return whole;
}

function keepsFiles(open: () => FileStore) {
  it("reads stored files until they are removed", async () => {
    const store = open();
    await store.put("ab/abcd-whole.jpg", CONTENT, "image/webp");
    await store.put("ab/abcd-320.webp", Buffer.alloc(0), "image/webp");
    expect(await contentOf(store, "ab/abcd-whole.jpg")).toEqual(CONTENT);
    expect(await contentOf(store, "ab/abcd-320.webp")).toEqual(Buffer.alloc(0));
    await store.remove(["ab/abcd-whole.jpg", "ab/abcd-320.webp", "ab/never-there"]);
    await expect(store.read("ab/abcd-whole.jpg")).rejects.toThrow(FileUnreadable);
    store.close();
  });

  it("stores a large file completely", async () => {
    const store = open();
    const large = Buffer.alloc(9_000_000, "conquest");
    await store.put("cd/large", large, "application/zip");
    expect((await contentOf(store, "cd/large")).equals(large)).toBe(true);
    store.close();
  });

  it.each(["../outside", "ab/../../outside", "/../outside"])("rejects the key %s, which leads outside", async (key) => {
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

  it("is created with the first file", async () => {
    const store = openFileStore({ kind: "folder", folder: path.join(folder, "files") });
    expect(readdirSync(folder)).toEqual([]);
    await store.put("ab/abcd", CONTENT, "application/zip");
    expect(existsSync(path.join(folder, "files/ab/abcd"))).toBe(true);
  });

  it("stores, removes and recreates nothing while the folder is missing or replaced", async () => {
    const files = path.join(folder, "files");
    const store = openFileStore({ kind: "folder", folder: files }, { sampleKeys: async () => ["ab/abcd"] });
    mkdirSync(path.join(files, "ab"), { recursive: true });
    writeFileSync(path.join(files, "ab/abcd"), CONTENT);
    await store.assertAvailable();
    renameSync(files, `${files}.away`);
    for (const isReplaced of [false, true]) {
      if (isReplaced) mkdirSync(files);
      await expect(store.put("cd/cdef", CONTENT, "application/zip")).rejects.toThrow(StorageUnavailable);
      await expect(store.read("ab/abcd")).rejects.toThrow(StorageUnavailable);
      await expect(store.remove(["ab/abcd"])).rejects.toThrow(StorageUnavailable);
      await expect(store.assertAvailable()).rejects.toThrow(StorageUnavailable);
      expect(readdirSync(folder).includes("files")).toBe(isReplaced);
    }
    expect(readdirSync(files)).toEqual([]);
    rmdirSync(files);
    renameSync(`${files}.away`, files);
    await store.put("cd/cdef", CONTENT, "application/zip");
    expect(await contentOf(store, "ab/abcd")).toEqual(CONTENT);
  });

  it("distinguishes a folder from a file", async () => {
    const store = openFileStore({ kind: "folder", folder: path.join(folder, "files") });
    await store.put("ab/abcd", CONTENT, "application/zip");
    await expect(store.read("ab")).rejects.toThrow(FileUnreadable);
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

  it("signs requests and stores the content type", async () => {
    await openFileStore(bucket.place).put("ab/abcd.pdf", CONTENT, "application/pdf");
    expect(bucket.objects.get("ab/abcd.pdf")).toMatchObject({ contentType: "application/pdf", content: CONTENT });
    const stranger: StorageConfig = {
      ...bucket.place,
      credentials: { accessKeyId: "somebody-else", secretAccessKey: "test-secret" },
    };
    await expect(openFileStore(stranger).read("ab/abcd.pdf")).rejects.toThrow();
    await expect(
      openFileStore(stranger, { sampleKeys: async () => ["ab/abcd.pdf"] }).read("ab/abcd.pdf"),
    ).rejects.toThrow(StorageUnavailable);
  });

  it("is unavailable if the bucket does not exist", async () => {
    const none = openFileStore({ ...bucket.place, bucket: "nothing" }, { sampleKeys: async () => ["ab/abcd.pdf"] });
    await expect(none.read("ab/abcd.pdf")).rejects.toThrow(StorageUnavailable);
    await expect(none.assertAvailable()).rejects.toThrow(StorageUnavailable);
    await openFileStore(bucket.place, { sampleKeys: async () => ["ab/never-there"] }).assertAvailable();
  });

  it("reports a missing file even without the permission to list", async () => {
    const store = openFileStore(bucket.place, { sampleKeys: async () => ["ab/abcd.pdf"] });
    await store.put("ab/abcd.pdf", CONTENT, "application/pdf");
    bucket.hides = true;
    await expect(store.read("ab/never-there")).rejects.toThrow(FileUnreadable);
    bucket.hides = false;
  });

  it("times out if the endpoint is silent, and aborts requests on close", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const mute: StorageConfig = {
      ...bucket.place,
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    };
    const isRequested = once(silent, "request");
    const store = openFileStore(mute, { patience: 200 });
    await expect(store.put("ab/abcd.pdf", CONTENT, "application/pdf")).rejects.toThrow(
      "The file storage did not answer within 200 ms.",
    );
    await isRequested;
    const isOver = once(silent, "close");
    silent.close();
    store.close();
    await isOver;
    // Below the default timeout of 22 s.
  }, 15_000);

  it("fails if the endpoint is unreachable", async () => {
    const unreachable: StorageConfig = { ...bucket.place, endpoint: "http://127.0.0.1:9" };
    await expect(openFileStore(unreachable).put("ab/abcd", CONTENT, "application/zip")).rejects.toThrow();
  }, 60_000);
});
