import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBucket } from "../../testing/start-bucket";
import type { StorageConfig } from "../../config/storage-config";
import { fileSizes } from "./file-sizes";
import { openFileStore } from "./store/open-file-store";

async function sizesAfterPuts(place: StorageConfig) {
  const store = openFileStore(place);
  for (const [key, size] of [
    ["ab/one", 3],
    ["ab/two", 0],
    ["cd/three", 5],
    ["ef/four", 7],
    ["ef/five", 1],
  ] as const)
    await store.put(key, Buffer.alloc(size), "text/plain");
  store.close();
  return Object.fromEntries(await fileSizes(place));
}

const PUT = { "ab/one": 3, "ab/two": 0, "cd/three": 5, "ef/four": 7, "ef/five": 1 };

it("lists all files of a bucket, across several pages", async () => {
  const bucket = await startBucket();
  const sizes = await sizesAfterPuts(bucket.place).finally(bucket.stop);
  expect(sizes).toEqual(PUT);
});

it("lists all files of a folder, and none if it does not exist", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "conquest-sizes-"));
  expect(await fileSizes({ kind: "folder", folder: path.join(folder, "not-there") })).toEqual(new Map());
  expect(await sizesAfterPuts({ kind: "folder", folder })).toEqual(PUT);
  rmSync(folder, { recursive: true });
});
