import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mountMarker, MARK, type SampleKeys } from "./mount-marker";
import { StorageUnavailable } from "./storage-errors";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "conquest-mark-"));
  folder = path.join(parent, "files");
});
afterEach(() => rmSync(parent, { recursive: true }));

const knows =
  (...keys: string[]): SampleKeys =>
  async () =>
    keys;
const isMarked = () => existsSync(path.join(folder, MARK));
const lies = (key: string) => {
  mkdirSync(path.dirname(path.join(folder, key)), { recursive: true });
  writeFileSync(path.join(folder, key), "content");
};

it("makes and marks the folder where nobody has uploaded anything yet, also for several servers at once", async () => {
  await Promise.all(Array.from({ length: 5 }, () => mountMarker(folder, knows()).assertHere()));
  expect(isMarked()).toBe(true);
});

it("marks a folder from before there were marks by the files in it", async () => {
  lies("ab/one");
  lies("cd/two");
  await mountMarker(folder, knows("ab/one", "cd/two", "ef/lost")).assertHere();
  expect(isMarked()).toBe(true);
});

it.each([
  ["is not there", () => undefined],
  ["is empty", () => mkdirSync(folder)],
  ["has few of them, which got into a wrong one", () => lies("ab/one")],
])("is not one that %s while people have uploaded files", async (_, make) => {
  make();
  const before = existsSync(folder);
  await expect(mountMarker(folder, knows("ab/one", "cd/two")).assertHere()).rejects.toThrow(StorageUnavailable);
  expect([existsSync(folder), isMarked()]).toEqual([before, false]);
});

it("makes no folder again that has gone, and knows it when it is back", async () => {
  const mark = mountMarker(folder, knows());
  await mark.assertHere();
  renameSync(folder, `${folder}.away`);
  await expect(mark.assertHere()).rejects.toThrow("its disk is away");
  await expect(mark.assertHere()).rejects.toThrow(StorageUnavailable);
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}.away`, folder);
  await mark.assertHere();
});

it("takes what cannot be read for away", async () => {
  writeFileSync(folder, "a file where the folder should be");
  await expect(mountMarker(folder, knows()).assertHere()).rejects.toThrow(StorageUnavailable);
});
