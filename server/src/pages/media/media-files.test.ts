import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mediaFiles } from "./media-files";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "conquest-media-"));
  await mkdir(path.join(folder, "covers"));
});
afterEach(() => rm(folder, { recursive: true }));

it("serves new and changed pictures without a restart", async () => {
  const find = mediaFiles(folder);
  const picture = path.join(folder, "covers/new.webp");
  expect(await find("covers/new.webp")).toBeNull();
  await writeFile(picture, "first");
  expect(await find("covers/new.webp")).toEqual({ content: Buffer.from("first"), contentType: "image/webp" });
  await writeFile(picture, "second");
  expect((await find("covers/new.webp"))?.content.toString()).toBe("second");
});

it.each(["covers", "covers/", "covers/none.webp/x.webp", "../etc/passwd", "covers/../../x", "", "a\u0000b"])(
  "finds nothing at %j",
  async (name) => {
    await writeFile(path.join(folder, "covers/none.webp"), "");
    expect(await mediaFiles(folder)(name)).toBeNull();
  },
);
