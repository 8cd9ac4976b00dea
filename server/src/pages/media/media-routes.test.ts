import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { PICTURE_WIDTHS } from "@conquest/shared/contracts/media/pictures";
import { registerErrorHandler } from "../../platform/errors";
import { type MakePicture, smallerPictures } from "./smaller-pictures";
import { mediaRoutes } from "./media-routes";
import { mediaVersion } from "./media-files";

const CHROMIUM = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const ORIGINAL = "the original, in many bytes";

const made: MakePicture = async (_, width, format) => Buffer.from(`${width} ${format}`);
const make = jest.fn<ReturnType<MakePicture>, Parameters<MakePicture>>();
let folder: string;
let app: FastifyInstance;
let version: () => Promise<string>;

beforeEach(async () => {
  make.mockImplementation(made);
  folder = await mkdtemp(path.join(tmpdir(), "conquest-media-"));
  await mkdir(path.join(folder, "covers"));
  await writeFile(path.join(folder, "covers/a.webp"), ORIGINAL);
  await writeFile(path.join(folder, "covers/a.png"), ORIGINAL);
  await writeFile(path.join(folder, "covers/a.svg"), "<svg/>");
  await writeFile(path.join(folder, "covers/index.json"), "{}");
  app = Fastify();
  registerErrorHandler(app);
  version = mediaVersion(folder, 0);
  mediaRoutes(app, {
    folder,
    version,
    smaller: smallerPictures({ folder: undefined, log: app.log, make, patience: 50 }),
  });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string, headers: Record<string, string> = { accept: CHROMIUM }) => {
  const { statusCode: status, body, headers: answered } = await app.inject({ url: `/media/${url}`, headers });
  return {
    status,
    body,
    type: answered["content-type"],
    cache: answered["cache-control"],
    vary: answered["vary"],
    tag: String(answered["etag"]),
  };
};

it("serves originals without a width and replaced pictures at once", async () => {
  expect(await get("covers/a.webp")).toMatchObject({
    status: 200,
    body: ORIGINAL,
    type: "image/webp",
    cache: "public, max-age=86400",
    vary: undefined,
  });
  await writeFile(path.join(folder, "covers/a.webp"), "another");
  expect(await get("covers/a.webp")).toMatchObject({ body: "another" });
  expect(make).not.toHaveBeenCalled();
});

it.each([
  [CHROMIUM, "320 avif", "image/avif"],
  ["image/webp,image/avif", "320 avif", "image/avif"],
  ["image/avif;q=0,image/webp", "320 webp", "image/webp"],
  ["image/webp,*/*", "320 webp", "image/webp"],
  ["image/png,image/*;q=0.8,*/*;q=0.5", ORIGINAL, "image/png"],
  ["*/*", ORIGINAL, "image/png"],
])("answers a width in the best that %j names", async (accept, body, type) => {
  expect(await get("covers/a.png?w=320", { accept })).toMatchObject({ status: 200, body, type, vary: "Accept" });
});

it("serves a replaced picture at once in every width", async () => {
  await get("covers/a.webp?w=320");
  make.mockResolvedValue(Buffer.from("another"));
  await writeFile(path.join(folder, "covers/a.webp"), "another original");
  expect(await get("covers/a.webp?w=320")).toMatchObject({ body: "another" });
});

it.each(PICTURE_WIDTHS.map(String))("supports the width %s", async (width) => {
  expect(await get(`covers/a.webp?w=${width}`)).toMatchObject({ status: 200, body: `${width} avif` });
});

it.each(["321", "0", "-1", "320.0", "0320", "", "1e2", "99999", "320&w=720", "constructor"])(
  "rejects the width %j",
  async (width) => {
    expect(await get(`covers/a.webp?w=${width}`)).toMatchObject({ status: 404, type: expect.stringMatching(/json/) });
    expect(make).not.toHaveBeenCalled();
  },
);

it.each(["none.webp", "../media-routes.ts", "..%2fa.webp", "%2e%2e/a.webp", "covers/%00.webp", "covers", ""])(
  "finds nothing at %j in any width",
  async (name) => {
    expect((await get(`${name}?w=320`)).status).toBe(404);
    expect(make).not.toHaveBeenCalled();
  },
);

it.each([
  ["covers/a.svg", "<svg/>", "image/svg+xml"],
  ["covers/index.json", "{}", "application/json; charset=utf-8"],
])("serves %s unchanged", async (name, body, type) => {
  expect(await get(`${name}?w=320`)).toMatchObject({ status: 200, body, type, vary: undefined });
  expect(make).not.toHaveBeenCalled();
});

it("serves the original if it is not a picture or already the smallest", async () => {
  make.mockRejectedValueOnce(new Error("no picture"));
  expect(await get("covers/a.png?w=320")).toMatchObject({
    status: 200,
    body: ORIGINAL,
    type: "image/png",
    vary: "Accept",
  });
  make.mockResolvedValueOnce(Buffer.from(`${ORIGINAL} and more`));
  expect(await get("covers/a.png?w=720")).toMatchObject({
    status: 200,
    body: ORIGINAL,
    type: "image/png",
    vary: "Accept",
  });
});

it("is immutable with its version and cached a day with another", async () => {
  const now = await version();
  expect(await get(`covers/a.webp?w=320&v=${now}`)).toMatchObject({ cache: "public, max-age=31536000, immutable" });
  expect(await get(`covers/a.svg?v=${now}`)).toMatchObject({ cache: "public, max-age=31536000, immutable" });
  for (const other of ["", "&v=", "&v=older", `&v=${now}&v=${now}`]) {
    expect(await get(`covers/a.webp?w=320${other}`)).toMatchObject({ status: 200, cache: "public, max-age=86400" });
  }
  await writeFile(path.join(folder, "covers/a.webp"), "replaced");
  expect(await get(`covers/a.webp?w=320&v=${now}`)).toMatchObject({ cache: "public, max-age=86400" });
  expect(await get(`covers/none.webp?w=320&v=${now}`)).toMatchObject({ status: 404, cache: "no-store" });
});

it("returns 304 for a cached picture in the same format", async () => {
  const { tag } = await get("covers/a.webp?w=320");
  expect(await get("covers/a.webp?w=320", { accept: CHROMIUM, "if-none-match": tag })).toMatchObject({
    status: 304,
    body: "",
    vary: "Accept",
  });
  expect(await get("covers/a.webp?w=320", { accept: "image/webp", "if-none-match": tag })).toMatchObject({
    status: 200,
    body: "320 webp",
  });
  expect(await get("covers/a.webp?w=720", { accept: CHROMIUM, "if-none-match": tag })).toMatchObject({
    status: 200,
    body: "720 avif",
  });
});

it("serves the original uncached while a picture is being made", async () => {
  let finish = (_made: Buffer) => {};
  make.mockImplementation(() => new Promise((resolve) => (finish = resolve)));
  const address = `covers/a.webp?w=320&v=${await version()}`;
  expect(await get(address)).toMatchObject({
    status: 200,
    body: ORIGINAL,
    type: "image/webp",
    cache: "no-cache",
    vary: "Accept",
  });
  finish(Buffer.from("small"));
  expect(await get(address)).toMatchObject({ body: "small", cache: "public, max-age=31536000, immutable" });
});
