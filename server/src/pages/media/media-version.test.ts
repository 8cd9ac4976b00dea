import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mediaVersion } from "./media-files";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "conquest-media-"));
  await mkdir(path.join(folder, "covers"));
  await writeFile(path.join(folder, "covers/a.webp"), "first");
});
afterEach(() => rm(folder, { recursive: true }));

it("changes with any picture without a restart", async () => {
  const version = mediaVersion(folder, 0);
  const first = await version();
  expect(first).toMatch(/^[\w-]{10}$/);
  expect(await version()).toBe(first);
  await writeFile(path.join(folder, "covers/a.webp"), "other");
  const second = await version();
  await writeFile(path.join(folder, "covers/b.webp"), "new");
  expect(new Set([first, second, await version()]).size).toBe(3);
});

it("is the same in every folder with the same pictures", async () => {
  const other = await mkdtemp(path.join(tmpdir(), "conquest-media-"));
  await mkdir(path.join(other, "covers"));
  await writeFile(path.join(other, "covers/a.webp"), "first");
  expect(await mediaVersion(other)()).toBe(await mediaVersion(folder)());
  await rm(other, { recursive: true });
});

it("is cached between requests", async () => {
  const version = mediaVersion(folder, 60_000);
  const first = await version();
  await writeFile(path.join(folder, "covers/a.webp"), "other");
  expect(await version()).toBe(first);
});

it("is empty without a folder", async () => {
  expect(await mediaVersion(path.join(folder, "none"))()).toBe("");
});
