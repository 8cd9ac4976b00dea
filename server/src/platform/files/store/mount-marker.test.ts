import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mountMarker, MARKER_FILE, type SampleKeys } from "./mount-marker";
import { StorageUnavailable } from "./file-store";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "conquest-mark-"));
  folder = path.join(parent, "files");
});
afterEach(() => rmSync(parent, { recursive: true }));

const sampleOf =
  (...keys: string[]): SampleKeys =>
  async () =>
    keys;
const isMarked = () => existsSync(path.join(folder, MARKER_FILE));
const storeFile = (key: string) => {
  mkdirSync(path.dirname(path.join(folder, key)), { recursive: true });
  writeFileSync(path.join(folder, key), "content");
};

it("creates and marks the folder before the first upload, also with several servers", async () => {
  await Promise.all(Array.from({ length: 5 }, () => mountMarker(folder, sampleOf()).assertHere()));
  expect(isMarked()).toBe(true);
});

it("marks an older folder by the files in it", async () => {
  storeFile("ab/one");
  storeFile("cd/two");
  await mountMarker(folder, sampleOf("ab/one", "cd/two", "ef/lost")).assertHere();
  expect(isMarked()).toBe(true);
});

it.each([
  ["is missing", () => undefined],
  ["is empty", () => mkdirSync(folder)],
  ["has few of the files", () => storeFile("ab/one")],
])("rejects a folder that %s after files were uploaded", async (_, make) => {
  make();
  const before = existsSync(folder);
  await expect(mountMarker(folder, sampleOf("ab/one", "cd/two")).assertHere()).rejects.toThrow(StorageUnavailable);
  expect([existsSync(folder), isMarked()]).toEqual([before, false]);
});

it("does not recreate a missing folder, and accepts it when it is back", async () => {
  const mark = mountMarker(folder, sampleOf());
  await mark.assertHere();
  renameSync(folder, `${folder}.away`);
  await expect(mark.assertHere()).rejects.toThrow("its disk is not mounted");
  await expect(mark.assertHere()).rejects.toThrow(StorageUnavailable);
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}.away`, folder);
  await mark.assertHere();
});

it("treats an unreadable folder as unavailable", async () => {
  writeFileSync(folder, "a file where the folder should be");
  await expect(mountMarker(folder, sampleOf()).assertHere()).rejects.toThrow(StorageUnavailable);
});
